// SPDX-License-Identifier: MIT
// Files read back exactly in every format, and appear whole or not at all. Reading goes through OpenImageIO's
// readers, raw files and PNG chunks byte by byte.
#include "runtime/image_writer.hpp"

#include <Imath/half.h>
#include <OpenImageIO/imageio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "graph/diagnostic.hpp"
#include "runtime/encoder_settings.hpp"
#include "runtime/image_layout.hpp"
#include "runtime/image_library.hpp"
#include "runtime/image_sink.hpp"
#include "runtime/memory_sink.hpp"
#include "runtime/temporary_file.hpp"

using namespace orograph;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "orograph-image-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
    fs::permissions(path_, fs::perms::all);  // children of some tests are other users
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(const std::string& name) const { return path_ / name; }
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(path_)) names.insert(entry.path().filename().string());
    return names;
  }

 private:
  fs::path path_;
};

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

ImageSpec spec_of(const fs::path& file, SampleType type, std::vector<std::string> channels, std::int64_t width,
                  std::int64_t height) {
  ImageSpec spec;
  spec.format = image_format_of(file.string()).value();
  spec.type = type;
  spec.width = width;
  spec.height = height;
  spec.channels = std::move(channels);
  if (type != SampleType::f32 && type != SampleType::f16) spec.range = {{-400, 1800}};
  spec.attributes = {"m", {-4096, 0.1, 4096, 8192}, {4, 0.125}, "point", "0123456789abcdef", "0.1.0"};
  spec.threads = 2;
  return spec;
}

// Differs between channels, columns and rows; some beyond the range; irregular low bits.
float sample(std::size_t channel, std::int64_t x, std::int64_t y) {
  const auto c = static_cast<double>(channel);
  return static_cast<float>(700 + 300 * c +
                            1100 * std::sin(0.37 * static_cast<double>(x) + 0.71 * c) *
                                std::cos(0.21 * static_cast<double>(y)) -
                            1e-3 * static_cast<double>(x * y));
}

// `batches` are the numbers of rows passed at once, repeated until the image is full.
void write(const fs::path& file, const ImageSpec& spec, const std::vector<std::int64_t>& batches = {7},
           std::int64_t memory = writer_memory) {
  const std::int64_t stride = spec.width + 3;
  ImageWriter writer(file, spec, memory);
  std::int64_t y = 0;
  for (std::size_t batch = 0; y < spec.height; ++batch) {
    const std::int64_t rows = std::min(batches[batch % batches.size()], spec.height - y);
    std::vector<std::vector<float>> planes;
    for (std::size_t c = 0; c < spec.channels.size(); ++c) {
      auto& plane = planes.emplace_back(static_cast<std::size_t>(rows * stride), -1e30F);
      for (std::int64_t i = 0; i < rows * stride; ++i) {
        if (i % stride < spec.width) plane[static_cast<std::size_t>(i)] = sample(c, i % stride, y + i / stride);
      }
    }
    std::vector<const float*> pointers;
    for (const auto& plane : planes) pointers.push_back(plane.data());
    writer.write_rows(pointers, rows, stride);
    y += rows;
  }
  writer.finish();
}

std::uint64_t stored(float value, const ImageSpec& spec) {
  const auto code = [&](double max) {
    const double scaled = std::round((static_cast<double>(value) + 400) / 2200 * max);
    return static_cast<std::uint64_t>(std::clamp(scaled, 0.0, max));
  };
  switch (spec.type) {
    case SampleType::f32:
      return std::bit_cast<std::uint32_t>(value);
    case SampleType::f16:
      return half(value).bits();
    case SampleType::u8:
      return code(255);
    case SampleType::u16:
      return code(65535);
    case SampleType::u32:
      return code(4294967295.0);
  }
  return 0;
}

std::size_t size_of(SampleType type) {
  return type == SampleType::u8 ? 1 : type == SampleType::f16 || type == SampleType::u16 ? 2 : 4;
}

