// SPDX-License-Identifier: MIT
// The faults that users of noise and terrain tools report, one test a kind. Each fails on an implementation that has
// the fault; where a control is at hand (an operation with the fault by nature) the test holds it to that.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "graph/bounds.hpp"
#include "graph/reference.hpp"
#include "runtime/target.hpp"
#include "support/bits.hpp"
#include "support/picture.hpp"
#include "support/random.hpp"

namespace orograph {
namespace {

using test::Picture;
using test::Random;
using test::values_at;

// Every noise function; the last of them, as published, jumps a little between cells.
constexpr std::array noises{
    "{type: value}",
    "{type: perlin}",
    "{type: perlin, variant: circle}",
    "{type: perlin, variant: improved}",
    "{type: simplex}",
    "{type: simplex, variant: diamond}",
    "{type: simplex, variant: circle}",
    "{type: simplex, variant: gustavson}",
    "{type: slice, source: value, z: 0.37}",
    "{type: slice, source: perlin, z: 0.37}",
    "{type: slice, source: {type: perlin, variant: improved}, z: 0.37}",
    "{type: slice, source: simplex, z: 0.37}",
    "{type: slice, source: {type: simplex, variant: diamond}, z: 0.37}",
    "{type: slice, source: {type: simplex, variant: gustavson}, z: 0.37}",
};
constexpr std::span continuous_noises(noises.data(), noises.size() - 1);

// Noises by a table of 256 hashes, which repeat after 256 cells by definition.
bool is_tabled(std::string_view noise) {
  return noise.find("improved") != std::string_view::npos || noise.find("gustavson") != std::string_view::npos;
}

std::vector<double> random_positions(Random& random, std::size_t count, double low, double high) {
  std::vector<double> positions(count);
  for (double& p : positions) p = random.between(low, high);
  return positions;
}

std::vector<double> moved(std::vector<double> positions, double by) {
  for (double& p : positions) p += by;
  return positions;
}

// from, from + spacing, ...
std::vector<double> line(double from, double spacing, std::size_t count) {
  std::vector<double> positions(count);
  for (std::size_t i = 0; i < count; ++i) positions[i] = from + static_cast<double>(i) * spacing;
  return positions;
}

// Part of the pairs that agree but for rounding.
double share_alike(const std::vector<float>& a, const std::vector<float>& b, double tolerance = 1e-5) {
  const std::size_t count = std::min(a.size(), b.size());
  std::size_t alike = 0;
  for (std::size_t i = 0; i < count; ++i) alike += std::fabs(static_cast<double>(a[i] - b[i])) < tolerance ? 1U : 0U;
  return static_cast<double>(alike) / static_cast<double>(count);
}

double mean(const std::vector<float>& a) {
  double sum = 0;
  for (const float v : a) sum += static_cast<double>(v);
  return sum / static_cast<double>(a.size());
}

double correlation(const std::vector<float>& a, const std::vector<float>& b) {
  const double ma = mean(a), mb = mean(b);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double u = static_cast<double>(a[i]) - ma, v = static_cast<double>(b[i]) - mb;
    ab += u * v, aa += u * u, bb += v * v;
  }
  return ab / std::sqrt(aa * bb);
}

double largest_step(const std::vector<float>& values) {
  double most = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    most = std::max(most, std::fabs(static_cast<double>(values[i] - values[i - 1])));
  return most;
}

std::vector<float> differences(const std::vector<float>& values) {
  std::vector<float> result;
  for (std::size_t i = 1; i < values.size(); ++i) result.push_back(values[i] - values[i - 1]);
  return result;
}

float at(std::string_view definition, double x, double y) {
  return values_at(definition, {x}, {y})[0];
}

}  // namespace

// ---- Cells and positions ---------------------------------------------------------------------------------------

