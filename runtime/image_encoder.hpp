// SPDX-License-Identifier: MIT
// ImageEncoder: rows of pixels to the bytes of an image file. The interface between the program and the module
// that holds the encoders (runtime/images/): no type of OpenImageIO, nothing thrown, no function to link, so that the
// module is loaded only by those who write an image.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "runtime/deflate.hpp"
#include "runtime/image_spec.hpp"

namespace orograph {

// Where the bytes go: a file that an encoder may move about in.
class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;
  // At position(), and moves it. False from the first failure on.
  virtual bool write(std::span<const std::byte> bytes) noexcept = 0;
  virtual void seek(std::int64_t position) noexcept = 0;
  virtual std::int64_t position() const noexcept = 0;
  virtual std::int64_t size() const noexcept = 0;
};

// A file as its encoder is to make it.
struct EncoderSettings {
  std::string encoder;  // "openexr", "tiff"
  std::string target;   // what messages call the file
  std::int64_t width = 0, height = 0, tile = 0;
  SampleType type = SampleType::f32;
  Effort effort = Effort::everywhere;  // of EXR's zip
  std::vector<std::string> channels;   // in stored order
  std::vector<std::pair<std::string, std::variant<int, std::string>>> attributes;
};

// One thread at a time uses an encoder; several encoders may work at once. Both functions are false when they fail;
// take_error() then has the reason, if the encoder gave one.
class ImageEncoder {
 public:
  ImageEncoder() = default;
  ImageEncoder(const ImageEncoder&) = delete;
  ImageEncoder& operator=(const ImageEncoder&) = delete;
  virtual ~ImageEncoder() = default;
  // Rows come in order, `row_bytes` apart.
  virtual bool write(const std::byte* pixels, std::size_t row_bytes, std::int64_t first_row, std::int64_t rows) = 0;
  virtual bool close() = 0;
  virtual std::string take_error() = 0;
};

// What the module exports, under the name `image_module_symbol`.
struct ImageModule {
  std::string_view version;  // of the orograph it was built with
  // Writes the file's head. Null when that fails, with the reason in `error`.
  std::unique_ptr<ImageEncoder> (*open)(ByteSink& sink, const EncoderSettings& settings, std::string& error);
};
inline constexpr const char* image_module_symbol = "orograph_image_module";

}  // namespace orograph
