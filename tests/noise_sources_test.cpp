// SPDX-License-Identifier: MIT
// However a noise's samples share lattice points (lines and spans on the grid, patches of points where it is warped,
// rotated or a simplex grid), they have the bits of samples that stand alone and hash every corner themselves.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <limits>
#include <string>

#include "runtime/target.hpp"
#include "support/bits.hpp"
#include "support/picture.hpp"

using namespace orograph;

namespace {

std::vector<double> positions(double from, double spacing, std::int64_t count) {
  std::vector<double> at;
  for (std::int64_t i = 0; i < count; ++i) at.push_back(from + (static_cast<double>(i) + 0.5) * spacing);
  return at;
}

struct Case {
  const char* what;
  const char* node;
};

// Wavelengths from far above a row of samples down to below two samples, on every source of 2D noise.
constexpr Case cases[] = {
    {"spans", "{type: fbm, source: perlin, octaves: 10, wavelength: 700}"},
    {"spans of value noise", "{type: ridged, source: value, octaves: 9, wavelength: 300}"},
    {"spans with a period", "{type: fbm, source: perlin, octaves: 5, wavelength: 64, period: [3, 5]}"},
    {"spans of a slice", "{type: slice, source: {type: billow, source: perlin, octaves: 7, wavelength: 90}, z: 7.3}"},
    {"rotated", "{type: transform, rotate: 30, source: {type: fbm, source: perlin, octaves: 9, wavelength: 300}}"},
    {"rotated far",
     "{type: transform, rotate: 205, source: {type: fbm, source: value, octaves: 9, wavelength: 300}}"},
    {"simplex", "{type: fbm, source: simplex, octaves: 9, wavelength: 300}"},
    {"simplex of a table", "{type: fbm, source: {type: simplex, variant: gustavson}, octaves: 8, wavelength: 200}"},
    {"bent a little",
     "{type: domain_warp, x: {type: perlin, wavelength: 90}, y: {type: perlin, wavelength: 80, seed: 1}, "
     "amplitude: 20, source: {type: fbm, source: perlin, octaves: 9, wavelength: 300}}"},
    {"bent wildly: many lattice rows in a row of samples",
     "{type: domain_warp, x: {type: perlin, wavelength: 30}, y: {type: perlin, wavelength: 20, seed: 1}, "
     "amplitude: 900, source: {type: fbm, source: perlin, octaves: 6, wavelength: 50}}"},
    {"bent with a period",
     "{type: domain_warp, x: {type: perlin, wavelength: 90}, y: {type: simplex, wavelength: 80}, amplitude: 40, "
     "source: {type: fbm, source: value, octaves: 6, wavelength: 48, period: [4, 3]}}"},
    {"a slice bent",
     "{type: slice, z: 5, source: {type: domain_warp, x: {type: value, wavelength: 60}, y: 3, amplitude: 25, "
     "source: {type: fbm, source: perlin, octaves: 6, wavelength: 120}}}"},
    {"bent out of reach",
     "{type: domain_warp, x: {type: multiply, inputs: [{type: value, wavelength: 900}, 1e9]}, y: 0, "
     "source: {type: perlin, wavelength: 10}}"},
};

// Every instruction set renders the window to the bits of its samples alone.
void check_window(const char* node, const GridWindow& window) {
  const Schedule grid = test::schedule_of_node(node);
  std::vector<double> x, y;
  for (const double py : positions(window.origin[1], window.spacing[1], window.height))
    for (const double px : positions(window.origin[0], window.spacing[0], window.width)) {
      x.push_back(px);
      y.push_back(py);
    }
  const std::vector<float> alone = test::values_at(node, x, y);
  for (const Kernels* kernels : available_targets()) {
    INFO(kernels->target);
    RenderOptions options;
    options.kernels = kernels;
    options.threads = 1;
    options.tile_width = 300;
    options.tile_height = 100;
    std::vector<float> samples(alone.size());
    float* const out = samples.data();
    render_into(grid, window, options, {&out, 1}, window.width);
    std::size_t different = 0;
    for (std::size_t i = 0; i < alone.size(); ++i) different += test::same_bits(samples[i], alone[i]) ? 0U : 1U;
    CHECK(different == 0);
  }
}

}  // namespace

TEST_CASE("samples that share lattice points have the bits of samples alone", "[noise]") {
  GridWindow window;
  window.origin = {-40.25, 1e6};
  window.width = test::sanitized ? 150 : 331;
  window.height = test::sanitized ? 40 : 141;
  for (const Case& c : cases) {
    for (const double row_spacing : {1.0, 0.25}) {
      INFO(c.what << ", rows " << row_spacing << " apart");
      window.spacing = {1.0, row_spacing};
      check_window(c.node, window);
    }
  }
}