TEST_CASE("pitfall: negative coordinates do not mirror the positive ones") {
  Random random(31);
  const std::vector<double> x = random_positions(random, 400, 0.1, 50), y = random_positions(random, 400, 0.1, 50);
  std::vector<double> minus_x = x, minus_y = y;
  for (double& v : minus_x) v = -v;
  for (double& v : minus_y) v = -v;
  for (const std::string_view noise : noises) {
    INFO(noise);
    const std::vector<float> plain = values_at(noise, x, y);
    CHECK(share_alike(plain, values_at(noise, minus_x, y)) < 0.05);
    CHECK(share_alike(plain, values_at(noise, x, minus_y)) < 0.05);
    CHECK(share_alike(plain, values_at(noise, minus_x, minus_y)) < 0.05);
    // Nor is the cell of 0 twice as wide.
    CHECK(std::fabs(correlation(plain, values_at(noise, minus_x, y))) < 0.25);
  }
}

TEST_CASE("pitfall: whole negative numbers are the start of their cell") {
  CHECK(split_part(-3, 0).cell == -3);
  CHECK(split_part(-3, 0).fraction == 0);
  CHECK(split_part(-3.25, 0).cell == -4);
  CHECK(split_part(-3.25, 0).fraction == 0.75f);
  CHECK(split_part(-3, 3).cell == 0);
  CHECK(split_part(-4, 3).cell == 2);
  CHECK(split_part(-4294967297.0, 0).cell == -1);
  for (double n = -5; n <= 5; ++n) {
    for (double m = -5; m <= 5; ++m) {
      CHECK(at("{type: perlin}", n, m) == 0);
      CHECK(at("{type: perlin, variant: improved}", n, m) == 0);
    }
    for (const std::string_view noise : continuous_noises) {
      INFO(noise << " at " << n);
      const std::vector<float> v = values_at(noise, {n - 1e-7, n, n + 1e-7}, {0.3, 0.3, 0.3});
      CHECK(largest_step(v) < 4e-6);
      const std::vector<float> w = values_at(noise, {0.3, 0.3, 0.3}, {n - 1e-7, n, n + 1e-7});
      CHECK(largest_step(w) < 4e-6);
    }
    CHECK(at("{type: floor, input: {type: coordinate, axis: x}}", n, 0) == static_cast<float>(n));
  }
}

TEST_CASE("pitfall: terrain far away is as smooth as at the origin") {
  constexpr std::size_t count = 4000;
  for (const std::string source : noises) {
    if (source == noises.back()) continue;
    const std::string fractal = fmt::format("{{type: fbm, source: {}, octaves: 5, wavelength: 64}}", source);
    INFO(fractal);
    // A power of two away and a power of two apart: positions are the same numbers but for their place.
    const std::vector<double> near = line(0, 0.25, count);
    const std::vector<float> here = values_at(fractal, near, moved(near, 0.5));
    const double step = largest_step(here), bend = largest_step(differences(here));
    for (const double far : {1e9, -1e9, 3e12}) {
      INFO("at " << far);
      const std::vector<double> away = moved(near, far);
      for (const std::vector<float>& there :
           {values_at(fractal, away, moved(near, 0.5)), values_at(fractal, moved(near, 0.5), away),
            values_at(fractal, away, away)}) {
        CHECK(largest_step(there) < 2 * step);
        CHECK(largest_step(differences(there)) < 2 * bend);
        CHECK(share_alike(there, std::vector<float>(there.begin() + 1, there.end()), 1e-9) < 0.05);
      }
    }
  }
}

TEST_CASE("pitfall: beyond 2^31 cells noise goes on") {
  Random random(32);
  const std::vector<double> x = random_positions(random, 2000, -30, 30), y = random_positions(random, 2000, -30, 30);
  const auto deviation = [](const std::vector<float>& v) {
    double squares = 0;
    for (const float n : v) squares += static_cast<double>(n) * static_cast<double>(n);
    return std::sqrt(squares / static_cast<double>(v.size()));
  };
  for (const std::string_view noise : noises) {
    INFO(noise);
    const double here = deviation(values_at(noise, x, y));
    for (const double far : {2147483648.0, -2147483648.0, 1e10, 5e13}) {
      const std::vector<float> there = values_at(noise, moved(x, far), moved(y, -far));
      CHECK(deviation(there) == Approx(here).epsilon(0.2));
      if (!is_tabled(noise)) CHECK(std::fabs(correlation(values_at(noise, x, y), there)) < 0.15);
    }
  }
  // An octave of 2^31 cells a unit, 10^6 units away, is still finite.
  for (const float v : values_at("{type: fbm, source: perlin, octaves: 32}", moved(x, 1e6), y))
    CHECK(std::fabs(v) <= 1);
}

