// SPDX-License-Identifier: MIT
// ImageSpec: what an image file is to be, its format, samples, size, channels and what it says about itself; and what
// is wrong with one, before any pixel is made.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/image_format.hpp"
#include "graph/recipe.hpp"

namespace orograph {

struct ImageAttributes {
  std::string units;                  // of one world unit and of heights; may be empty
  std::array<double, 4> world_box{};  // x0, y0, x1, y1: the outer edges (area) or outermost samples (point)
  std::array<double, 2> spacing{1, 1};
  std::string registration = "area";  // or "point"
  std::string recipe_hash;            // 16 hexadecimal digits
  std::string tool_version;
};

struct ImageSpec {
  ImageFormat format = ImageFormat::exr;
  SampleType type = SampleType::f32;
  std::int64_t width = 0, height = 0;          // pixels
  std::vector<std::string> channels;           // in the order of the rows passed to write_rows
  std::optional<std::array<double, 2>> range;  // integers: values of code 0 and of the highest code
  // Channel c's guaranteed bounds lie inside `range`, or the halves: no sample of it is checked. Empty: none do.
  std::vector<bool> in_range;
  std::vector<float> steps;  // channel c is rounded to multiples of steps[c]; 0: stored as computed. Empty: all are
  std::string compression;   // empty: the format's default
  std::int64_t tile = 0;     // EXR, TIFF: tile side, a multiple of 16; 0 for scanlines or strips
  ImageAttributes attributes;
  int threads = 0;  // for the encoder; 0: one per core
};

// What is wrong with a spec before any pixel is made: a format that cannot hold the type or the channels, a
// missing or empty range, an unknown or lossy compression, a tile that is no multiple of 16. `field` says which
// recipe key is at fault ("type", "channels", "range", "precision", "compression", "tile", "file").
struct ImageSpecProblem {
  std::string field;
  std::string message;
  std::string help;
};
std::vector<ImageSpecProblem> check_image_spec(const ImageSpec& spec);

// Compressions a format offers and samples it can hold, its default first.
std::span<const std::string_view> compressions_of(ImageFormat format);
std::span<const SampleType> sample_types_of(ImageFormat format);

}  // namespace orograph
