// SPDX-License-Identifier: MIT
// The published measurements of the noise functions, from rendered images: seeds 0 to 3, each 40 x 40 cells with 16
// samples a cell along each axis, at their centres; all four pooled.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "support/picture.hpp"

namespace orograph {
namespace {

using test::Picture;

constexpr std::int64_t side = 640;

struct Measurements {
  float low, high;
  double deviation;    // standard
  double beyond_half;  // part of the samples further from 0 than 1/2
  int peaks;
};

// A sample above its 8 neighbours; of equal neighbours the first in the order of rows counts.
bool is_peak(const Picture& p, std::int64_t c, std::int64_t r) {
  const float v = p.at(c, r);
  for (const auto& [dc, dr] : {std::pair{-1, -1}, {0, -1}, {1, -1}, {-1, 0}})
    if (!(v > p.at(c + dc, r + dr))) return false;
  for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 1}, {0, 1}, {1, 1}})
    if (v < p.at(c + dc, r + dr)) return false;
  return true;
}

Measurements measure(const std::string& node) {
  Measurements m{0, 0, 0, 0, 0};
  double sum = 0, squares = 0, beyond = 0, count = 0;
  for (int seed = 0; seed < 4; ++seed) {
    const Schedule schedule = test::schedule_of_node(fmt::format("{{type: {}, seed: {}}}", node, seed));
    const GridWindow window{{0, 0}, {1.0 / 16, 1.0 / 16}, 0.5, 0, 0, side, side};
    const Picture picture = test::picture_of(schedule, window);
    REQUIRE(picture.samples.size() == side * side);
    for (const float v : picture.samples) {
      m.low = std::min(m.low, v), m.high = std::max(m.high, v);
      sum += static_cast<double>(v);
      squares += static_cast<double>(v) * static_cast<double>(v);
      beyond += std::fabs(v) > 0.5f ? 1 : 0;
    }
    count += static_cast<double>(picture.samples.size());
    for (std::int64_t r = 1; r + 1 < side; ++r)
      for (std::int64_t c = 1; c + 1 < side; ++c) m.peaks += is_peak(picture, c, r) ? 1 : 0;
  }
  m.deviation = std::sqrt(squares / count - (sum / count) * (sum / count));
  m.beyond_half = beyond / count;
  return m;
}

std::string range(const Measurements& m) {
  return fmt::format("{:.3f} .. {:.3f}", m.low, m.high);
}
std::string deviation(const Measurements& m) {
  return fmt::format("{:.3f}", m.deviation);
}
std::string beyond_half(const Measurements& m) {
  return fmt::format("{:.1f} %", 100 * m.beyond_half);
}

}  // namespace

TEST_CASE("value noise has its published statistics") {
  const Measurements m = measure("value");
  CHECK(deviation(m) == "0.455");
  CHECK(beyond_half(m) == "32.3 %");
  CHECK(m.peaks == 1223);
}

TEST_CASE("perlin noise has its published statistics") {
  const Measurements m = measure("perlin");
  CHECK(range(m) == "-0.969 .. 0.958");
  CHECK(deviation(m) == "0.328");
  CHECK(beyond_half(m) == "13.4 %");
  CHECK(m.peaks == 3756);
}

TEST_CASE("simplex noise has its published statistics") {
  const Measurements diamond = measure("simplex, variant: diamond");
  CHECK(range(diamond) == "-0.430 .. 0.429");
  CHECK(deviation(diamond) == "0.168");
  const Measurements unit = measure("simplex");
  CHECK(range(unit) == "-0.997 .. 0.997");
  CHECK(deviation(unit) == "0.454");
}

}  // namespace orograph
