// SPDX-License-Identifier: MIT
// PngSink: rows to a PNG. Pieces of rows are filtered and compressed side by side and joined to one zlib stream, each
// in a chunk of its own; which rows a piece has depends on the image alone.
#pragma once
#include <memory>

#include "runtime/image_sink.hpp"

namespace orograph {

// Writes the head. All three outlive the sink. Throws SystemError.
std::unique_ptr<ImageSink> png_sink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout);

}  // namespace orograph
