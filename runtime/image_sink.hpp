// SPDX-License-Identifier: MIT
// ImageSink: interleaved pixels to the bytes of an image file, bands of whole blocks at a time, top to bottom. The
// bytes do not depend on the bands, nor on how many threads compress them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/image_layout.hpp"
#include "runtime/image_spec.hpp"
#include "runtime/temporary_file.hpp"

namespace orograph {

class ImageSink {
 public:
  ImageSink() = default;
  ImageSink(const ImageSink&) = delete;
  ImageSink& operator=(const ImageSink&) = delete;
  virtual ~ImageSink() = default;
  // Rows of layout.row_pixels pixels. Throws SystemError.
  virtual void write(const std::byte* pixels, std::int64_t first_row, std::int64_t rows) = 0;
  // After the last row. Throws SystemError.
  virtual void close() = 0;
};

// All three outlive the sink. Loads the encoders where the format needs them. Throws SystemError.
std::unique_ptr<ImageSink> open_sink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout);

}  // namespace orograph