TEST_CASE("pitfall: a value that is no number is an error, not a pixel") {
  const auto render_once = [](std::string_view nodes) {
    const Schedule s = test::schedule_of(test::compile(test::recipe_of(nodes)), "n");
    test::picture_of(s, {{0, 0}, {1, 1}, 0.5, 0, 0, 20, 20});
  };
  const std::string steep = "  steep: {type: multiply, inputs: [{type: coordinate, axis: x}, 1e38]}\n";
  CHECK_THROWS_AS(render_once(steep + "  n: steep * 10\n"), NotFinite);
  CHECK_THROWS_AS(render_once(steep + "  n: steep * 10 - steep * 20\n"), NotFinite);
  CHECK_THROWS_AS(render_once(steep + "  n: {type: domain_warp, source: perlin, x: steep, y: 0}\n"), NotFinite);
  try {
    render_once(steep + "  n: steep * 5\n");
    FAIL("rendered");
  } catch (const NotFinite& e) {
    // The first such sample in the order of rows.
    CHECK(e.x == 1.5);
    CHECK(e.y == 0.5);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const std::string_view noise : noises) {
    INFO(noise);
    CHECK_THROWS_AS(at(noise, nan, 0), NotFinite);
    CHECK_THROWS_AS(at(noise, 0, infinity), NotFinite);
  }
}

// ---- Windows and tiles -----------------------------------------------------------------------------------------

namespace {

constexpr std::string_view landscape =
    "  warp: {type: fbm, source: simplex, octaves: 3, wavelength: 30, seed: 4}\n"
    "  bent: {type: domain_warp, source: {type: ridged, source: perlin, wavelength: 40}, x: warp, y: warp * 2,\n"
    "         amplitude: 9}\n"
    "  flat: {type: fbm, source: value, wavelength: 25, octaves: 4}\n"
    "  mask: {type: remap, input: {type: perlin, wavelength: 50}, from: [-0.1, 0.2], clamp: true}\n"
    "  n: {type: mix, a: bent, b: flat + x * 0.001, t: mask}\n";

GridWindow window_of(std::int64_t column, std::int64_t row, std::int64_t width, std::int64_t height) {
  return {{-71.3, 12.9}, {0.7, 1.1}, 0.5, column, row, width, height};
}

std::size_t samples_off(const Picture& crop, const Picture& whole, std::int64_t column, std::int64_t row) {
  std::size_t off = 0;
  for (std::int64_t r = 0; r < crop.height; ++r)
    for (std::int64_t c = 0; c < crop.width; ++c)
      off += test::same_bits(crop.at(c, r), whole.at(column + c, row + r)) ? 0U : 1U;
  return off;
}

}  // namespace

TEST_CASE("pitfall: a crop is a part of the whole, whatever the tiles and threads", "[thread]") {
  const Schedule schedule = test::schedule_of(test::compile(test::recipe_of(landscape)), "n");
  const Picture whole = test::picture_of(schedule, window_of(0, 0, 211, 97));
  const std::array<std::array<std::int64_t, 4>, 4> crops{
      {{0, 0, 211, 97}, {13, 7, 101, 55}, {210, 96, 1, 1}, {3, 90, 200, 5}}};
  for (const auto& [column, row, width, height] : crops) {
    for (const auto& [tile_width, tile_height] : {std::pair{7, 33}, {64, 5}, {1, 1}, {500, 64}}) {
      for (const int threads : {1, 3}) {
        if (tile_width == 1 && width > 101) continue;
        INFO(column << "," << row << " " << width << "x" << height << ", tiles " << tile_width << "x" << tile_height
                    << ", threads " << threads);
        RenderOptions options;
        options.threads = threads;
        options.tile_width = tile_width;
        options.tile_height = tile_height;
        CHECK(samples_off(test::picture_of(schedule, window_of(column, row, width, height), options), whole, column,
                          row) == 0);
      }
    }
  }
}

