// SPDX-License-Identifier: MIT
// Raw formats are written as they are; EXR and TIFF go through many small encoders side by side, whose blocks a
// BlockContainer joins. OpenEXR's own threads would be one number for all files of the process, with buffers for each
// whatever a chunk weighs; libtiff has none.
#include "runtime/image_sink.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "runtime/block_container.hpp"
#include "runtime/encoder_settings.hpp"
#include "runtime/exr_encoder.hpp"
#include "runtime/image_library.hpp"
#include "runtime/memory_sink.hpp"
#include "runtime/parallel.hpp"
#include "runtime/png_sink.hpp"

namespace orograph {
namespace {

// The disk's reason, where there is one, says more than the encoder's.
void check(bool ok, const TemporaryFile& file, const std::string& reason) {
  file.throw_if_failed();
  if (ok) return;
  constexpr std::string_view unnamed = "the encoder failed\nit may lack memory or threads: try --threads 1";
  throw SystemError(file.failure_text(reason.empty() ? unnamed : reason));
}

std::unique_ptr<ImageEncoder> open_encoder(ByteSink& sink, const EncoderSettings& settings, const ImageSpec& spec,
                                           const TemporaryFile& file) {
  if (!needs_image_library(spec)) return exr_encoder(sink, settings);
  std::string reason;
  auto encoder = image_library().open(sink, settings, reason);
  check(encoder != nullptr, file, reason);
  return encoder;
}

// .r16, .r32: the samples, little-endian, and nothing else.
class RawSink final : public ImageSink {
 public:
  RawSink(TemporaryFile& file, std::size_t row_bytes) : file_(file), row_bytes_(row_bytes) {
    static_assert(std::endian::native == std::endian::little, "the samples of raw files are little-endian");
  }
  void write(const std::byte* pixels, std::int64_t, std::int64_t rows) override {
    file_.write({pixels, static_cast<std::size_t>(rows) * row_bytes_});
    file_.throw_if_failed();
  }
  void close() override {}

 private:
  TemporaryFile& file_;
  std::size_t row_bytes_;
};

class BlockSink final : public ImageSink {
 public:
  BlockSink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout)
      : file_(file), spec_(spec), layout_(layout), settings_(encoder_settings(file.target(), spec, layout)) {
    container_ = spec.format == ImageFormat::exr ? exr_container(file, spec, layout, encode_frame())
                                                 : tiff_container(file, spec, layout);
  }

  void write(const std::byte* pixels, std::int64_t first_row, std::int64_t rows) override {
    const std::vector<ImagePiece> pieces = pieces_of(first_row, rows);
    std::vector<std::vector<std::byte>> encoded(pieces.size());
    for_each_index(pieces.size(), layout_.threads,
                   [&](std::size_t i) { encoded[i] = encode(pieces[i], pixels, first_row); });
    for (std::size_t i = 0; i < pieces.size(); ++i) container_->append(pieces[i], encoded[i]);
  }

  void close() override { container_->close(); }

 private:
  // In the order of their blocks, which is that of the rows, then of the columns.
  std::vector<ImagePiece> pieces_of(std::int64_t first_row, std::int64_t rows) const {
    std::vector<ImagePiece> pieces;
    for (std::int64_t y = 0; y < rows; y += layout_.piece_rows)
      for (std::int64_t x = 0; x < layout_.row_pixels; x += layout_.piece_pixels)
        pieces.push_back({x, first_row + y, std::min(layout_.piece_pixels, layout_.row_pixels - x),
                          std::min(layout_.piece_rows, rows - y)});
    return pieces;
  }

  std::vector<std::byte> encode(const ImagePiece& piece, const std::byte* band, std::int64_t first_row) const {
    const std::size_t row_bytes = static_cast<std::size_t>(layout_.row_pixels) * layout_.pixel_bytes;
    const std::byte* pixels = band + static_cast<std::size_t>(piece.row - first_row) * row_bytes +
                              static_cast<std::size_t>(piece.column) * layout_.pixel_bytes;
    EncoderSettings settings = settings_;
    settings.width = piece.width;
    settings.height = piece.rows;
    MemorySink memory(static_cast<std::size_t>(piece.width * piece.rows) * layout_.pixel_bytes / 2);
    {
      const auto encoder = open_encoder(memory, settings, spec_, file_);
      check(encoder->write(pixels, row_bytes, 0, piece.rows), file_, encoder->take_error());
      check(encoder->close(), file_, encoder->take_error());
    }
    return memory.take();
  }

  std::vector<std::byte> encode_frame() const {
    MemorySink memory(0);
    {
      const auto encoder = open_encoder(memory, settings_, spec_, file_);
      check(encoder->close(), file_, encoder->take_error());
    }
    return memory.take();
  }

  TemporaryFile& file_;
  const ImageSpec& spec_;
  const ImageLayout& layout_;
  EncoderSettings settings_;
  std::unique_ptr<BlockContainer> container_;
};

}  // namespace

std::unique_ptr<ImageSink> open_sink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout) {
  const std::size_t row_bytes = static_cast<std::size_t>(layout.row_pixels) * layout.pixel_bytes;
  switch (spec.format) {
    case ImageFormat::exr:
    case ImageFormat::tiff:
      return std::make_unique<BlockSink>(file, spec, layout);
    case ImageFormat::png:
      return png_sink(file, spec, layout);
    case ImageFormat::r16:
    case ImageFormat::r32:
      return std::make_unique<RawSink>(file, row_bytes);
  }
  throw InternalError("an image format without a sink");
}

}  // namespace orograph
