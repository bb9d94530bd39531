// SPDX-License-Identifier: MIT
// What check_image_spec refuses, and that its answers name the key and the way out.
#include <catch2/catch.hpp>
#include <limits>
#include <string>

#include "runtime/image_spec.hpp"

using namespace orograph;
using Catch::Matchers::Contains;

namespace {

ImageSpec spec_of(ImageFormat format, SampleType type) {
  ImageSpec spec;
  spec.format = format;
  spec.type = type;
  spec.width = 64;
  spec.height = 32;
  spec.channels = {"Y"};
  if (type != SampleType::f32 && type != SampleType::f16) spec.range = {{0, 1800}};
  return spec;
}

ImageSpecProblem only_problem(const ImageSpec& spec) {
  const auto problems = check_image_spec(spec);
  REQUIRE(problems.size() == 1);
  return problems.front();
}

void check_problem(const ImageSpec& spec, const std::string& field, const std::string& message,
                   const std::string& help) {
  const ImageSpecProblem problem = only_problem(spec);
  CHECK(problem.field == field);
  CHECK_THAT(problem.message, Contains(message));
  CHECK_THAT(problem.help, Contains(help));
}

}  // namespace

TEST_CASE("the file's ending chooses the format", "[image_spec]") {
  CHECK(image_format_of("island.exr") == ImageFormat::exr);
  CHECK(image_format_of("a/b.c/ISLAND.TIF") == ImageFormat::tiff);
  CHECK(image_format_of("island.Tiff") == ImageFormat::tiff);
  CHECK(image_format_of("island.png") == ImageFormat::png);
  CHECK(image_format_of("island.r16") == ImageFormat::r16);
  CHECK(image_format_of("island.r32") == ImageFormat::r32);
  CHECK_FALSE(image_format_of("island.jpg"));
  CHECK_FALSE(image_format_of("island"));
  CHECK_FALSE(image_format_of("exr"));
  for (const std::string_view ending : image_endings()) CHECK(image_format_of(std::string("a").append(ending)));
}

TEST_CASE("each format takes its own types", "[image_spec]") {
  using enum SampleType;
  using enum ImageFormat;
  const auto holds = [](ImageFormat format, SampleType type) {
    return check_image_spec(spec_of(format, type)).empty();
  };
  const SampleType types[] = {f32, f16, u8, u16, u32};
  const bool expected[5][5] = {{true, true, false, false, true},
                               {true, true, true, true, true},
                               {false, false, true, true, false},
                               {false, false, false, true, false},
                               {true, false, false, false, true}};
  const ImageFormat formats[] = {exr, tiff, png, r16, r32};
  for (int f = 0; f < 5; ++f) {
    for (int t = 0; t < 5; ++t) {
      CAPTURE(f, t);
      CHECK(holds(formats[f], types[t]) == expected[f][t]);
    }
  }
  check_problem(spec_of(png, f32), "type", "PNG files cannot hold float samples",
                "write 'type: uint16' or 'type: uint8'; float samples go into");
  check_problem(spec_of(exr, u16), "type", "EXR files cannot hold uint16 samples", ".tif, .tiff, .png, .r16");
  check_problem(spec_of(exr, u16), "type", "EXR", "write 'type: float', 'type: half' or 'type: uint32'; ");
  check_problem(spec_of(r16, u8), "type", ".r16", "write 'type: uint16'; ");
}

TEST_CASE("channels that a format cannot hold are refused", "[image_spec]") {
  ImageSpec spec = spec_of(ImageFormat::png, SampleType::u16);
  spec.channels = {"height"};
  check_problem(spec, "channels", "cannot hold the channels height", "name them Y");
  spec.channels = {"R", "G"};
  check_problem(spec, "channels", "R, G", "name them Y");
  spec.channels = {"A", "B", "G", "R"};
  CHECK(check_image_spec(spec).empty());
  spec = spec_of(ImageFormat::r16, SampleType::u16);
  spec.channels = {"height", "mask"};
  check_problem(spec, "channels", ".r16 files hold at most 1 channel, not 2", "one file a channel");
  spec = spec_of(ImageFormat::exr, SampleType::f32);
  spec.channels = {"height", "mask", "height"};
  check_problem(spec, "channels", "two channels are named 'height'", "own name");
  spec.channels = {};
  check_problem(spec, "channels", "needs a channel", "channels: {");
  spec.channels = {""};
  check_problem(spec, "channels", "empty name", "name it");
  spec.channels = {std::string(256, 'h')};
  check_problem(spec, "channels", "cannot be a channel's name", "255");
}