std::uint64_t little_endian(const unsigned char* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

struct Picture {
  OIIO::ImageSpec spec;
  std::vector<unsigned char> bytes;
};

Picture read(const fs::path& file) {
  OIIO::ImageSpec as_stored;
  as_stored.attribute("oiio:UnassociatedAlpha", 1);
  const auto input = OIIO::ImageInput::open(file.string(), &as_stored);
  REQUIRE(input);
  Picture picture{input->spec(), {}};
  picture.bytes.resize(picture.spec.image_bytes(true));
  REQUIRE(input->read_image(0, 0, 0, -1, OIIO::TypeDesc::UNKNOWN, picture.bytes.data()));
  return picture;
}

// `position(c)`: where channel c of the spec stands in the file.
void check_pixels(const std::vector<unsigned char>& bytes, const ImageSpec& spec,
                  const std::function<std::size_t(std::size_t)>& position) {
  const std::size_t size = size_of(spec.type);
  const std::size_t count = spec.channels.size();
  REQUIRE(bytes.size() == static_cast<std::size_t>(spec.width * spec.height) * count * size);
  for (std::size_t c = 0; c < count; ++c) {
    const std::size_t place = position(c);
    for (std::int64_t i = 0; i < spec.width * spec.height; ++i) {
      const auto offset = (static_cast<std::size_t>(i) * count + place) * size;
      const auto expected = stored(sample(c, i % spec.width, i / spec.width), spec);
      if (little_endian(bytes.data() + offset, size) != expected) {
        FAIL("channel " << spec.channels[c] << " at " << i % spec.width << ", " << i / spec.width);
      }
    }
  }
}

void check_round_trip(const fs::path& file, const ImageSpec& spec, const std::vector<std::int64_t>& batches = {7}) {
  CAPTURE(file.filename().string(), static_cast<int>(spec.type), spec.width, spec.height, spec.compression, spec.tile,
          spec.channels);
  write(file, spec, batches);
  const Picture picture = read(file);
  REQUIRE(picture.spec.width == spec.width);
  REQUIRE(picture.spec.height == spec.height);
  REQUIRE(picture.spec.nchannels == static_cast<int>(spec.channels.size()));
  REQUIRE(picture.spec.tile_width == spec.tile);
  REQUIRE(picture.spec.format.size() == size_of(spec.type));
  const auto& names = picture.spec.channelnames;
  check_pixels(picture.bytes, spec, [&](std::size_t c) {
    if (spec.format == ImageFormat::tiff) return c;  // its readers make names up
    const auto found = std::find(names.begin(), names.end(), spec.channels[c]);
    REQUIRE(found != names.end());
    return static_cast<std::size_t>(found - names.begin());
  });
}

const std::vector<std::pair<std::int64_t, std::int64_t>> sizes = {{1, 1}, {1, 7}, {33, 17}, {300, 5}};

struct PngChunk {
  std::string name;
  std::string data;
};
std::vector<PngChunk> png_chunks(const std::string& file) {
  std::vector<PngChunk> chunks;
  for (std::size_t at = 8; at + 12 <= file.size();) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) size = size << 8 | static_cast<unsigned char>(file[at + i]);
    chunks.push_back({file.substr(at + 4, 4), file.substr(at + 8, size)});
    at += 12 + size;
  }
  return chunks;
}

