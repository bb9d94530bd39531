// SPDX-License-Identifier: MIT
// ImageWriter: rows of float channels to an image file that appears whole or not at all. Writes a temporary file
// beside the target, streams rows into it, and renames it at the end; destruction without finish() removes it.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orograph {

enum class ImageFormat { exr, tiff, png, r16, r32 };
enum class PixelType { f32, f16, u8, u16, u32 };

// By the file's ending, in any case: .exr, .tif, .tiff, .png, .r16, .r32; nullopt otherwise.
std::optional<ImageFormat> image_format_of(std::string_view file);
std::span<const std::string_view> image_endings();

struct ImageAttributes {
  std::string units;                      // of one world unit and of heights; may be empty
  std::array<double, 4> world_box{};      // x0, y0, x1, y1: the outer edges (area) or outermost samples (point)
  std::array<double, 2> spacing{1, 1};
  std::string registration = "area";      // or "point"
  std::string recipe_hash;                // 16 hexadecimal digits
  std::string tool_version;
};

struct ImageSpec {
  ImageFormat format = ImageFormat::exr;
  PixelType type = PixelType::f32;
  std::int64_t width = 0, height = 0;     // pixels
  std::vector<std::string> channels;      // in the order of the rows passed to write_rows
  std::optional<std::array<double, 2>> range;   // integers: values of code 0 and of the highest code
  // Bit c set: channel c's guaranteed bounds lie inside `range`, so no sample of it is counted.
  std::vector<bool> in_range;
  std::string compression;                // empty: the format's default
  std::int64_t tile = 0;                  // EXR, TIFF: tile side, a multiple of 16; 0 for scanlines or strips
  ImageAttributes attributes;
  int threads = 0;                        // for the encoder; 0: one per core
};

// What is wrong with a spec before any pixel is made: a format that cannot hold the type or the channels, a
// missing or empty range, an unknown or lossy compression, a tile that is no multiple of 16. `field` says which
// recipe key is at fault ("type", "channels", "range", "compression", "tile", "file").
struct ImageSpecProblem {
  std::string field;
  std::string message;
  std::string help;
};
std::vector<ImageSpecProblem> check_image_spec(const ImageSpec& spec);

// Compressions a format offers, its default first.
std::span<const std::string_view> compressions_of(ImageFormat format);

// Integer code of v: round((v - lo) / (hi - lo) * max), halves away from zero, computed in double precision;
// `clamped` counts values outside the range. hi < lo is allowed (an inverted range).
struct Quantized {
  std::uint64_t clamped_low = 0, clamped_high = 0;
};

class ImageWriter {
 public:
  // Creates missing folders and the temporary file. Throws SystemError (the file, the reason in words).
  ImageWriter(std::filesystem::path target, ImageSpec spec);
  ~ImageWriter();   // removes the temporary file unless finish() succeeded
  ImageWriter(const ImageWriter&) = delete;
  ImageWriter& operator=(const ImageWriter&) = delete;

  // The next `rows` rows of every channel: channels[c] points to rows * stride floats. Rows come in order.
  // Throws SystemError when the disk is full or the file cannot be written.
  void write_rows(std::span<const float* const> channels, std::int64_t rows, std::int64_t stride);

  // Ends the file and checks that everything reached the disk; it still has its temporary name.
  void complete();
  // Completes the file unless that is done, and renames it onto the target.
  void finish();

  // Rows to pass at once so that no encoder block is split (16 for zip, the tile side for tiles, ...).
  std::int64_t preferred_rows() const;
  // Per channel, after the last row.
  std::span<const Quantized> quantized() const;
  const std::filesystem::path& target() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Removes temporary files of writers still open: for a signal handler's clean-up path, called from a normal
// thread, never from the handler itself.
void remove_unfinished_files();

}  // namespace orograph