TEST_CASE("pitfall: rows go down with y, columns right with x, none is dropped") {
  const test::Compiled c = test::compile(test::recipe_of("  n: x + 1000 * y\n"));
  const Picture p = test::picture_of(test::schedule_of(c, "n"), {{4, 8}, {0.5, 2}, 0.5, 3, 1, 70, 33});
  REQUIRE(p.samples.size() == 70 * 33);
  for (std::int64_t r = 0; r < 33; ++r)
    for (std::int64_t column = 0; column < 70; ++column)
      REQUIRE(p.at(column, r) ==
              4 + 0.5f * (static_cast<float>(column) + 3.5f) + 1000 * (8 + 2 * (static_cast<float>(r) + 1.5f)));
}

// ---- Octaves and seeds -----------------------------------------------------------------------------------------

namespace {

// The lattice seeds of node n's octaves.
std::vector<std::uint32_t> hash_seeds(std::string_view definition, std::int64_t seed = 0) {
  const Schedule schedule = test::schedule_of_node(definition, Positions::grid, seed);
  std::vector<std::uint32_t> seeds;
  for (const NoiseSum& sum : schedule.program.noises)
    for (const NoiseOctave& octave : sum.octaves) seeds.push_back(octave.seed);
  return seeds;
}

struct WholePoints {
  std::vector<double> x, y;
};

WholePoints whole_points() {
  WholePoints points;
  for (int r = -10; r < 10; ++r)
    for (int c = -10; c < 10; ++c) points.x.push_back(c), points.y.push_back(r);
  return points;
}

}  // namespace

TEST_CASE("pitfall: octaves do not vanish together") {
  const WholePoints p = whole_points();
  std::size_t zeros = 0;
  for (const float v : values_at("{type: fbm, source: perlin}", p.x, p.y)) zeros += std::fabs(v) < 1e-3f ? 1U : 0U;
  CHECK(zeros < p.x.size() / 50);
  CHECK(std::fabs(at("{type: fbm, source: perlin}", 0, 0)) > 1e-3f);
  // The control: without the shifts they do.
  for (const float v : values_at("{type: fbm, source: perlin, shift_octaves: false}", p.x, p.y)) CHECK(v == 0);
}

TEST_CASE("pitfall: ridges do not culminate on whole points") {
  const WholePoints p = whole_points();
  std::size_t summits = 0;
  for (const float v : values_at("{type: ridged, source: perlin}", p.x, p.y)) summits += v > 0.95f ? 1U : 0U;
  CHECK(summits < p.x.size() / 50);
  CHECK(at("{type: ridged, source: perlin}", 0, 0) < 0.95f);
  for (const float v : values_at("{type: ridged, source: perlin, shift_octaves: false}", p.x, p.y))
    CHECK(v > 0.9999f);
}

TEST_CASE("pitfall: neighbouring seeds share no octave") {
  std::set<std::uint32_t> known;
  std::size_t count = 0;
  const auto add = [&](const std::vector<std::uint32_t>& seeds) {
    known.insert(seeds.begin(), seeds.end());
    count += seeds.size();
  };
  for (int seed = -40; seed <= 40; ++seed)
    add(hash_seeds(fmt::format("{{type: fbm, source: perlin, octaves: 32, seed: {}}}", seed)));
  for (int seed = -40; seed <= 40; ++seed)
    if (seed != 0) add(hash_seeds("{type: fbm, source: perlin, octaves: 32}", seed));
  CHECK(known.size() == count);
}

TEST_CASE("pitfall: small seeds are not alike") {
  Random random(33);
  const std::vector<double> x = random_positions(random, 6000, -300, 300),
                            y = random_positions(random, 6000, -300, 300);
  for (const char* type : {"value", "perlin", "simplex"}) {
    std::vector<std::vector<float>> fields;
    for (const int seed : {-1, 0, 1, 2, 3, 256, 65536}) {
      fields.push_back(values_at(fmt::format("{{type: {}, seed: {}}}", type, seed), x, y));
      if (seed != 0) fields.push_back(values_at(fmt::format("{{type: {}}}", type), x, y, seed));
    }
    for (std::size_t a = 0; a < fields.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        INFO(type << ": fields " << a << " and " << b);
        CHECK(std::fabs(correlation(fields[a], fields[b])) < 0.07);
      }
  }
}