// Runs `body` in a child process: its limits, user and file mask are its own. True when it returned true.
bool in_child(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    bool passed = false;
    try {
      passed = body();
    } catch (...) {
    }
    ::_exit(passed ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string system_error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const SystemError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("EXR files read back exactly, every channel under its own name", "[image_writer]") {
  const Folder folder;
  const std::vector<std::string> names = {"B",      "G",    "R",        "A",        "Z",
                                          "height", "mask", "normal.X", "normal.Y", "layer.a"};
  for (const SampleType type : {SampleType::f32, SampleType::f16, SampleType::u32}) {
    for (const auto& [width, height] : sizes) {
      for (const std::string_view compression : compressions_of(ImageFormat::exr)) {
        for (const std::int64_t tile : {0, 32}) {
          ImageSpec spec = spec_of("a.exr", type, names, width, height);
          spec.compression = compression;
          spec.tile = tile;
          check_round_trip(folder / "a.exr", spec);
        }
      }
      check_round_trip(folder / "a.exr", spec_of("a.exr", type, {"Y"}, width, height));
    }
  }
}

TEST_CASE("TIFF files read back exactly, channels in the order written", "[image_writer]") {
  const Folder folder;
  const std::vector<std::string> names = {"height", "mask", "A", "B", "flow"};
  for (const SampleType type : {SampleType::f32, SampleType::f16, SampleType::u8, SampleType::u16, SampleType::u32}) {
    for (const auto& [width, height] : sizes) {
      for (const std::string_view compression : compressions_of(ImageFormat::tiff)) {
        for (const std::int64_t tile : {0, 32}) {
          for (std::size_t count = 1; count <= names.size(); ++count) {
            ImageSpec spec = spec_of(
                "a.tif", type, {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count)}, width, height);
            spec.compression = compression;
            spec.tile = tile;
            check_round_trip(folder / "a.tif", spec);
          }
        }
      }
    }
  }
}

TEST_CASE("PNG files read back exactly, in PNG's channel order", "[image_writer]") {
  const Folder folder;
  for (const SampleType type : {SampleType::u8, SampleType::u16}) {
    for (const auto& [width, height] : sizes) {
      for (const auto& channels : std::vector<std::vector<std::string>>{
               {"Y"}, {"Y", "A"}, {"A", "Y"}, {"R", "G", "B"}, {"B", "R", "G"}, {"A", "B", "G", "R"}}) {
        check_round_trip(folder / "a.png", spec_of("a.png", type, channels, width, height));
      }
    }
  }
}

TEST_CASE("raw files hold the little-endian samples and nothing else", "[image_writer]") {
  const Folder folder;
  for (const auto& [name, type] : std::vector<std::pair<std::string, SampleType>>{
           {"a.r16", SampleType::u16}, {"a.r32", SampleType::f32}, {"a.r32", SampleType::u32}}) {
    for (const auto& [width, height] : sizes) {
      const ImageSpec spec = spec_of(name, type, {"height"}, width, height);
      write(folder / name, spec);
      const std::string bytes = bytes_of(folder / name);
      check_pixels({bytes.begin(), bytes.end()}, spec, [](std::size_t c) { return c; });
    }
  }
}

TEST_CASE("rows may come in any batches, over several bands", "[image_writer]") {
  const Folder folder;
  for (const auto& [name, type, tile] :
       std::vector<std::tuple<std::string, SampleType, std::int64_t>>{{"a.exr", SampleType::f32, 0},
                                                                      {"a.exr", SampleType::f16, 64},
                                                                      {"a.tif", SampleType::u16, 0},
                                                                      {"a.tif", SampleType::f32, 0},
                                                                      {"a.tif", SampleType::u16, 16},
                                                                      {"a.png", SampleType::u16, 0},
                                                                      {"a.r16", SampleType::u16, 0}}) {
    ImageSpec spec = spec_of(name, type, {"Y"}, 501, 323);
    spec.tile = tile;
    write(folder / name, spec, {323});
    const std::string whole = bytes_of(folder / name);
    for (const std::vector<std::int64_t>& batches :
         std::vector<std::vector<std::int64_t>>{{1}, {16}, {5, 0, 17, 100}}) {
      write(folder / name, spec, batches);
      CHECK(bytes_of(folder / name) == whole);
    }
  }
  // Images of several bands.
  for (const auto& [name, tile] :
       std::vector<std::pair<std::string, std::int64_t>>{{"b.exr", 0}, {"b.exr", 64}, {"b.tif", 0}, {"b.tif", 256}}) {
    ImageSpec spec = spec_of(name, SampleType::f32, {"Y"}, 4100, 1030);
    spec.compression = "none";
    spec.tile = tile;
    check_round_trip(folder / name, spec, {100});
  }
}

TEST_CASE("the same pixels make the same bytes, whatever the time and the threads", "[image_writer]") {
  const Folder folder;
  for (const auto& [name, tile] : std::vector<std::pair<std::string, std::int64_t>>{
           {"a.exr", 0}, {"a.exr", 32}, {"a.tif", 0}, {"a.tif", 32}, {"a.png", 0}}) {
    ImageSpec spec = spec_of(name, name == "a.exr" ? SampleType::f32 : SampleType::u16, {"Y"}, 333, 217);
    spec.tile = tile;
    write(folder / name, spec);
    const std::string first = bytes_of(folder / name);
    spec.threads = 1;
    write(folder / name, spec);
    CHECK(bytes_of(folder / name) == first);
    CHECK_FALSE(read(folder / name).spec.find_attribute("DateTime"));
  }
}

TEST_CASE("images of many pieces have the same bytes, whatever the threads, the memory and the rows at once",
          "[image_writer]") {
  const Folder folder;
  for (const auto& [name, type, tile] :
       std::vector<std::tuple<std::string, SampleType, std::int64_t>>{{"a.exr", SampleType::f32, 0},
                                                                      {"a.exr", SampleType::f32, 64},
                                                                      {"a.exr", SampleType::f16, 800},
                                                                      {"a.tif", SampleType::u16, 0},
                                                                      {"a.tif", SampleType::f32, 64},
                                                                      {"a.png", SampleType::u16, 0},
                                                                      {"a.png", SampleType::u8, 0}}) {
    CAPTURE(name, tile);
    ImageSpec spec = spec_of(name, type, {"A", "Y"}, 901, 600);
    spec.tile = tile;
    spec.threads = 1;
    check_round_trip(folder / name, spec, {600});
    const std::string first = bytes_of(folder / name);
    for (const int threads : {2, 16})
      for (const std::int64_t memory : {std::int64_t{1}, writer_memory}) {
        spec.threads = threads;
        write(folder / name, spec, {101}, memory);
        CHECK(bytes_of(folder / name) == first);
      }
  }
}

TEST_CASE("an EXR put together from pieces is the one that the encoder makes of the whole", "[image_writer]") {
  const Folder folder;
  for (const std::string_view compression : compressions_of(ImageFormat::exr))
    for (const std::int64_t tile : {0, 64}) {
      CAPTURE(compression, tile);
      ImageSpec spec = spec_of("a.exr", SampleType::f32, {"a name of more than thirty-one letters", "b"}, 701, 333);
      spec.compression = compression;
      spec.tile = tile;
      write(folder / "a.exr", spec);
      std::vector<float> pixels;
      for (std::int64_t i = 0; i < spec.width * spec.height; ++i)
        for (std::size_t c = 0; c < 2; ++c) pixels.push_back(sample(c, i % spec.width, i / spec.width));
      MemorySink memory(0);
      std::string reason;
      const auto encoder =
          image_library().open(memory, encoder_settings(folder / "a.exr", spec, layout_of(spec)), reason);
      REQUIRE(encoder);
      const auto bytes = std::as_bytes(std::span(pixels));
      REQUIRE(encoder->write(bytes.data(), bytes.size() / static_cast<std::size_t>(spec.height), 0, spec.height));
      REQUIRE(encoder->close());
      const std::vector<std::byte> whole = memory.take();
      const std::string written = bytes_of(folder / "a.exr");
      CHECK(std::ranges::equal(std::as_bytes(std::span(written)), whole));
    }
}

TEST_CASE("an EXR that names no compression holds the same samples, the noise of floats stored", "[image_writer]") {
  const Folder folder;
  for (const std::int64_t tile : {0, 64}) {
    ImageSpec spec = spec_of("a.exr", SampleType::f32, {"a", "b"}, 700, 300);
    spec.tile = tile;
    check_round_trip(folder / "usual.exr", spec);
    const OIIO::ImageSpec usual = read(folder / "usual.exr").spec;
    CHECK(usual.get_string_attribute("compression") == "zip");
    spec.compression = "zip";
    check_round_trip(folder / "zip.exr", spec);
    CHECK(bytes_of(folder / "usual.exr") != bytes_of(folder / "zip.exr"));
  }
}

TEST_CASE("a writer keeps to its memory with smaller bands and fewer threads", "[image_writer]") {
  for (const std::string_view compression : compressions_of(ImageFormat::exr))
    for (const std::size_t channels : {1U, 4U, 16U})
      for (const std::int64_t width : {512, 16384, 65536})
        for (const int threads : {1, 2, 16, 1024}) {
          CAPTURE(compression, channels, width, threads);
          ImageSpec spec = spec_of("a.exr", SampleType::f32, std::vector<std::string>(channels), width, 100000);
          spec.compression = compression;
          spec.threads = threads;
          const ImageLayout layout = layout_of(spec);
          CHECK(layout.band_rows % layout.piece_rows == 0);
          // The least there is: one block, its copies.
          CHECK((layout.memory <= writer_memory ||
                 (layout.band_rows == layout.block_rows && layout.memory <= 7 * block_bytes(spec))));
          if (threads == 16 && channels == 1 && width <= 16384) CHECK(layout.threads == 16);
        }
}

TEST_CASE("TIFFs of more pixels than 32 bits count are BigTIFFs from their first byte", "[image_writer]") {
  const Folder folder;
  // Of the first rows, since none can be written whole here.
  const auto head = [&](std::int64_t height) {
    ImageSpec spec = spec_of("a.tif", SampleType::u8, {"height"}, 65536, height);
    spec.compression = "none";
    const ImageLayout layout = layout_of(spec);
    ImageWriter writer(folder / "a.tif", spec);
    const std::vector<float> row(65536, 1.0F);
    const float* plane = row.data();
    for (std::int64_t y = 0; y < layout.band_rows; ++y) writer.write_rows({&plane, 1}, 1, 65536);
    const std::set<std::string> files = folder.files();
    return bytes_of(folder / *files.begin()).substr(0, 8);
  };
  const std::string classic("II\x2a\0\0\0\0\0", 8);
  const std::string big("II\x2b\0\x08\0\0\0", 8);
  constexpr std::int64_t most_classic_rows = 3'900'000'000 / 65536;
  CHECK(head(most_classic_rows) == classic);
  CHECK(head(most_classic_rows + 1) == big);
}

TEST_CASE("BigTIFFs read back exactly, with their channels' names", "[image_writer]") {
  const Folder folder;
  for (const SampleType type : {SampleType::u16, SampleType::f32})
    for (const std::int64_t tile : {0, 64}) {
      ImageSpec spec = spec_of("a.tif", type, {"height", "mask", "flow"}, 701, 333);
      spec.tile = tile;
      write(folder / "a.tif", spec);
      const Picture classic = read(folder / "a.tif");
      ImageLayout layout = layout_of(spec);
      layout.big_tiff = true;  // as a file of gigabytes would have it
      const std::size_t row_bytes = static_cast<std::size_t>(layout.row_pixels) * layout.pixel_bytes;
      const auto rows = static_cast<std::size_t>(round_up(spec.height, layout.block_rows));
      std::vector<std::byte> pixels(row_bytes * rows);
      const auto bytes = std::as_bytes(std::span(classic.bytes));
      const std::size_t given = static_cast<std::size_t>(spec.width) * layout.pixel_bytes;
      for (std::size_t y = 0; y < static_cast<std::size_t>(spec.height); ++y)
        std::ranges::copy(bytes.subspan(y * given, given), pixels.data() + y * row_bytes);
      TemporaryFile file(folder / "big.tif");
      const auto sink = open_sink(file, spec, layout);
      sink->write(pixels.data(), 0, tile > 0 ? static_cast<std::int64_t>(rows) : spec.height);
      sink->close();
      TemporaryFile* const files[] = {&file};
      TemporaryFile::commit_all(files);
      CHECK(bytes_of(folder / "big.tif").substr(0, 4) == std::string("II\x2b\0", 4));
      const Picture big = read(folder / "big.tif");
      CHECK(big.bytes == classic.bytes);
      CHECK(big.spec.width == spec.width);
      CHECK(big.spec.height == spec.height);
      CHECK(big.spec.get_string_attribute("ImageDescription") ==
            classic.spec.get_string_attribute("ImageDescription"));
      CHECK_THAT(bytes_of(folder / "big.tif"),
                 Contains(R"(<Item name="DESCRIPTION" sample="1" role="description">mask</Item>)"));
    }
}

TEST_CASE("a PNG carries no colour and no time, only what its pixels are", "[image_writer]") {
  const Folder folder;
  for (const auto& channels : std::vector<std::vector<std::string>>{{"Y"}, {"Y", "A"}, {"R", "G", "B"}}) {
    write(folder / "a.png", spec_of("a.png", SampleType::u16, channels, 33, 17));
    std::set<std::string> names;
    for (const PngChunk& chunk : png_chunks(bytes_of(folder / "a.png"))) names.insert(chunk.name);
    for (const char* chunk : {"gAMA", "sRGB", "iCCP", "cHRM", "sBIT", "tIME"}) CHECK_FALSE(names.contains(chunk));
    CHECK(names.contains("IHDR"));
    CHECK(names.contains("IEND"));
    const OIIO::ImageSpec png = read(folder / "a.png").spec;
    CHECK(png.get_string_attribute("Software") == "orograph 0.1.0");
    CHECK(png.get_string_attribute("units") == "m");
    CHECK(png.get_string_attribute("worldBox") == "-4096 0.1 4096 8192");
    CHECK(png.get_string_attribute("range") == "-400 1800");
  }
}

TEST_CASE("files say what they are", "[image_writer]") {
  const Folder folder;
  write(folder / "a.exr", spec_of("a.exr", SampleType::f32, {"height"}, 8, 8));
  const OIIO::ImageSpec exr = read(folder / "a.exr").spec;
  CHECK(exr.get_string_attribute("orograph:units") == "m");
  CHECK(exr.get_string_attribute("orograph:worldBox") == "-4096 0.1 4096 8192");
  CHECK(exr.get_string_attribute("orograph:spacing") == "4 0.125");
  CHECK(exr.get_string_attribute("orograph:registration") == "point");
  CHECK(exr.get_string_attribute("orograph:recipeHash") == "0123456789abcdef");
  CHECK(exr.get_string_attribute("software") == "orograph 0.1.0");
  write(folder / "a.tif", spec_of("a.tif", SampleType::u16, {"height", "a \"quoted\" name"}, 8, 8));
  const OIIO::ImageSpec tiff = read(folder / "a.tif").spec;
  CHECK(tiff.get_string_attribute("ImageDescription") ==
        R"({"software": "orograph 0.1.0", "channels": ["height", "a \"quoted\" name"], "units": "m", )"
        R"("worldBox": [-4096, 0.1, 4096, 8192], "spacing": [4, 0.125], "registration": "point", )"
        R"("recipeHash": "0123456789abcdef", "range": [-400, 1800]})");
  CHECK(tiff.get_string_attribute("Software") == "orograph 0.1.0");
}

