// SPDX-License-Identifier: MIT
// SampleEncoder: rows of float channels to the interleaved samples that a file stores, in the machine's byte order.
// Counts what quantisation clamps, channel by channel.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "runtime/image_layout.hpp"
#include "runtime/quantize.hpp"

namespace orograph {

class SampleEncoder {
 public:
  SampleEncoder(const ImageSpec& spec, const ImageLayout& layout);

  // rows[c] points to the row of channel c, in the spec's order; `pixels` takes width * layout.pixel_bytes bytes.
  void encode_row(std::span<const float* const> rows, std::byte* pixels);

  // In the spec's order; zeros for channels known to lie in range.
  std::span<const Quantized> quantized() const { return quantized_; }

 private:
  std::span<const std::byte> encode_channel(std::size_t channel, std::span<const float> values);
  Quantized encode_checked(std::span<const float> values);
  void encode_inside(std::span<const float> values);

  SampleType type_;
  std::array<double, 2> range_;
  std::vector<bool> in_range_;
  std::vector<std::size_t> order_;
  std::size_t width_;
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> codes_;  // of a row
  std::vector<Quantized> quantized_;
};

}  // namespace orograph