TEST_CASE("pitfall: every bit of a recipe's seed counts") {
  Random random(38);
  for (int n = 0; n < 8; ++n) {
    const std::uint64_t seed = n == 0 ? 0 : n == 1 ? 7 : random.bits();
    const auto hash_seed = [](std::uint64_t s) {
      return hash_seeds("{type: perlin}", static_cast<std::int64_t>(s))[0];
    };
    for (int bit = 0; bit < 64; ++bit) {
      INFO("bit " << bit << " of " << seed);
      CHECK(hash_seed(seed) != hash_seed(seed ^ (std::uint64_t{1} << bit)));
    }
  }
}

TEST_CASE("pitfall: a large seed does not make terraces") {
  const std::vector<double> x = line(0, 0.01, 5000), y(5000, 0.4);
  for (const char* type : {"value", "perlin", "simplex"}) {
    const std::string plain = fmt::format("{{type: {}}}", type);
    const double step = largest_step(differences(values_at(plain, x, y)));
    for (const std::int64_t seed : {std::int64_t{2000000011}, std::int64_t{1} << 62}) {
      INFO(type << ", seed " << seed);
      CHECK(largest_step(differences(values_at(plain, x, y, seed))) < 2 * step);
      CHECK(largest_step(differences(values_at(fmt::format("{{type: {}, seed: {}}}", type, seed), x, y))) < 2 * step);
    }
  }
}

// ---- Periods ---------------------------------------------------------------------------------------------------

namespace {

// World offset of `cells` lattice cells along u of a simplex whose lattice is `shrink` times as large.
std::array<double, 2> simplex_offset(double cells, double shrink) {
  const double unskew = (3 - std::sqrt(3.0)) / 6;
  return {shrink * (cells - cells * unskew), -shrink * cells * unskew};
}

double share_repeated(std::string_view noise, std::array<double, 2> offset) {
  Random random(34);
  const std::vector<double> x = random_positions(random, 500, -40, 40), y = random_positions(random, 500, -40, 40);
  return share_alike(values_at(noise, x, y), values_at(noise, moved(x, offset[0]), moved(y, offset[1])), 1e-4);
}

}  // namespace

TEST_CASE("pitfall: noise has no short period") {
  for (const double cells : {16.0, 256.0, 65536.0, 262144.0, 16777216.0, 2147483648.0}) {
    INFO(cells << " cells");
    for (const char* noise : {"{type: value}", "{type: perlin}", "{type: perlin, variant: circle}",
                              "{type: slice, source: perlin, z: 0.3}", "{type: slice, source: value, z: 0.3}"}) {
      INFO(noise);
      CHECK(share_repeated(noise, {cells, 0}) < 0.05);
      CHECK(share_repeated(noise, {0, cells}) < 0.05);
      CHECK(share_repeated(noise, {cells, cells}) < 0.05);
    }
    CHECK(share_repeated("{type: simplex}", simplex_offset(cells, std::sqrt(3.0))) < 0.05);
    CHECK(share_repeated("{type: simplex, variant: circle}", simplex_offset(cells, 1)) < 0.05);
  }
  // The controls, which have it by definition: tables of 256, and an index of 32 bits.
  CHECK(share_repeated("{type: simplex, variant: gustavson}", simplex_offset(256, 1)) > 0.99);
  CHECK(share_repeated("{type: perlin, variant: improved}", {256, 0}) > 0.99);
  CHECK(share_repeated("{type: value}", {4294967296.0, 0}) > 0.99);
}

