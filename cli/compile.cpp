// SPDX-License-Identifier: MIT
#include "cli/compile.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/include_files.hpp"
#include "cli/recipe_file.hpp"
#include "cli/stopwatch.hpp"
#include "cli/usage_error.hpp"
#include "graph/lower.hpp"
#include "graph/pass.hpp"
#include "nodes/registry.hpp"

namespace orograph {
namespace {

class Stages {
 public:
  Stages(const CompileRequest& request, std::vector<StageTime>& times) : request_(request), times_(times) {}

  void done(std::string_view stage, const std::function<std::string()>& text, std::size_t instructions = 0) {
    times_.push_back({stage, watch_.seconds(), instructions});
    if (request_.observer) request_.observer(stage, text);
    watch_ = Stopwatch();
  }

 private:
  const CompileRequest& request_;
  std::vector<StageTime>& times_;
  Stopwatch watch_;
};

NodeId named_node(const Graph& graph, const std::string& name) {
  const NodeId id = graph.find(name);
  if (id != no_node) return id;
  throw UsageError(fmt::format("the recipe has no node '{}'", name), suggest(name, graph.names()));
}

std::vector<NodeId> unused_nodes(const Graph& graph) {
  std::vector<NodeId> nodes;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).is_own() && boost::out_degree(id, graph.dag) == 0) nodes.push_back(id);
  return nodes;
}

Program lower_request(const CompileRequest& request, const CompiledRecipe& compiled, Diagnostics& diagnostics) {
  const Graph& graph = compiled.graph;
  if (request.node) return lower_nodes(graph, std::vector{named_node(graph, *request.node)}, diagnostics);
  if (compiled.recipe.outputs.empty()) return lower_nodes(graph, unused_nodes(graph), diagnostics);
  return lower(graph, compiled.recipe.outputs, diagnostics);
}

}  // namespace

CompiledRecipe compile(const CompileRequest& request, Diagnostics& diagnostics) {
  CompiledRecipe out;
  Stages stages(request, out.times);

  IncludeFiles files(request.recipe, request.allow_outside);
  out.recipe =
      parse_recipe(read_recipe_file(request.recipe), request.recipe.string(), request.overrides, diagnostics, &files);
  if (request.check_recipe) request.check_recipe(out.recipe);
  stages.done("parse", [&] { return print(out.recipe); });

  out.graph =
      build_graph(out.recipe, standard_nodes(), diagnostics, request.node ? UnusedNodes::ignore : UnusedNodes::warn);
  stages.done("graph", [&] { return print(out.graph); });
  diagnostics.throw_if_errors();

  Program program = lower_request(request, out, diagnostics);
  stages.done(
      "lower", [&] { return print(program); }, program.instructions.size());
  diagnostics.throw_if_errors();

  program = run_passes(std::move(program), [&](const PassInfo& pass, const Program& result) {
    stages.done(
        pass.name, [&] { return print(result); }, result.instructions.size());
  });

  out.schedule = make_schedule(std::move(program), request.positions);
  stages.done("schedule", [&] { return print(out.schedule); });
  return out;
}

std::vector<std::string_view> stage_names() {
  std::vector<std::string_view> names{"parse", "graph", "lower"};
  for (const PassInfo& pass : all_passes()) names.push_back(pass.name);
  names.push_back("schedule");
  return names;
}

}  // namespace orograph
