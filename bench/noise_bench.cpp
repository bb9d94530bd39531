// SPDX-License-Identifier: MIT
// orograph's side of the table in docs/performance.md, row by row under its names: one thread on the instruction set
// that a render would choose, 2048 x 2048 float samples into memory. Items are samples of the grid, whatever the
// number of channels.
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>
#include <string>

#include "graph/graph.hpp"
#include "graph/lower.hpp"
#include "graph/pass.hpp"
#include "graph/recipe.hpp"
#include "graph/schedule.hpp"
#include "nodes/registry.hpp"
#include "runtime/renderer.hpp"

namespace {

using namespace orograph;

constexpr std::int64_t side = 2048;

// The nodes of a recipe, and which of them are the channels.
struct Work {
  const char* name;
  std::string recipe;
  std::vector<std::string> channels = {"n"};
  double spacing = 1, origin = 0;
};

Schedule schedule_of(const std::string& text, const std::vector<std::string>& names) {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe(text, "bench.yaml", {}, diagnostics);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics, UnusedNodes::ignore);
  diagnostics.throw_if_errors();
  std::vector<NodeId> nodes;
  for (const std::string& name : names) {
    nodes.push_back(graph.find(name));
    if (nodes.back() == no_node) throw InternalError("the benchmark's recipe has no node '" + name + "'");
  }
  Program program = lower_nodes(graph, nodes, diagnostics);
  diagnostics.throw_if_errors();
  return make_schedule(run_passes(std::move(program), {}));
}

void measure(benchmark::State& state, const Work& work) {
  GridWindow window;
  window.origin = {work.origin, work.origin};
  window.spacing = {work.spacing, work.spacing};
  window.width = window.height = side;
  Schedule schedule = schedule_of(work.recipe, work.channels);
  restrict_to(schedule, {window.x(0), window.x(window.width - 1), window.y(0), window.y(window.height - 1)});
  std::vector<std::vector<float>> channels(work.channels.size(), std::vector<float>(side * side));
  std::vector<float*> outputs;
  for (std::vector<float>& channel : channels) outputs.push_back(channel.data());
  RenderOptions options;
  options.threads = 1;
  for (auto _ : state) {
    render_into(schedule, window, options, outputs, side);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * side * side);
}

std::string text_of(const std::string& file) {
  std::ifstream in(OROGRAPH_SOURCE_DIR "/" + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Work> table() {
  const std::string start = "orograph: 1\nnodes:\n";
  const std::string fractal = "  f: {type: fbm, source: perlin, octaves: 8, wavelength: 512}\n";
  const auto fbm8 = [&](const char* source, const char* wavelength) {
    return start + "  n: {type: fbm, source: " + source + ", octaves: 8, wavelength: " + wavelength + "}\n";
  };
  return {
      {"fbm, 8 octaves of perlin, wavelength 512", fbm8("perlin", "512")},
      {"fbm, 8 octaves of value, wavelength 512", fbm8("value", "512")},
      {"perlin, wavelength 100", start + "  n: {type: perlin, wavelength: 100}\n"},
      {"fbm, 8 octaves of perlin, wavelength 100", fbm8("perlin", "100")},
      {"perlin in 3D, one slice, wavelength 100",
       start + "  n: {type: slice, source: {type: perlin, wavelength: 100}, z: 0.3}\n"},
      {"one fbm of 8 octaves used five times",
       start + fractal + "  n: (f + 1) * f + abs(f) - f * 0.5 * min(f, 0.2)\n"},
      {"mix of two fbms by a mask that is mostly 0 or 1",  // over 80 % of the map
       start + fractal +
           "  g: {type: fbm, source: perlin, octaves: 8, wavelength: 512, seed: 1}\n"
           "  mask: {type: remap, input: {type: perlin, wavelength: 700, seed: 9}, from: [-0.069, 0.069], clamp: "
           "true}\n"
           "  n: mix(f, g, mask)\n"},
      {"fbm, 8 octaves of simplex, wavelength 512", fbm8("simplex", "512")},
      {"fbm8 of perlin, warped by two perlins (wavelength 300, amplitude 80)",
       start + fractal +
           "  u: {type: perlin, wavelength: 300, seed: 1}\n"
           "  v: {type: perlin, wavelength: 300, seed: 2}\n"
           "  n: {type: domain_warp, source: f, x: u, y: v, amplitude: 80}\n"},
      {"fbm8 of perlin, rotated by 30 degrees", start + fractal + "  n: {type: transform, source: f, rotate: 30}\n"},
      {"tests/golden/island.yaml, height and mask",
       text_of("tests/golden/island.yaml"),
       {"height", "mask"},
       4,
       -4096},
      {"examples/island.yaml, height and land", text_of("examples/island.yaml"), {"height", "land"}, 4, -4096},
  };
}

[[maybe_unused]] const bool registered = [] {
  for (const Work& work : table())
    benchmark::RegisterBenchmark(work.name, measure, work)->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
