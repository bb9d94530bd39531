// SPDX-License-Identifier: MIT
// One function of world position: every example has the same bits on every instruction set, with any number of
// threads, any tile size, and in any window; and the bits that tests/checksums.txt holds. A changed checksum is a new
// noise version: OROGRAPH_UPDATE_CHECKSUMS=1 writes the file anew, for a change that is meant.
#include <bit>
#include <cstdlib>
#include <map>

#include "runtime/renderer.hpp"
#include "runtime/target.hpp"
#include "support/compile.hpp"

namespace orograph {
namespace {

struct Example {
  std::string name;
  Schedule schedule;
  GridWindow grid;  // the whole grid
};

// Functions alone: it has no picture.
bool is_shading(const std::filesystem::path& path) {
  return path.filename() == "shading.yaml";
}

std::vector<std::filesystem::path> recipes() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"examples", "examples/lib"})
    for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() / folder))
      if (entry.path().extension() == ".yaml" && !is_shading(entry.path())) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

Example load(const std::filesystem::path& path) {
  const test::Compiled c = test::compile_file(path);
  REQUIRE(c.recipe.grid.has_value());
  const Grid& g = *c.recipe.grid;
  GridWindow window{g.origin,        g.spacing,      g.registration == Registration::area ? 0.5 : 0.0, 0, 0,
                    g.resolution[0], g.resolution[1]};
  const std::filesystem::path name = path.lexically_relative(test::source_folder() / "examples");
  return {name.parent_path() / name.stem(), make_schedule(test::optimised(test::lowered_outputs(c))), window};
}

GridWindow part(GridWindow grid, std::int64_t column, std::int64_t row, std::int64_t width, std::int64_t height) {
  grid.column += column, grid.row += row;
  grid.width = width, grid.height = height;
  return grid;
}

// Samples of all outputs, output by output.
using Samples = std::vector<std::vector<float>>;

Samples render_all(const Schedule& schedule, const GridWindow& window, const RenderOptions& options) {
  Samples result(schedule.program.outputs.size());
  render(schedule, window, options, [&](const Band& band) {
    for (std::size_t o = 0; o < result.size(); ++o)
      for (std::int64_t r = 0; r < band.rows; ++r) {
        const float* row = band.outputs[o] + r * band.stride;
        result[o].insert(result[o].end(), row, row + window.width);
      }
  });
  return result;
}

bool same_bits(const Samples& a, const Samples& b) {
  for (std::size_t o = 0; o < a.size(); ++o) {
    if (a[o].size() != b[o].size()) return false;
    for (std::size_t i = 0; i < a[o].size(); ++i)
      if (std::bit_cast<std::uint32_t>(a[o][i]) != std::bit_cast<std::uint32_t>(b[o][i])) return false;
  }
  return true;
}

// FNV-1a over the float bits, four bytes a sample, least significant first.
std::uint64_t checksum(const Samples& samples) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const std::vector<float>& output : samples)
    for (const float v : output)
      for (int shift = 0; shift < 32; shift += 8)
        hash = (hash ^ ((std::bit_cast<std::uint32_t>(v) >> shift) & 0xFFu)) * 1099511628211ULL;
  return hash;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t sweep_width = 61, sweep_height = 37;
#else
constexpr std::int64_t sweep_width = 211, sweep_height = 131;
#endif

}  // namespace

TEST_CASE("there are at least six examples") {
  CHECK(recipes().size() >= 6);
}

TEST_CASE("examples have one result on every instruction set, number of threads and tile size", "[thread]") {
  for (const std::filesystem::path& path : recipes()) {
    const Example e = load(path);
    INFO(e.name);
    const GridWindow window =
        part(e.grid, e.grid.width / 3 + 1, e.grid.height / 3 + 1, std::min(sweep_width, e.grid.width / 2),
             std::min(sweep_height, e.grid.height / 2));
    RenderOptions options;
    options.kernels = available_targets().front();
    options.threads = 1;
    const Samples expected = render_all(e.schedule, window, options);
    struct TileSize {
      std::int64_t width, height;
    };
    for (const Kernels* kernels : available_targets())
      for (const int threads : {1, 2, 5})
        for (const TileSize tile : {TileSize{512, 64}, TileSize{48, 16}, TileSize{101, 7}}) {
          INFO(kernels->target << ", " << threads << " threads, tiles of " << tile.width << " x " << tile.height);
          options.kernels = kernels;
          options.threads = threads;
          options.tile_width = tile.width;
          options.tile_height = tile.height;
          CHECK(same_bits(render_all(e.schedule, window, options), expected));
        }
  }
}

TEST_CASE("a window has the bits of that crop of the whole") {
  struct Where {
    double origin, spacing;
  };
  for (const std::filesystem::path& path : recipes()) {
    const Example e = load(path);
    INFO(e.name);
    for (const Where where :
         {Where{0, 0.1}, Where{-1234.5, 1.0 / 3}, Where{1e9, 0.1}, Where{-1e9, 4}, Where{1e6, 1.0 / 3}}) {
      GridWindow whole = part(e.grid, 0, 0, 97, 61);
      whole.origin = {where.origin, -where.origin};
      whole.spacing = {where.spacing, where.spacing};
      const Samples all = render_all(e.schedule, whole, {});
      for (const auto& [column, row, width, height] : {std::tuple{13, 7, 31, 29}, std::tuple{1, 0, 96, 1},
                                                       std::tuple{64, 33, 33, 28}, std::tuple{96, 60, 1, 1}}) {
        INFO("spacing " << where.spacing << " origin " << where.origin << " window " << column << "," << row);
        const Samples window = render_all(e.schedule, part(whole, column, row, width, height), {});
        Samples crop(all.size());
        for (std::size_t o = 0; o < all.size(); ++o)
          for (int r = 0; r < height; ++r) {
            const auto first = all[o].begin() + (row + r) * 97 + column;
            crop[o].insert(crop[o].end(), first, first + width);
          }
        CHECK(same_bits(window, crop));
      }
    }
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("examples have the checksums of this noise version") {
  const std::filesystem::path file = test::source_folder() / "tests/checksums.txt";
  std::map<std::string, std::string> found;
  for (const std::filesystem::path& path : recipes()) {
    const Example e = load(path);
    std::ostringstream hex;
    hex << std::hex << checksum(render_all(e.schedule, e.grid, {}));
    found[e.name] = hex.str();
  }
  if (std::getenv("OROGRAPH_UPDATE_CHECKSUMS") != nullptr) {
    std::ofstream out(file);
    for (const auto& [name, hash] : found) out << name << ' ' << hash << '\n';
  }
  std::map<std::string, std::string> expected;
  std::istringstream in(test::read_file(file));
  for (std::string name, hash; in >> name >> hash;) expected[name] = hash;
  CHECK(found == expected);
}
#endif

}  // namespace orograph