TEST_CASE("pitfall: tiling keeps with octaves, windows and negative positions") {
  Random random(35);
  const std::vector<double> x = random_positions(random, 600, -900, 900),
                            y = random_positions(random, 600, -900, 900);
  const std::array periodic{
      "{type: fbm, source: perlin, octaves: 6, wavelength: 100, period: [4, 3]}",
      "{type: ridged, source: value, octaves: 5, wavelength: 100, lacunarity: 3, period: [4, 3]}",
      "{type: fbm, source: {type: turbulence, source: perlin, octaves: 3}, octaves: 3, wavelength: 100, period: [4, "
      "3]}",
      "{type: transform, scale: 100, source: {type: perlin, period: [4, 3]}}",
      "{type: slice, z: 7, source: {type: fbm, source: perlin, octaves: 4, wavelength: 100, period: [4, 3, 5]}}",
  };
  for (const char* definition : periodic) {
    INFO(definition);
    const std::vector<float> here = values_at(definition, x, y);
    for (const auto& [dx, dy] : {std::pair{400.0, 0.0}, {0.0, 300.0}, {-800.0, 600.0}, {4e7, -3e7}})
      CHECK(share_alike(here, values_at(definition, moved(x, dx), moved(y, dy)), 1e-4) == 1);
    CHECK(share_alike(here, values_at(definition, moved(x, 200), y), 1e-4) < 0.1);
    // No step where one tile ends and the next begins.
    const std::vector<double> across = line(380, 0.01, 4000), along(4000, 33.3);
    CHECK(largest_step(values_at(definition, across, along)) < 0.02);
  }
}

// ---- Ranges ----------------------------------------------------------------------------------------------------

TEST_CASE("pitfall: noise keeps its declared range and comes near it") {
  for (const std::string_view noise : std::span(noises).first(8)) {
    INFO(noise);
    const Schedule schedule = test::schedule_of_node(noise);
    const Interval bound = schedule.bounds[schedule.program.outputs[0].value.id];
    const Picture p = test::picture_of(schedule, {{0, 0}, {0.23, 0.23}, 0.5, 0, 0, 1000, 1000});
    const auto [low, high] = std::minmax_element(p.samples.begin(), p.samples.end());
    CHECK(bound.contains(*low));
    CHECK(bound.contains(*high));
    // Perlin 2002 reaches least: its bound is that of 3D, of which 2D is the plane z = 0.
    CHECK(*high > 0.85f * bound.high);
    CHECK(*low < 0.85f * bound.low);
  }
}

TEST_CASE("pitfall: range and mean of a fractal do not depend on its octaves") {
  Random random(36);
  const std::vector<double> x = random_positions(random, 20000, -1e4, 1e4),
                            y = random_positions(random, 20000, -1e4, 1e4);
  for (const char* type : {"fbm", "turbulence", "ridged", "billow"}) {
    double first_mean = 0;
    for (const int octaves : {1, 2, 5, 12, 32}) {
      INFO(type << ", octaves " << octaves);
      const std::string definition = fmt::format("{{type: {}, source: perlin, octaves: {}}}", type, octaves);
      const Schedule schedule = test::schedule_of_node(definition);
      const Interval bound = schedule.bounds[schedule.program.outputs[0].value.id];
      CHECK(bound.high <= 1.001f);
      CHECK(bound.high >= 0.997f);
      CHECK(bound.low == Approx(std::string_view(type) == "turbulence" ? 0 : -1).margin(0.002));
      const double m = mean(values_at(definition, x, y));
      if (octaves == 1) first_mean = m;
      CHECK(m == Approx(first_mean).margin(0.02));
    }
  }
}

// ---- Continuity ------------------------------------------------------------------------------------------------

namespace {

// Values along a line that crosses cells at all angles.
std::vector<float> along_line(std::string_view noise, double step, std::size_t count) {
  return values_at(noise, line(-3.1, step * 0.83, count), line(2.7, step * 0.56, count));
}

// The largest change of the second derivative from one sample to the next.
double change_of_bend(std::string_view noise, double step) {
  const auto count = static_cast<std::size_t>(40 / step);
  return largest_step(differences(differences(along_line(noise, step, count)))) / (step * step);
}

}  // namespace

TEST_CASE("pitfall: noise does not jump between cells") {
  constexpr double step = 1e-4;
  for (const std::string_view noise : continuous_noises) {
    INFO(noise);
    CHECK(largest_step(along_line(noise, step, 300000)) < 12 * step);
  }
  // The control: kernels of Gustavson's 3D noise reach past the next cell.
  CHECK(largest_step(along_line(noises.back(), step, 300000)) > 12 * step);
}

