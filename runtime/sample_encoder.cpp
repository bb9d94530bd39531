// SPDX-License-Identifier: MIT
#include "runtime/sample_encoder.hpp"

#include <cstring>

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

}  // namespace

SampleEncoder::SampleEncoder(const ImageSpec& spec, const ImageLayout& layout)
    : type_(spec.type),
      range_(spec.range.value_or(std::array<double, 2>{0, 1})),
      in_range_(spec.in_range),
      order_(layout.order),
      width_(static_cast<std::size_t>(spec.width)),
      quantized_(spec.channels.size()) {
  in_range_.resize(spec.channels.size(), false);
  switch (type_) {
    case SampleType::f32:
      break;
    case SampleType::u8:
      codes_ = std::vector<std::uint8_t>(width_);
      break;
    case SampleType::f16:
    case SampleType::u16:
      codes_ = std::vector<std::uint16_t>(width_);
      break;
    case SampleType::u32:
      codes_ = std::vector<std::uint32_t>(width_);
      break;
  }
}

Quantized SampleEncoder::encode_checked(std::span<const float> values) {
  if (type_ == SampleType::f16) return round_to_half(values, std::get<std::vector<std::uint16_t>>(codes_));
  return std::visit([&](auto& codes) { return quantize(values, range_, std::span(codes)); }, codes_);
}

void SampleEncoder::encode_inside(std::span<const float> values) {
  if (type_ == SampleType::f16) return round_to_half_inside(values, std::get<std::vector<std::uint16_t>>(codes_));
  std::visit([&](auto& codes) { quantize_inside(values, range_, std::span(codes)); }, codes_);
}

std::span<const std::byte> SampleEncoder::encode_channel(std::size_t channel, std::span<const float> values) {
  if (type_ == SampleType::f32) return std::as_bytes(values);
  if (in_range_[channel]) {
    encode_inside(values);
  } else {
    const Quantized clamped = encode_checked(values);
    quantized_[channel].clamped_low += clamped.clamped_low;
    quantized_[channel].clamped_high += clamped.clamped_high;
  }
  return std::visit([](const auto& codes) { return std::as_bytes(std::span(codes)); }, codes_);
}

void SampleEncoder::encode_row(std::span<const float* const> rows, std::byte* pixels) {
  const std::size_t bytes = sample_bytes(type_);
  for (std::size_t stored = 0; stored < order_.size(); ++stored) {
    const std::size_t channel = order_[stored];
    const auto samples = encode_channel(channel, {rows[channel], width_});
    interleave(samples, bytes, pixels + stored * bytes, order_.size() * bytes);
  }
}

}  // namespace orograph
