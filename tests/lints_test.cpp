// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "graph/lints.hpp"
#include "support/compile.hpp"

namespace {

using namespace orograph;

// The warnings for the single node of `nodes` that `node` names.
std::vector<std::string> lints(const std::string& nodes, const std::string& grid, const std::string& node = "n") {
  const test::Compiled c = test::compile("orograph: 1\nnodes: " + nodes + "\ngrid: " + grid + "\n");
  Diagnostics diagnostics;
  warn_about_sampling(test::optimised(test::lowered(c, node)), c.graph, *c.recipe.grid, diagnostics);
  std::vector<std::string> messages;
  for (const Diagnostic& d : diagnostics.all()) messages.push_back(d.message);
  return messages;
}

bool mentions(const std::vector<std::string>& messages, const std::string& words) {
  return messages.size() == 1 && messages.front().find(words) != std::string::npos;
}

const std::string steps_of_4 = "{spacing: 4, resolution: 64, origin: [0.7, 0.3]}";

}  // namespace

TEST_CASE("lints: the first octave below two grid steps", "[lints]") {
  const auto fbm = [](int octaves, const std::string& source) {
    return "{n: {type: fbm, source: " + source + ", octaves: " + std::to_string(octaves) + ", wavelength: 64}}";
  };
  CHECK(lints(fbm(4, "perlin"), steps_of_4).empty());  // the fourth has 8: two steps
  CHECK(mentions(lints(fbm(6, "perlin"), steps_of_4),
                 "octave 4 of 'n' has a wavelength of 4, below two grid steps of 4"));
  CHECK(lints(fbm(4, "simplex"), steps_of_4).empty());
  CHECK(mentions(lints(fbm(6, "simplex"), steps_of_4), "octave 4 of 'n' has a wavelength of 4"));
  CHECK(
      mentions(lints("{n: {type: simplex, variant: gustavson, wavelength: 7.9}}", steps_of_4), "wavelength of 7.9"));
  CHECK(lints("{n: {type: simplex, variant: gustavson, wavelength: 8}}", steps_of_4).empty());
}

TEST_CASE("lints: wavelengths are those in the world", "[lints]") {
  const std::string turned =
      "{n: {type: transform, source: {type: perlin, wavelength: 10}, rotate: 30 deg, scale: 0.7}}";
  CHECK(mentions(lints(turned, steps_of_4), "wavelength of 7,"));
  const std::string large = "{n: {type: transform, source: {type: perlin, wavelength: 10}, rotate: 30 deg}}";
  CHECK(lints(large, steps_of_4).empty());
  // The coarser direction counts; a grid of one column has no steps along x.
  CHECK(mentions(lints("{n: {type: perlin, wavelength: 5}}", "{spacing: [1, 3], resolution: 64}"), "steps of 3"));
  CHECK(lints("{n: {type: perlin, wavelength: 5}}", "{spacing: [3, 1], resolution: [1, 64]}").empty());
}

TEST_CASE("lints: the octave is named, whatever keeps it from being fused", "[lints]") {
  const std::string words = "octave 4 of 'n' has a wavelength of 4, below two grid steps of 4";
  const auto fbm = [](const std::string& source) {
    return "n: {type: fbm, octaves: 6, wavelength: 64, source: " + source + "}";
  };
  CHECK(mentions(lints("{" + fbm("{type: remap, input: perlin}") + "}", steps_of_4), words));
  CHECK(mentions(lints("{" + fbm("\"p * p + 1\"") + ", p: perlin}", steps_of_4), words));
  CHECK(mentions(lints("{" + fbm("{type: slice, source: perlin, z: 3}") + "}", steps_of_4), words));
  CHECK(mentions(lints("{" + fbm("{type: transform, source: simplex, rotate: 30}") + "}", steps_of_4), words));
  CHECK(mentions(lints("{" +
                           fbm("{type: domain_warp, source: perlin, x: {type: perlin, seed: 2, wavelength: 4}, "
                               "y: {type: value, wavelength: 3}}") +
                           "}",
                       steps_of_4),
                 words));
  // A source with a scale of its own: half as long waves are lost an octave earlier.
  CHECK(mentions(lints("{" + fbm("{type: perlin, frequency: 2}") + "}", steps_of_4),
                 "octave 3 of 'n' has a wavelength of 4"));
  // The finest wave of an octave counts.
  CHECK(mentions(lints("{" + fbm("\"p + q\"") + ", p: perlin, q: {type: perlin, wavelength: 0.5}}", steps_of_4),
                 "octave 3 of 'n' has a wavelength of 4"));
  CHECK(mentions(lints("{n: {type: turbulence, octaves: 1, wavelength: 4, source: perlin}}", steps_of_4),
                 "'n' has a wavelength of 4"));
}