TEST_CASE("pitfall: slopes and normals have no creases") {
  // Where the second derivative is continuous its change falls with the step; a crease keeps it.
  for (const std::string_view noise : continuous_noises) {
    INFO(noise);
    CHECK(change_of_bend(noise, 1.0 / 128) < 0.45 * change_of_bend(noise, 1.0 / 32));
  }
  // The control: |n| has creases.
  CHECK(change_of_bend("{type: turbulence, source: perlin}", 1.0 / 128) >
        change_of_bend("{type: turbulence, source: perlin}", 1.0 / 32));
}

// ---- Warps and transforms --------------------------------------------------------------------------------------

TEST_CASE("pitfall: equal definitions are one field, other seeds are others") {
  // A warp that is to be independent of its source takes another seed: nothing hidden makes it so.
  const test::Compiled c = test::compile(
      test::recipe_of("  a: {type: perlin, wavelength: 9}\n  b: {type: perlin, wavelength: 9}\n  n: a - b\n"));
  const Program program = test::lowered(c, "n");
  CHECK(program.noises.size() == 1);
  Random random(37);
  const std::vector<double> x = random_positions(random, 4000, -500, 500),
                            y = random_positions(random, 4000, -500, 500);
  const std::vector<float> source = values_at("{type: perlin, wavelength: 9}", x, y);
  CHECK(std::fabs(correlation(source, values_at("{type: perlin, wavelength: 9, seed: 1}", x, y))) < 0.07);
}

TEST_CASE("pitfall: a warp moves by its amplitude, once") {
  const char* warped = "{type: domain_warp, source: {type: coordinate, axis: x}, x: 1, y: 0, amplitude: 0.25}";
  CHECK(at(warped, 3, 5) == 3.25f);
  // In the coordinates of the place it stands at, so inside a fractal with its octaves.
  CHECK(at(fmt::format("{{type: fbm, octaves: 1, frequency: 4, source: {}}}", warped), 3, 5) == 12.25f);
  CHECK(at(fmt::format("{{type: transform, scale: 4, source: {}}}", warped), 3, 5) == 1.0f);
  // 3.25 and half of 6.25.
  CHECK(at(fmt::format("{{type: fbm, octaves: 2, normalize: false, source: {}}}", warped), 3, 5) == 6.375f);
}

TEST_CASE("pitfall: a transform moves a noise with its warp") {
  const std::string warped =
      "{type: domain_warp, source: {type: fbm, source: perlin, octaves: 3}, x: {type: simplex, seed: 3}, "
      "y: {type: perlin, seed: 8}, amplitude: 0.5}";
  const std::string translated = fmt::format("{{type: transform, translate: [16, -5], source: {}}}", warped);
  const std::string scaled = fmt::format("{{type: transform, scale: 4, source: {}}}", warped);
  const std::string turned = fmt::format("{{type: transform, rotate: 90, source: {}}}", warped);
  const std::vector<double> x = line(-20, 0.125, 300), y = line(7, 0.25, 300);
  std::vector<double> x4 = x, y4 = y, minus_y = y, minus_x = x;
  for (double& v : x4) v *= 4;
  for (double& v : y4) v *= 4;
  for (double& v : minus_y) v = -v;
  const std::vector<float> plain = values_at(warped, x, y);
  CHECK(share_alike(plain, values_at(translated, moved(x, 16), moved(y, -5)), 1e-5) == 1);
  CHECK(share_alike(plain, values_at(scaled, x4, y4), 1e-5) == 1);
  // (x, y) is seen at (-y, x) after a quarter turn from x towards y.
  CHECK(share_alike(plain, values_at(turned, minus_y, x), 1e-5) == 1);
}

// ---- Arithmetic ------------------------------------------------------------------------------------------------