TEST_CASE("rotated noise far away on both axes has the bits of samples alone", "[noise]") {
  GridWindow window;
  window.origin = {1e15, 1e15};
  window.width = 200;
  window.height = test::sanitized ? 24 : 96;
  for (const double angle : {4.648, -4.648, 84.9, -62.0}) {
    for (const double wavelength : {1.6207, 2.3, 7.0}) {
      const std::string node =
          fmt::format("{{type: transform, rotate: {}, source: {{type: perlin, wavelength: {}}}}}", angle, wavelength);
      INFO(node);
      check_window(node.c_str(), window);
    }
  }
}

TEST_CASE("coordinates beyond the largest float are the same on every instruction set") {
  GridWindow window;
  window.origin = {1e60, 3};
  window.spacing = {1e58, 1};
  window.width = 40;
  window.height = 6;
  check_window("{type: divide, a: 1, b: {type: transform, rotate: 30, source: {type: coordinate, axis: x}}}", window);
  check_window(
      "{type: add, inputs: [{type: transform, rotate: 30, source: {type: perlin, wavelength: 1e59}}, {type: divide, "
      "a: 1, b: {type: transform, rotate: 30, source: {type: coordinate, axis: x}}}]}",
      window);
}

// Cells that rise or fall steadily along a row are looked up without asking whether the points at hand hold them:
// their pace decides how many samples share points. Far away, samples step unevenly.
TEST_CASE("samples of any steady pace have the bits of samples alone", "[noise]") {
  GridWindow window;
  window.width = 200;
  window.height = test::sanitized ? 3 : 9;
  for (const char* kind : {"perlin", "simplex"}) {
    for (const double wavelength : {1.1, 2.0, 3.3, 4.0, 7.7, 8.0, 15.5, 16.0, 31.0, 64.0, 5000.0}) {
      for (const double angle : {-47.0, 30.0, 90.001, 118.0, 179.99}) {
        const std::string node = fmt::format("{{type: transform, rotate: {}, source: {{type: {}, wavelength: {}}}}}",
                                             angle, kind, wavelength);
        for (const double origin : {-11.0, 2.5e15}) {
          INFO(node << " from " << origin << " on");
          window.origin = {origin, 3.0};
          window.spacing = {0.75, 1.0};
          check_window(node.c_str(), window);
        }
      }
    }
  }
}

TEST_CASE("noise that is infinite is no sample where it goes straight into an output", "[noise]") {
  for (const std::string_view node :
       {"{type: perlin, wavelength: 40}", "{type: billow, source: value, wavelength: 40}"}) {
    Schedule schedule = test::schedule_of_node(node);
    schedule.program.noises[0].octaves[0].weight = std::numeric_limits<float>::infinity();
    for (const std::int64_t width : {1, 64, 77}) {
      INFO(node << ", width " << width);
      GridWindow window;
      window.width = width;
      window.height = 16;
      CHECK_THROWS_AS(test::picture_of(schedule, window), NotFinite);
      std::vector<float> memory(80 * 16);
      float* const out = memory.data();
      CHECK_THROWS_AS(render_into(schedule, window, {}, {&out, 1}, 80), NotFinite);
    }
  }
}

// Noises that are an output go straight into its memory, in groups of rows; the expected values come from samples one
// by one.
TEST_CASE("rendering into memory keeps to the window, whatever the stride and alignment", "[noise]") {
  GridWindow window;
  window.width = 77;
  window.height = 35;
  std::vector<double> x, y;
  for (std::int64_t r = 0; r < window.height; ++r)
    for (std::int64_t c = 0; c < window.width; ++c) x.push_back(window.x(c)), y.push_back(window.y(r));
  for (const std::string_view node :
       {"{type: fbm, source: perlin, octaves: 3, wavelength: 40}", "{type: value, wavelength: 3}",
        "{type: ridged, source: perlin, octaves: 5, wavelength: 20}", "{type: fbm, source: perlin, wavelength: 1.7}",
        "{type: slice, source: {type: perlin, wavelength: 9}, z: 0.3}",
        "{type: transform, source: {type: fbm, source: perlin, wavelength: 60}, rotate: 30}"}) {
    const Schedule schedule = test::schedule_of_node(node);
    const std::vector<float> expected = test::values_at(node, x, y);
    for (const std::size_t offset : {0U, 1U, 16U}) {
      for (const std::int64_t stride : {77, 80, 128}) {
        INFO(node << ", offset " << offset << ", stride " << stride);
        std::vector<float> memory(offset + static_cast<std::size_t>(stride * 35) + 32, -7.0f);
        float* const out = memory.data() + offset;
        RenderOptions options;
        options.tile_width = offset == 1 ? 24 : 512;
        options.tile_height = offset == 16 ? 13 : 0;
        render_into(schedule, window, options, {&out, 1}, stride);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < memory.size(); ++i) {
          const auto at = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(offset);
          const bool inside = at >= 0 && at / stride < window.height && at % stride < window.width;
          const float right =
              inside ? expected[static_cast<std::size_t>(at / stride * window.width + at % stride)] : -7.0f;
          wrong += test::same_bits(memory[i], right) ? 0U : 1U;
        }
        CHECK(wrong == 0);
      }
    }
  }
}