TEST_CASE("integers need a range and floats have none", "[image_spec]") {
  ImageSpec spec = spec_of(ImageFormat::tiff, SampleType::u16);
  spec.range.reset();
  check_problem(spec, "range", "uint16 samples need a range", "codes 0 and 65535");
  spec.type = SampleType::u32;
  check_problem(spec, "range", "uint32 samples need a range", "codes 0 and 4294967295");
  spec.range = {{5, 5}};
  check_problem(spec, "range", "the range [5, 5] is empty", "LO, HI");
  constexpr double inf = std::numeric_limits<double>::infinity();
  spec.range = {{0, inf}};
  check_problem(spec, "range", "not finite", "LO, HI");
  spec.range = {{-1e308, 1e308}};
  check_problem(spec, "range", "not finite", "LO, HI");
  spec.range = {{1800, 0}};
  CHECK(check_image_spec(spec).empty());
  spec = spec_of(ImageFormat::tiff, SampleType::f32);
  spec.range = {{0, 1}};
  check_problem(spec, "range", "float samples hold real values", "remove 'range'");
}

TEST_CASE("only lossless compressions are offered, and lossy ones are told why not", "[image_spec]") {
  for (const ImageFormat format : {ImageFormat::exr, ImageFormat::tiff}) {
    for (const std::string_view compression : compressions_of(format)) {
      ImageSpec spec = spec_of(format, SampleType::f32);
      spec.compression = compression;
      CHECK(check_image_spec(spec).empty());
    }
  }
  CHECK(compressions_of(ImageFormat::exr).front() == "zip");
  CHECK(compressions_of(ImageFormat::tiff).front() == "deflate");
  ImageSpec spec = spec_of(ImageFormat::exr, SampleType::f16);
  for (const char* lossy : {"pxr24", "b44", "b44a", "dwaa", "dwab", "jpeg"}) {
    spec.compression = lossy;
    check_problem(spec, "compression", std::string("'") + lossy + "' loses precision", "zip, zips, piz, rle, none");
  }
  spec.compression = "zpi";
  check_problem(spec, "compression", "unknown compression 'zpi' of EXR files", "piz");
}

TEST_CASE("tiles are multiples of 16, in EXR and TIFF", "[image_spec]") {
  ImageSpec spec = spec_of(ImageFormat::exr, SampleType::f32);
  spec.tile = 64;
  CHECK(check_image_spec(spec).empty());
  spec.tile = 100;
  check_problem(spec, "tile", "the tile side 100", "tile: 96");
  spec.tile = -16;
  check_problem(spec, "tile", "the tile side -16", "tile: 16");
  spec.tile = std::int64_t{1} << 40;
  check_problem(spec, "tile", "multiple of 16", "tile: 65536");
  spec.tile = 65536;
  check_problem(spec, "tile", "2 GiB", "smaller tile");
  spec = spec_of(ImageFormat::png, SampleType::u16);
  spec.tile = 64;
  check_problem(spec, "tile", "PNG files have no tiles", "remove 'tile'");
}

TEST_CASE("sides beyond a format's limit are refused", "[image_spec]") {
  ImageSpec spec = spec_of(ImageFormat::png, SampleType::u16);
  spec.width = 1'000'001;
  check_problem(spec, "file", "at most 1000000 a side", "windows");
  spec = spec_of(ImageFormat::exr, SampleType::f32);
  spec.height = std::int64_t{1} << 30;
  check_problem(spec, "file", "at most 1073741822 a side", "windows");
  spec.height = 0;
  check_problem(spec, "file", "has no pixels", "at least 1");
  spec.height = 16;
  spec.width = 1073741822;
  check_problem(spec, "file", "2 GiB", "tile");
}

TEST_CASE("all problems of a spec are found at once", "[image_spec]") {
  ImageSpec spec = spec_of(ImageFormat::png, SampleType::f32);
  spec.channels = {"height"};
  spec.range = {{0, 1}};
  spec.compression = "lzw";
  spec.tile = 7;
  CHECK(check_image_spec(spec).size() == 5);
}
