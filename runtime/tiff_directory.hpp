// SPDX-License-Identifier: MIT
// TiffDirectory: the directory of an encoded TIFF file, taken from its bytes, changed, and written to another file.
// Source: TIFF 6.0; BigTIFF.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/temporary_file.hpp"

namespace orograph {

enum class TiffTag : std::uint16_t {
  image_width = 256,
  image_length = 257,
  photometric = 262,
  strip_offsets = 273,
  rows_per_strip = 278,
  strip_byte_counts = 279,
  tile_offsets = 324,
  tile_byte_counts = 325,
  extra_samples = 338,
  gdal_metadata = 42112
};

class TiffDirectory {
 public:
  // Throws std::out_of_range when `file` is no TIFF of one whole directory.
  explicit TiffDirectory(std::span<const std::byte> file);

  bool is_big() const { return big_; }
  // Of an integer tag; empty when it is not there.
  std::vector<std::uint64_t> integers(TiffTag tag) const;

  void remove(TiffTag tag);
  // Replace, or add.
  void set_shorts(TiffTag tag, std::span<const std::uint16_t> values);
  void set_longs(TiffTag tag, std::span<const std::uint64_t> values);  // 64 bits each in BigTIFF
  void set_text(TiffTag tag, const std::string& text);

  // A file's first bytes, where the directory's place is still missing.
  std::vector<std::byte> header() const;
  // Writes the directory to the end of a file that begins with header(), and its place into that.
  void append_to(TemporaryFile& file) const;

 private:
  struct Entry {
    TiffTag tag{};
    std::uint16_t type = 0;
    std::uint64_t count = 0;
    std::vector<std::byte> value;
  };
  std::size_t offset_size() const { return big_ ? 8 : 4; }
  void set(Entry entry);

  bool big_ = false;
  std::vector<Entry> entries_;  // by tag
};

}  // namespace orograph