TEST_CASE("lints: fractals of fractals are told apart", "[lints]") {
  const auto nested = [](int outer, int inner) {
    return lints("{n: {type: fbm, octaves: " + std::to_string(outer) + ", wavelength: 32, source: i}, " +
                     "i: {type: ridged, octaves: " + std::to_string(inner) + ", source: perlin}}",
                 steps_of_4);
  };
  CHECK(nested(2, 2).empty());
  CHECK(mentions(nested(1, 4), "octave 3 of 'i' has a wavelength of 4"));
  const std::vector<std::string> both = nested(4, 4);
  REQUIRE(both.size() == 2);
  CHECK(both[0].find("octave 3 of 'i' has a wavelength of 4") == 0);
  CHECK(both[1].find("octave 3 of 'n' has a wavelength of 4") == 0);
}

TEST_CASE("lints: fractals that share a source each name their own octave", "[lints]") {
  const auto pair = [](const std::string& a, const std::string& b) {
    return lints("{n: \"a + b\", p: perlin, a: {type: fbm, source: p, octaves: 6, wavelength: " + a +
                     "}, b: {type: billow, source: p, octaves: 6, wavelength: " + b + "}}",
                 steps_of_4);
  };
  const std::vector<std::string> same = pair("64", "64");
  REQUIRE(same.size() == 2);
  CHECK(same[0].find("octave 4 of 'a' has a wavelength of 4") == 0);
  CHECK(same[1].find("octave 4 of 'b' has a wavelength of 4") == 0);
  const std::vector<std::string> different = pair("64", "32");
  REQUIRE(different.size() == 2);
  CHECK(different[0].find("octave 4 of 'a'") == 0);
  CHECK(different[1].find("octave 3 of 'b'") == 0);
  const std::vector<std::string> one = pair("64", "512");
  CHECK(mentions(one, "octave 4 of 'a'"));
}

TEST_CASE("lints: a noise in and outside of a fractal", "[lints]") {
  const std::string fractal = "f: {type: fbm, source: p, octaves: 3}, p: {type: perlin, wavelength: 16}}";
  CHECK(mentions(lints("{n: \"p + f\", " + fractal, steps_of_4), "octave 2 of 'f' has a wavelength of 4"));
  CHECK(lints("{n: \"p + 1\", " + fractal, steps_of_4).empty());
  CHECK(mentions(lints("{n: \"p + 1\", p: {type: perlin, wavelength: 6}}", steps_of_4), "'p' has a wavelength of 6"));
}

TEST_CASE("lints: noise too fine for the grid is told once, whatever else it does", "[lints]") {
  const std::string whole = "{spacing: 2, resolution: 64, registration: point}";
  const std::string zero = "every sample falls on a lattice point, where gradient noise is 0";
  CHECK(mentions(lints("{n: perlin}", whole), "'n' has a wavelength of 1, below two grid steps of 2: " + zero));
  CHECK(mentions(lints("{n: {type: fbm, source: perlin, octaves: 4, wavelength: 2, shift_octaves: false}}", whole),
                 "octave 0 of 'n' has a wavelength of 2, below two grid steps of 2: " + zero));
  // The first octave that is too fine falls between lattice points: that the next does not is no news.
  CHECK(mentions(lints("{n: {type: fbm, source: perlin, octaves: 2, wavelength: 3, lacunarity: 1.5, "
                       "shift_octaves: false}}",
                       whole),
                 "'n' has a wavelength of 3, below two grid steps of 2: it shows as grain"));
  CHECK(mentions(lints("{n: {type: fbm, source: {type: remap, input: value}, wavelength: 2, period: [4, 4]}}", whole),
                 "falls on a lattice point, where value noise is unrelated from one to the next"));
}