TEST_CASE("rounded channels hold multiples of their step, and the file says so", "[image_writer]") {
  const Folder folder;
  const std::vector<float> height = {0.3F, -0.3F, 1000.1F, 7}, mask = {0.3F, 0.1F, 0.9F, 1};
  const std::vector<const float*> planes = {height.data(), mask.data()};
  for (const SampleType type : {SampleType::f32, SampleType::f16}) {
    for (const std::string name : {"a.exr", "a.tif"}) {
      ImageSpec spec = spec_of(name, type, {"height", "mask"}, 4, 1);
      spec.steps = {0.25F, 0};
      ImageWriter writer(folder / name, spec);
      writer.write_rows(planes, 1, 4);
      writer.finish();
      const auto input = OIIO::ImageInput::open((folder / name).string());
      REQUIRE(input);
      std::vector<float> pixels(8);
      REQUIRE(input->read_image(0, 0, 0, -1, OIIO::TypeDesc::FLOAT, pixels.data()));
      const std::vector<float> wanted = {0.25F, -0.25F, 1000, 7};
      for (std::size_t i = 0; i < 4; ++i) {
        CHECK(pixels[2 * i] == wanted[i]);
        CHECK(pixels[2 * i + 1] == Approx(mask[i]).epsilon(type == SampleType::f32 ? 0 : 1e-3));
      }
      const std::string steps = R"({"height": 0.25})";
      if (name == "a.exr")
        CHECK(input->spec().get_string_attribute("orograph:steps") == steps);
      else
        CHECK_THAT(std::string(input->spec().get_string_attribute("ImageDescription")),
                   Contains("\"steps\": " + steps));
    }
  }
}

