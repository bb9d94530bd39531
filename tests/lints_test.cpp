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
  CHECK_FALSE(on_lattice("{n: {type: domain_warp, source: perlin, x: {type: value, wavelength: 50}, y: 0}}", whole));
}
