// SPDX-License-Identifier: MIT
// SampleEncoder: rows of float channels to the interleaved samples that a file stores, in the machine's byte order,
// several rows at once. Counts what quantisation clamps, channel by channel.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/image_layout.hpp"
#include "runtime/quantize.hpp"

namespace orograph {

// Row r of channel c begins at channels[c] + r * stride, in the spec's order of channels.
struct SampleRows {
  std::span<const float* const> channels;
  std::int64_t stride = 0, rows = 0;
};

class SampleEncoder {
 public:
  SampleEncoder(const ImageSpec& spec, const ImageLayout& layout);

  // Row r goes to pixels + r * row_bytes, width * layout.pixel_bytes bytes of it.
  void encode(const SampleRows& rows, std::byte* pixels, std::size_t row_bytes);

  // In the spec's order; zeros for channels known to lie in range.
  std::span<const Quantized> quantized() const { return quantized_; }

 private:
  SampleType type_;
  std::array<double, 2> range_;
  std::vector<bool> in_range_;
  std::vector<float> steps_;
  std::vector<std::size_t> order_;
  std::size_t width_;
  std::size_t threads_;
  std::mutex mutex_;  // of the counts
  std::vector<Quantized> quantized_;

  class Part;
};

}  // namespace orograph