TEST_CASE("TIFF channels are data, named for GDAL, and colours only when named so", "[image_writer]") {
  const Folder folder;
  const auto attribute = [&](const std::vector<std::string>& channels, const char* name) {
    write(folder / "a.tif", spec_of("a.tif", SampleType::u16, channels, 8, 8));
    return read(folder / "a.tif").spec.get_int_attribute(name, -1);
  };
  constexpr int min_is_black = 1;
  constexpr int rgb = 2;
  CHECK(attribute({"height"}, "tiff:PhotometricInterpretation") == min_is_black);
  CHECK(attribute({"height", "mask", "flow"}, "tiff:PhotometricInterpretation") == min_is_black);
  CHECK(attribute({"a", "b", "c", "d", "e"}, "tiff:PhotometricInterpretation") == min_is_black);
  CHECK(attribute({"R", "G", "B", "A"}, "tiff:PhotometricInterpretation") == rgb);
  write(folder / "a.tif", spec_of("a.tif", SampleType::u8, {"height", "a<b&c"}, 8, 8));
  const std::string bytes = bytes_of(folder / "a.tif");
  CHECK_THAT(bytes, Contains(R"(<Item name="DESCRIPTION" sample="0" role="description">height</Item>)"));
  CHECK_THAT(bytes, Contains(R"(<Item name="DESCRIPTION" sample="1" role="description">a&lt;b&amp;c</Item>)"));
  CHECK_THAT(bytes, Contains(R"(<Item name="OFFSET" sample="1" role="offset">-400</Item>)"));
  CHECK_THAT(bytes, Contains(R"(<Item name="SCALE" sample="1" role="scale">8.627450980392156</Item>)"));
}