TEST_CASE("pitfall: mix is exactly one or the other at 0 and 1") {
  for (const float a : test::special_floats()) {
    for (const float b : test::special_floats()) {
      CHECK(test::same_bits(eval_scalar(Op::mix, a, b, 0.0f), a));
      CHECK(test::same_bits(eval_scalar(Op::mix, a, b, -0.0f), a));
      CHECK(test::same_bits(eval_scalar(Op::mix, a, b, 1.0f), b));
    }
  }
  CHECK(at("{type: mix, a: 0.1, b: 0.7, t: {type: step, input: {type: coordinate, axis: x}}}", -1, 0) == 0.1f);
  CHECK(at("{type: mix, a: 0.1, b: 0.7, t: {type: step, input: {type: coordinate, axis: x}}}", 1, 0) == 0.7f);
}

TEST_CASE("pitfall: powers are defined everywhere") {
  const auto power = [](float a, float b) { return eval_scalar(Op::power, a, b, 0); };
  CHECK(power(0, 0) == 1);
  CHECK(power(-0.0f, 0) == 1);
  CHECK(power(0, 2) == 0);
  CHECK(power(0, -1) == 0);
  CHECK(power(-2, 3) == -8);
  CHECK(power(-2, 2) == 4);
  CHECK(power(-2, -1) == -0.5f);
  CHECK(power(-2, 0.5f) == 0);
  CHECK(power(-1, 16777217.0f) == 1);  // there is no odd float so large
  CHECK(power(2, 0.5f) == 1.41421356f);
  CHECK(power(10, 10) == 1e10f);
  // The same in a recipe, from fields and from constants.
  CHECK(at("{type: power, base: {type: coordinate, axis: x}, exponent: {type: coordinate, axis: y}}", 0, 0) == 1);
  CHECK(at("{type: power, base: {type: coordinate, axis: x}, exponent: 0.5}", -4, 0) == 0);
  CHECK(at("{type: power, base: -2, exponent: 3}", 0, 0) == -8);
}

TEST_CASE("pitfall: a division by zero gives 0 and is counted") {
  CHECK(eval_scalar(Op::divide, 1, 0, 0) == 0);
  CHECK(eval_scalar(Op::divide, 0, 0, 0) == 0);
  CHECK(eval_scalar(Op::divide, -1, -0.0f, 0) == 0);
  const std::string definition =
      "{type: divide, a: 6, b: {type: multiply, inputs: [2, {type: step, input: {type: coordinate, axis: x}, edge: "
      "10}]}}";
  const Schedule schedule = test::schedule_of_node(definition);
  const GridWindow window{{0, 0}, {1, 1}, 0.5, 0, 0, 33, 7};
  std::vector<float> samples;
  RenderOptions options;
  options.threads = 1;
  options.tile_width = 5;
  const RenderReport report = render(schedule, window, options, [&](const Band& band) {
    samples.insert(samples.end(), band.outputs[0], band.outputs[0] + band.rows * band.stride);
  });
  REQUIRE(report.zero_divisions.size() == 1);
  CHECK(report.zero_divisions[0] == 10 * 7);
  for (std::size_t i = 0; i < samples.size(); ++i) REQUIRE(samples[i] == (i % 33 < 10 ? 0.0f : 3.0f));

  // Four rows at a time, of which the last ones are not in the picture.
  const Schedule in_strips = test::schedule_of_node(
      "{type: divide, b: {type: step, input: {type: coordinate, axis: x}, edge: 10}, a: {type: domain_warp, "
      "source: {type: perlin, wavelength: 9}, x: {type: perlin, wavelength: 20}, y: 0, amplitude: 2}}");
  const RenderReport of_strips = render(in_strips, window, options, [](const Band&) {});
  REQUIRE(of_strips.zero_divisions.size() == 1);
  CHECK(of_strips.zero_divisions[0] == 10 * 7);
}

TEST_CASE("pitfall: what is used twice is computed once") {
  const test::Compiled c = test::compile(test::recipe_of(
      "  hill: {type: fbm, source: perlin, octaves: 4}\n  n: hill * hill + abs(hill) + max(hill, 0)\n"));
  const Program program = test::optimised(test::lowered(c, "n"));
  CHECK(std::count_if(program.instructions.begin(), program.instructions.end(),
                      [](const Instruction& i) { return i.op == Op::noise; }) == 1);
}

}  // namespace orograph
