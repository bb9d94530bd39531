// SPDX-License-Identifier: MIT
// EXR: a head, a table of the chunks' places, the chunks. A chunk begins with where it belongs: the first row's y, or
// a tile's column, row and two levels; then its size in bytes and the compressed pixels.
// Source: "OpenEXR File Layout", openexr.com.
#include <cstring>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "runtime/block_container.hpp"

namespace orograph {
namespace {

constexpr std::size_t entry_bytes = sizeof(std::uint64_t);  // of the table

class ExrContainer final : public BlockContainer {
 public:
  ExrContainer(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout,
               std::span<const std::byte> frame)
      : file_(file), tile_(spec.tile), block_rows_(layout.block_rows) {
    const std::size_t chunks = chunks_of({0, 0, spec.width, spec.height});
    if (frame.size() < chunks * entry_bytes) fail();
    head_ = frame.size() - chunks * entry_bytes;
    table_.reserve(chunks);
    file_.write(frame);
    file_.throw_if_failed();
  }

  void append(const ImagePiece& piece, std::span<const std::byte> encoded) override {
    const std::size_t chunks = chunks_of(piece);
    for (std::size_t i = 0; i < chunks; ++i) {
      const auto place = read<std::uint64_t>(encoded, head_ + i * entry_bytes);
      // The table would be elsewhere if this head had another length than the frame's.
      if (i == 0 && place != head_ + chunks * entry_bytes) fail();
      append_chunk(piece, encoded, static_cast<std::size_t>(place));
    }
    file_.throw_if_failed();
  }

  void close() override {
    file_.seek(static_cast<std::int64_t>(head_));
    file_.write(std::as_bytes(std::span(table_)));
    file_.throw_if_failed();
  }

 private:
  std::size_t chunks_of(const ImagePiece& piece) const {
    const std::int64_t down = round_up(piece.rows, block_rows_) / block_rows_;
    const std::int64_t across = tile_ > 0 ? round_up(piece.width, tile_) / tile_ : 1;
    return static_cast<std::size_t>(down * across);
  }

  void append_chunk(const ImagePiece& piece, std::span<const std::byte> encoded, std::size_t place) {
    const std::size_t size_at = tile_ > 0 ? 4 * sizeof(std::int32_t) : sizeof(std::int32_t);
    const std::size_t pixels = read<std::uint32_t>(encoded, place + size_at);
    const std::size_t bytes = size_at + sizeof(std::uint32_t) + pixels;
    if (bytes > encoded.size() - place) fail();
    table_.push_back(static_cast<std::uint64_t>(file_.size()));
    if (tile_ > 0) {
      put(read<std::int32_t>(encoded, place) + static_cast<std::int32_t>(piece.column / tile_));
      put(read<std::int32_t>(encoded, place + sizeof(std::int32_t)) + static_cast<std::int32_t>(piece.row / tile_));
    } else {
      put(read<std::int32_t>(encoded, place) + static_cast<std::int32_t>(piece.row));
    }
    const std::size_t moved = (tile_ > 0 ? 2 : 1) * sizeof(std::int32_t);
    file_.write(encoded.subspan(place + moved, bytes - moved));
  }

  void put(std::int32_t value) { file_.write(std::as_bytes(std::span(&value, 1))); }

  template <typename Integer>
  Integer read(std::span<const std::byte> bytes, std::size_t at) const {
    Integer value{};
    if (at > bytes.size() || sizeof value > bytes.size() - at) fail();
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }

  [[noreturn]] void fail() const { throw SystemError(file_.failure_text("the encoder left no chunks")); }

  TemporaryFile& file_;
  std::int64_t tile_, block_rows_;
  std::size_t head_ = 0;  // bytes before the table
  std::vector<std::uint64_t> table_;
};

}  // namespace

std::unique_ptr<BlockContainer> exr_container(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout,
                                              std::span<const std::byte> frame) {
  return std::make_unique<ExrContainer>(file, spec, layout, frame);
}

}  // namespace orograph