TEST_CASE("clamped samples are counted by channel, except where bounds are known", "[image_writer]") {
  const Folder folder;
  ImageSpec spec = spec_of("a.tif", SampleType::u16, {"low", "high", "known"}, 4, 2);
  spec.range = {{0, 10}};
  spec.in_range = {false, false, true};
  const std::vector<float> low = {-1, -2, 0, 5, 5, 5, 5, -3};
  const std::vector<float> high = {11, 5, 10, 5, 5, 5, 5, 12};
  ImageWriter writer(folder / "a.tif", spec);
#ifdef NDEBUG
  const std::vector<float>& known = high;  // a bound that does not hold: clamped, though nothing counts it
#else
  const std::vector<float> known(8, 5);
#endif
  const std::vector<const float*> planes = {low.data(), high.data(), known.data()};
  writer.write_rows(planes, 2, 4);
  CHECK(writer.quantized()[0].clamped_low == 3);
  CHECK(writer.quantized()[0].clamped_high == 0);
  CHECK(writer.quantized()[1].clamped_high == 2);
  CHECK(writer.quantized()[2].clamped_high == 0);
}

TEST_CASE("bands are whole blocks of the encoder", "[image_writer]") {
  const auto block_rows = [&](const std::string& name, const std::string& compression, std::int64_t tile) {
    ImageSpec spec = spec_of(name, SampleType::f32, {"height"}, 64, 1000);
    spec.compression = compression;
    spec.tile = tile;
    const ImageLayout layout = layout_of(spec);
    CHECK(layout.band_rows % layout.block_rows == 0);
    return layout.block_rows;
  };
  CHECK(block_rows("a.exr", "", 0) == 16);
  CHECK(block_rows("a.exr", "piz", 0) == 32);
  CHECK(block_rows("a.exr", "zips", 0) == 1);
  CHECK(block_rows("a.exr", "zip", 128) == 128);
  CHECK(block_rows("a.tif", "", 64) == 64);
}

