// SPDX-License-Identifier: MIT
// Samples a second of one thread on the instruction set that a render would choose: 2048 x 2048 float samples, bands
// handed to a sink that only counts them. Items are samples of the grid, whatever the number of channels.
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

void measure(benchmark::State& state, const std::string& text, const std::vector<std::string>& names,
             const GridWindow& window) {
  Schedule schedule = schedule_of(text, names);
  restrict_to(schedule, {window.x(0), window.x(window.width - 1), window.y(0), window.y(window.height - 1)});
  RenderOptions options;
  options.threads = 1;
  std::int64_t rows = 0;
  for (auto _ : state) render(schedule, window, options, [&](const Band& band) { rows += band.rows; });
  state.SetItemsProcessed(rows * window.width);
}

// Node `n` of a recipe with these nodes, a sample a world unit.
void nodes(benchmark::State& state, const std::string& definitions) {
  GridWindow window;
  window.width = window.height = side;
  measure(state, "orograph: 1\nnodes:\n" + definitions, {"n"}, window);
}

// Height and mask, the two channels of its first output.
void island(benchmark::State& state) {
  std::ifstream in(OROGRAPH_SOURCE_DIR "/examples/island.yaml");
  std::ostringstream text;
  text << in.rdbuf();
  GridWindow window;
  window.origin = {-4096, -4096};
  window.spacing = {8192.0 / side, 8192.0 / side};
  window.width = window.height = side;
  measure(state, text.str(), {"height", "land"}, window);
}

BENCHMARK_CAPTURE(nodes, perlin, "  n: {type: perlin, wavelength: 100}\n")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nodes, perlin_3d, "  n: {type: slice, source: {type: perlin, wavelength: 100}, z: 0.3}\n")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nodes, fbm8_perlin, "  n: {type: fbm, source: perlin, octaves: 8, wavelength: 512}\n")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nodes, fbm8_value, "  n: {type: fbm, source: value, octaves: 8, wavelength: 512}\n")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nodes, fbm8_perlin_short, "  n: {type: fbm, source: perlin, octaves: 8, wavelength: 100}\n")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nodes, fbm8_simplex, "  n: {type: fbm, source: simplex, octaves: 8, wavelength: 512}\n")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nodes, fbm8_perlin_warped,
                  "  f: {type: fbm, source: perlin, octaves: 8, wavelength: 512}\n"
                  "  u: {type: perlin, wavelength: 300, seed: 1}\n"
                  "  v: {type: perlin, wavelength: 300, seed: 2}\n"
                  "  n: {type: domain_warp, source: f, x: u, y: v, amplitude: 80}\n")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nodes, fbm8_perlin_rotated,
                  "  f: {type: fbm, source: perlin, octaves: 8, wavelength: 512}\n"
                  "  n: {type: transform, source: f, rotate: 30}\n")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(island)->Unit(benchmark::kMillisecond);

}  // namespace