TEST_CASE("lints: samples that all fall on lattice points", "[lints]") {
  const auto on_lattice = [](const std::string& nodes, const std::string& grid) {
    for (const std::string& message : lints(nodes, grid))
      if (message.find("falls on a lattice point") != std::string::npos) return true;
    return false;
  };
  const std::string whole = "{spacing: 2, resolution: 64, registration: point}";
  CHECK(on_lattice("{n: perlin}", whole));
  CHECK(on_lattice("{n: perlin}", "{spacing: 2, resolution: 64}"));
  CHECK(on_lattice("{n: value}", whole));
  CHECK_FALSE(on_lattice("{n: perlin}", "{spacing: 1, resolution: 64}"));  // cell centres
  CHECK_FALSE(on_lattice("{n: perlin}", "{spacing: 2, resolution: 64, origin: [0.5, 0]}"));
  CHECK_FALSE(on_lattice("{n: {type: perlin, wavelength: 4}}", whole));
  CHECK_FALSE(on_lattice("{n: {type: slice, source: perlin, z: 0.5}}", whole));
  CHECK(on_lattice("{n: {type: slice, source: perlin, z: 3}}", whole));
  CHECK(on_lattice("{n: {type: perlin, period: [4, 4]}}", whole));
  CHECK(on_lattice("{n: {type: fbm, source: perlin, wavelength: 2}}", whole));
  CHECK(on_lattice("{n: {type: fbm, source: {type: remap, input: value}, wavelength: 2, period: [4, 4]}}", whole));
  CHECK(on_lattice("{n: {type: perlin, wavelength: 0.5}}", whole));
  CHECK(on_lattice("{n: {type: transform, source: perlin, rotate: 90, translate: [3, 1]}}", whole));
  CHECK_FALSE(on_lattice("{n: {type: transform, source: perlin, rotate: 45}}", whole));
  CHECK_FALSE(on_lattice("{n: {type: transform, source: perlin, translate: [0.5, 0]}}", whole));
  CHECK_FALSE(on_lattice("{n: {type: fbm, source: perlin, wavelength: 8}}", whole));  // finer octaves are shifted
  CHECK(on_lattice("{n: {type: fbm, source: perlin, wavelength: 8, shift_octaves: false}}", whole));
  // The step is no multiple of a cell, or starts between lattice points.
  CHECK_FALSE(on_lattice("{n: {type: perlin, wavelength: 2}}", "{spacing: 3, resolution: 64, registration: point}"));
  CHECK_FALSE(on_lattice("{n: perlin}", "{spacing: [2, 1.5], resolution: 64, registration: point}"));
  CHECK_FALSE(on_lattice("{n: perlin}", "{spacing: 3, resolution: 64}"));
  CHECK_FALSE(on_lattice("{n: perlin}", "{spacing: 2, resolution: 64, origin: [0, 0.25], registration: point}"));
  // One row: its step is never taken.
  CHECK(on_lattice("{n: perlin}", "{spacing: [2, 1.5], resolution: [64, 1], registration: point}"));
  // A triangular lattice meets no square grid, but for whole multiples of the solid one's three cells.
  CHECK_FALSE(on_lattice("{n: simplex}", whole));
  CHECK_FALSE(on_lattice("{n: {type: simplex, variant: gustavson}}", whole));
  CHECK(on_lattice("{n: {type: slice, z: 0, source: {type: simplex, variant: gustavson}}}",
                   "{spacing: 3, resolution: 64, registration: point}"));
  CHECK_FALSE(on_lattice("{n: {type: domain_warp, source: perlin, x: {type: value, wavelength: 50}, y: 0}}", whole));
}
