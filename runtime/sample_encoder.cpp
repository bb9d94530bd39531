// SPDX-License-Identifier: MIT
#include "runtime/sample_encoder.hpp"

#include <algorithm>
#include <cstring>
#include <variant>

#include "runtime/parallel.hpp"
#include "runtime/precision.hpp"

namespace orograph {
namespace {

template <std::size_t bytes>
void interleave(std::span<const std::byte> samples, std::byte* pixels, std::size_t step) {
  for (std::size_t i = 0; i < samples.size() / bytes; ++i) {
    std::memcpy(pixels + i * step, samples.data() + i * bytes, bytes);
  }
}

void interleave(std::span<const std::byte> samples, std::size_t bytes, std::byte* pixels, std::size_t step) {
  if (step == bytes) {
    std::memcpy(pixels, samples.data(), samples.size());
  } else if (bytes == 1) {
    interleave<1>(samples, pixels, step);
  } else if (bytes == 2) {
    interleave<2>(samples, pixels, step);
  } else {
    interleave<4>(samples, pixels, step);
  }
}

using Codes = std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>;

Codes codes_for(SampleType type, std::size_t count) {
  switch (type) {
    case SampleType::f32:
    case SampleType::u8:
      return std::vector<std::uint8_t>(type == SampleType::u8 ? count : 0);
    case SampleType::f16:
    case SampleType::u16:
      return std::vector<std::uint16_t>(count);
    case SampleType::u32:
      return std::vector<std::uint32_t>(count);
  }
  return {};
}

}  // namespace

// What one thread encodes: a row at a time, with counts of its own.
class SampleEncoder::Part {
 public:
  explicit Part(const SampleEncoder& encoder)
      : encoder_(encoder), codes_(codes_for(encoder.type_, encoder.width_)), counts_(encoder.quantized_.size()) {
    if (std::ranges::any_of(encoder.steps_, [](float step) { return step != 0; })) rounded_.resize(encoder.width_);
  }

  void encode(const SampleRows& rows, std::int64_t row, std::byte* pixels) {
    const std::size_t bytes = sample_bytes(encoder_.type_);
    const std::size_t step = encoder_.order_.size() * bytes;
    for (std::size_t stored = 0; stored < encoder_.order_.size(); ++stored) {
      const std::size_t channel = encoder_.order_[stored];
      const auto samples = encode_channel(channel, {rows.channels[channel] + row * rows.stride, encoder_.width_});
      interleave(samples, bytes, pixels + stored * bytes, step);
    }
  }

  std::span<const Quantized> counts() const { return counts_; }

 private:
  Quantized encode_checked(std::span<const float> values) {
    if (encoder_.type_ == SampleType::f16) return round_to_half(values, std::get<std::vector<std::uint16_t>>(codes_));
    return std::visit([&](auto& codes) { return quantize(values, encoder_.range_, std::span(codes)); }, codes_);
  }

  void encode_inside(std::span<const float> values) {
    if (encoder_.type_ == SampleType::f16)
      return round_to_half_inside(values, std::get<std::vector<std::uint16_t>>(codes_));
    std::visit([&](auto& codes) { quantize_inside(values, encoder_.range_, std::span(codes)); }, codes_);
  }

  std::span<const std::byte> encode_channel(std::size_t channel, std::span<const float> values) {
    if (const float step = encoder_.steps_[channel]; step != 0) {
      round_to_step(values, step, rounded_);
      values = rounded_;
    }
    if (encoder_.type_ == SampleType::f32) return std::as_bytes(values);
    if (encoder_.in_range_[channel]) {
      encode_inside(values);
    } else {
      const Quantized clamped = encode_checked(values);
      counts_[channel].clamped_low += clamped.clamped_low;
      counts_[channel].clamped_high += clamped.clamped_high;
    }
    return std::visit([](const auto& codes) { return std::as_bytes(std::span(codes)); }, codes_);
  }

  const SampleEncoder& encoder_;
  Codes codes_;                 // of a row
  std::vector<float> rounded_;  // of a row; empty when no channel is
  std::vector<Quantized> counts_;
};

SampleEncoder::SampleEncoder(const ImageSpec& spec, const ImageLayout& layout)
    : type_(spec.type),
      range_(spec.range.value_or(std::array<double, 2>{0, 1})),
      in_range_(spec.in_range),
      steps_(spec.steps),
      order_(layout.order),
      width_(static_cast<std::size_t>(spec.width)),
      threads_(static_cast<std::size_t>(thread_count(spec.threads))),
      quantized_(spec.channels.size()) {
  in_range_.resize(spec.channels.size(), false);
  steps_.resize(spec.channels.size(), 0);
}

void SampleEncoder::encode(const SampleRows& rows, std::byte* pixels, std::size_t row_bytes) {
  constexpr std::size_t least_bytes = std::size_t{1} << 18;  // that are worth another thread
  const std::size_t count = static_cast<std::size_t>(rows.rows);
  const std::size_t rows_a_part = std::max<std::size_t>(1, least_bytes / std::max<std::size_t>(1, row_bytes));
  const std::size_t parts = (count + rows_a_part - 1) / rows_a_part;
  for_each_index(parts, threads_, [&](std::size_t p) {
    Part part(*this);
    for (std::size_t row = p * rows_a_part; row < std::min(count, (p + 1) * rows_a_part); ++row)
      part.encode(rows, static_cast<std::int64_t>(row), pixels + row * row_bytes);
    const std::lock_guard lock(mutex_);
    for (std::size_t c = 0; c < quantized_.size(); ++c) {
      quantized_[c].clamped_low += part.counts()[c].clamped_low;
      quantized_[c].clamped_high += part.counts()[c].clamped_high;
    }
  });
}

}  // namespace orograph
