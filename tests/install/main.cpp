// SPDX-License-Identifier: MIT
// Uses the installed headers and libraries from a recipe's text to an image: prints the version it was built against,
// compiles, renders into memory, and writes.
#include <graph/graph.hpp>
#include <graph/lower.hpp>
#include <graph/pass.hpp>
#include <graph/recipe.hpp>
#include <graph/schedule.hpp>
#include <graph/version.hpp>
#include <iostream>
#include <nodes/registry.hpp>
#include <runtime/image_writer.hpp>
#include <runtime/renderer.hpp>
#include <vector>

int main() {
  std::cout << "built against orograph " << orograph::version << '\n';
  orograph::Diagnostics diagnostics;
  const orograph::Recipe recipe = orograph::parse_recipe("orograph: 1\nnodes: {n: {type: perlin, wavelength: 7}}\n",
                                                         "consumer.yaml", {}, diagnostics);
  const orograph::Graph graph = orograph::build_graph(recipe, orograph::standard_nodes(), diagnostics);
  orograph::Program program = orograph::lower_nodes(graph, std::vector{graph.find("n")}, diagnostics);
  diagnostics.throw_if_errors();
  const orograph::Schedule schedule = orograph::make_schedule(orograph::run_passes(std::move(program), {}));

  orograph::GridWindow window;
  window.width = window.height = 8;
  std::vector<float> samples(64, 9.0F);
  float* const plane = samples.data();
  orograph::render_into(schedule, window, {}, {&plane, 1}, 8);
  for (const float sample : samples)
    if (!(sample > -1 && sample < 1)) return 1;

  orograph::ImageSpec spec;
  spec.width = spec.height = 8;
  spec.channels = {"height"};
  orograph::ImageWriter writer("consumer.exr", spec);
  const float* const rows = samples.data();
  writer.write_rows({&rows, 1}, 8, 8);
  writer.finish();
  return 0;
}
