// SPDX-License-Identifier: MIT
// orograph graph: a recipe to Graphviz DOT.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/include_files.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/recipe_file.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "graph/graph.hpp"
#include "nodes/registry.hpp"

namespace orograph {
namespace {

int run(const RecipeArguments& arguments) {
  Report report;
  Diagnostics& diagnostics = report.diagnostics();
  IncludeFiles files(arguments.path(), arguments.allow_outside);
  const Recipe recipe =
      parse_recipe(read_recipe_file(arguments.path()), arguments.path(), arguments.overrides(), diagnostics, &files);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
  diagnostics.throw_if_errors();
  write_output(print_dot(graph));
  return 0;
}

}  // namespace

Command add_graph(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("graph", "Print a recipe's graph as Graphviz DOT");
  const auto arguments = std::make_shared<RecipeArguments>();
  arguments->add_to(*app);
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
