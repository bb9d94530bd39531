// SPDX-License-Identifier: MIT
// BlockContainer: small images, encoded each by itself, to one large image of the same format. EXR and TIFF compress
// blocks (chunks, strips, tiles) that know nothing of each other, so a piece of the image that consists of whole
// blocks has the same compressed bytes as in the whole; only the places that name positions differ. Invariant: the
// bytes of the file do not depend on how the image was cut.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "runtime/image_layout.hpp"
#include "runtime/image_spec.hpp"
#include "runtime/temporary_file.hpp"

namespace orograph {

// A rectangle of whole blocks, in pixels; shorter at the image's edges.
struct ImagePiece {
  std::int64_t column = 0, row = 0, width = 0, rows = 0;
};

class BlockContainer {
 public:
  BlockContainer() = default;
  BlockContainer(const BlockContainer&) = delete;
  BlockContainer& operator=(const BlockContainer&) = delete;
  virtual ~BlockContainer() = default;
  // The next piece, as a file of its own: pieces come in the order of their blocks. Throws SystemError.
  virtual void append(const ImagePiece& piece, std::span<const std::byte> encoded) = 0;
  // After the last piece. Throws SystemError.
  virtual void close() = 0;
};

// `frame`: the file that the encoder makes of an image of the full size without a single pixel.
std::unique_ptr<BlockContainer> exr_container(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout,
                                              std::span<const std::byte> frame);

// Its directory is that of the first piece, completed: see tiff_directory.hpp.
std::unique_ptr<BlockContainer> tiff_container(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout);

}  // namespace orograph