TEST_CASE("a file appears at finish() and not before", "[image_writer]") {
  const Folder folder;
  for (const std::string name : {"a.exr", "a.tif", "a.png", "a.r16"}) {
    const SampleType type = name == "a.exr" ? SampleType::f32 : SampleType::u16;
    put(folder / name, "old");
    {
      ImageWriter writer(folder / name, spec_of(name, type, {"Y"}, 64, 64));
      const std::vector<float> rows(64 * 32, 1.0F);
      const float* plane = rows.data();
      writer.write_rows({&plane, 1}, 32, 64);
      CHECK(bytes_of(folder / name) == "old");
      CHECK(folder.files().size() == 2);
      CHECK_THROWS_AS(writer.finish(), InternalError);
    }
    CHECK(folder.files() == std::set<std::string>{name});
    CHECK(bytes_of(folder / name) == "old");
    write(folder / name, spec_of(name, type, {"Y"}, 64, 64));
    CHECK(folder.files() == std::set<std::string>{name});
    CHECK(bytes_of(folder / name) != "old");
    fs::remove(folder / name);
  }
}

TEST_CASE("unfinished files can be removed from elsewhere", "[image_writer]") {
  const Folder folder;
  ImageWriter first(folder / "a.exr", spec_of("a.exr", SampleType::f32, {"Y"}, 4, 4));
  ImageWriter second(folder / "b.r32", spec_of("b.r32", SampleType::f32, {"Y"}, 4, 4));
  CHECK(folder.files().size() == 2);
  remove_temporary_files();
  CHECK(folder.files().empty());
  const std::vector<float> rows(16, 1.0F);
  const float* plane = rows.data();
  second.write_rows({&plane, 1}, 4, 4);
  CHECK_THROWS_AS(second.finish(), SystemError);
  CHECK(folder.files().empty());
}

TEST_CASE("a full disk is an error in every format, and leaves what was there", "[image_writer]") {
  const Folder folder;
  for (const auto& [name, compression, tile] :
       std::vector<std::tuple<std::string, std::string, std::int64_t>>{{"a.exr", "zip", 0},
                                                                       {"a.exr", "none", 0},
                                                                       {"a.exr", "zip", 64},
                                                                       {"a.tif", "deflate", 0},
                                                                       {"a.tif", "none", 0},
                                                                       {"a.tif", "deflate", 64},
                                                                       {"a.png", "", 0},
                                                                       {"a.r16", "", 0}}) {
    const SampleType type = name == "a.exr" ? SampleType::f32 : SampleType::u16;
    ImageSpec spec = spec_of(name, type, {"Y"}, 200, 150);
    spec.compression = compression;
    spec.tile = tile;
    spec.threads = 1;  // no other survives the fork
    write(folder / "whole", spec);
    const auto size = static_cast<rlim_t>(fs::file_size(folder / "whole"));
    fs::remove(folder / "whole");
    put(folder / name, "old");
    // At once, in the middle, and in the last byte, which the encoders write while closing.
    for (const rlim_t limit : {rlim_t{0}, rlim_t{1000}, size / 2, size - 1}) {
      CAPTURE(name, compression, tile, limit, size);
      CHECK(in_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit full{limit, limit};
        ::setrlimit(RLIMIT_FSIZE, &full);
        const std::string message = system_error_of([&] { write(folder / name, spec); });
        return message == "cannot write '" + (folder / name).string() + "': File too large\n" +
                              "allow larger files, as with 'ulimit -f unlimited', or render parts with --window";
      }));
      CHECK(folder.files() == std::set<std::string>{name});
      CHECK(bytes_of(folder / name) == "old");
    }
    fs::remove(folder / name);
  }
}

