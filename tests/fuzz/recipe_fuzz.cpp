// SPDX-License-Identifier: MIT
// Any bytes as a recipe, through the whole compiler and one position of the reference: diagnostics may come, but no
// crash, no hang, no broken program, and no growth without bound.
#include <cstddef>
#include <cstdint>
#include <string>

#include "graph/diagnostic.hpp"
#include "graph/graph.hpp"
#include "graph/lower.hpp"
#include "graph/pass.hpp"
#include "graph/recipe.hpp"
#include "graph/reference.hpp"
#include "graph/schedule.hpp"
#include "nodes/registry.hpp"

namespace {

void compile(const std::string& text, orograph::Diagnostics& diagnostics) {
  using namespace orograph;
  const Recipe recipe = parse_recipe(text, "fuzz.yaml", {}, diagnostics);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
  if (diagnostics.has_errors()) return;
  Program program = recipe.outputs.empty() ? lower_nodes(graph, graph.order, diagnostics)
                                           : lower(graph, recipe.outputs, diagnostics);
  if (diagnostics.has_errors()) return;
  require_sound(program, "lowering");
  program = run_passes(std::move(program));
  require_sound(program, "passes");
  const Schedule schedule = make_schedule(std::move(program));
  evaluate_reference(schedule.program, 3.25, -1e9);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  orograph::Diagnostics diagnostics;
  compile(std::string(data, data + size), diagnostics);
  diagnostics.format_all();
  return 0;
}
