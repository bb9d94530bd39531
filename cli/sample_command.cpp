// SPDX-License-Identifier: MIT
// orograph sample: CSV x,y to CSV x,y,value of one node, in 9 significant digits: a float's bits survive them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/not_finite.hpp"
#include "cli/point_list.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "runtime/renderer.hpp"
#include "runtime/target.hpp"

namespace orograph {
namespace {

struct SampleArguments {
  RecipeArguments recipe;
  std::string node, points;
};

std::vector<float> values_at(const PointBlock& block, const CompiledRecipe& compiled, Diagnostics& diagnostics) {
  try {
    return sample(compiled.schedule, block.x, block.y, {}).front();
  } catch (const NotFinite& wild) {
    report_not_finite(wild, compiled.graph.node(wild.node), compiled.schedule.program.outputs.front().name,
                      diagnostics);
    throw RecipeError("the points from there on were not written");
  }
}

int run(const SampleArguments& arguments) {
  if (arguments.node.empty()) throw UsageError("sample needs --node", "write --node NAME, the node to evaluate");
  if (arguments.points.empty()) throw UsageError("sample needs --points", "write --points FILE, or - for stdin");
  chosen_target();
  Report report;
  CompileRequest request;
  request.recipe = arguments.recipe.path();
  request.overrides = arguments.recipe.overrides();
  request.allow_outside = arguments.recipe.allow_outside;
  request.node = arguments.node;
  request.positions = Positions::scattered;
  const CompiledRecipe compiled = compile(request, report.diagnostics());
  report.print();

  constexpr std::size_t block_points = 8192;
  PointList points(arguments.points);
  PointBlock block;
  write_output("x,y,value\n");
  while (points.read(block, block_points)) {
    const std::vector<float> values = values_at(block, compiled, report.diagnostics());
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
      fmt::format_to(std::back_inserter(text), "{},{:.9g}\n", block.text[i], values[i]);
    write_output(text);
  }
  return 0;
}

}  // namespace

Command add_sample(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("sample", "Evaluate a node at points: CSV x,y in, x,y,value out");
  const auto arguments = std::make_shared<SampleArguments>();
  arguments->recipe.add_to(*app);
  app->add_option("--node", arguments->node, "The node to evaluate")->option_text("NAME");
  app->add_option("--points", arguments->points, "CSV lines x,y, with or without this header; - is stdin")
      ->option_text("FILE|-");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