TEST_CASE("places that cannot be written are named with the reason", "[image_writer]") {
  const Folder folder;
  const auto failure = [&](const fs::path& file) {
    return system_error_of([&] { write(file, spec_of("a.r32", SampleType::f32, {"Y"}, 4, 4)); });
  };
  fs::create_directory(folder / "folder.r32");
  CHECK_THAT(failure(folder / "folder.r32"), Contains("folder.r32': Is a directory"));
  put(folder / "file", "old");
  CHECK_THAT(failure(folder / "file/a.r32"), Contains("cannot create the folder") && Contains("Not a directory"));
  CHECK_THAT(failure(folder / (std::string(300, 'x') + ".r32")), Contains("File name too long"));
  CHECK_THAT(failure("/dev/null"), Contains("not a regular file"));
  CHECK(fs::is_character_file("/dev/null"));
  put(folder / "locked.r32", "old");
  fs::permissions(folder / "locked.r32", fs::perms::owner_read);
  const bool root = ::geteuid() == 0;  // no other can make a file of another user
  fs::create_directory(folder / "sticky");
  fs::permissions(folder / "sticky", fs::perms::all | fs::perms::sticky_bit);
  put(folder / "sticky/a.r32", "old");
  fs::permissions(folder / "sticky/a.r32", fs::perms::all);
  fs::permissions(folder / "", fs::perms::all);
  fs::create_directory(folder / "closed");
  fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  CHECK(in_child([&] {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && ::setuid(nobody) != 0) return false;
    const std::string remedy = "': Permission denied\ntake another folder with -o DIR, or allow writing there";
    const std::string refusal = system_error_of([&] { const TemporaryFile file(folder / "sticky/a.r32"); });
    return failure(folder / "locked.r32") == "cannot write '" + (folder / "locked.r32").string() + remedy &&
           failure(folder / "closed/a.r32").ends_with(remedy) &&
           (!root || refusal.find("Operation not permitted\ntake another") != std::string::npos);
  }));
  CHECK(folder.files() == std::set<std::string>{"closed", "file", "folder.r32", "locked.r32", "sticky"});
  fs::permissions(folder / "closed", fs::perms::all);
}

TEST_CASE("a folder that others remove before anything is in it is made again", "[image_writer]") {
  const Folder folder;
  const fs::path deep = folder / "new/deep";
  const pid_t remover = ::fork();
  REQUIRE(remover >= 0);
  if (remover == 0)
    for (;;) {
      ::rmdir(deep.c_str());
      ::rmdir(deep.parent_path().c_str());
      ::usleep(500);  // without a pause nothing could ever be put there
    }
  std::set<std::string> failures;
  for (int i = 0; i < 300; ++i) failures.insert(system_error_of([&] { const TemporaryFile file(deep / "a.r32"); }));
  ::kill(remover, SIGKILL);
  ::waitpid(remover, nullptr, 0);
  CHECK(failures == std::set<std::string>{""});
}

TEST_CASE("folders are created, long names fit, links are followed", "[image_writer]") {
  const Folder folder;
  const ImageSpec spec = spec_of("a.r32", SampleType::f32, {"Y"}, 4, 4);
  write(folder / "new/deep/a.r32", spec);
  CHECK(fs::file_size(folder / "new/deep/a.r32") == 64);
  const std::string longest = std::string(251, 'x') + ".r32";
  write(folder / longest, spec);
  CHECK(fs::exists(folder / longest));
  fs::create_symlink(folder / "new/deep/a.r32", folder / "link.r32");
  put(folder / "new/deep/a.r32", "old");
  write(folder / "link.r32", spec);
  CHECK(fs::is_symlink(folder / "link.r32"));
  CHECK(fs::file_size(folder / "new/deep/a.r32") == 64);
}

TEST_CASE("a file has the permissions of a new one", "[image_writer]") {
  const Folder folder;
  const ImageSpec spec = spec_of("a.r32", SampleType::f32, {"Y"}, 4, 4);
  CHECK(in_child([&] {
    ::umask(027);
    put(folder / "a.r32", "old");
    fs::permissions(folder / "a.r32", fs::perms::owner_all);
    write(folder / "a.r32", spec);
    struct stat status {};
    ::stat((folder / "a.r32").c_str(), &status);
    return (status.st_mode & 0777) == 0640;
  }));
}

TEST_CASE("rows that do not fit are a mistake of the caller", "[image_writer]") {
  const Folder folder;
  ImageWriter writer(folder / "a.r32", spec_of("a.r32", SampleType::f32, {"Y"}, 4, 4));
  const std::vector<float> rows(32, 1.0F);
  const std::vector<const float*> planes = {rows.data(), rows.data()};
  CHECK_THROWS_AS(writer.write_rows(planes, 1, 4), InternalError);
  CHECK_THROWS_AS(writer.write_rows({planes.data(), 1}, 5, 4), InternalError);
  CHECK_THROWS_AS(writer.write_rows({planes.data(), 1}, 1, 3), InternalError);
  ImageSpec unchecked = spec_of("a.png", SampleType::u16, {"height"}, 4, 4);
  CHECK_THROWS_AS(ImageWriter(folder / "a.png", unchecked), InternalError);
}
