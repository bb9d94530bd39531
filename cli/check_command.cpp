// SPDX-License-Identifier: MIT
// orograph check: a recipe to its diagnostics, and nothing else.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/image_plan.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "graph/lints.hpp"

namespace orograph {
namespace {

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string summary(const Diagnostics& diagnostics) {
  const auto warnings =
      static_cast<std::size_t>(std::ranges::count(diagnostics.all(), Severity::warning, &Diagnostic::severity));
  const std::size_t errors = diagnostics.error_count();
  if (errors + warnings == 0) return "no mistakes";
  if (errors == 0) return counted(warnings, "warning");
  if (warnings == 0) return counted(errors, "error");
  return counted(errors, "error") + ", " + counted(warnings, "warning");
}

// What is no mistake, but more than 'render' can do without options.
std::string note_of(const Recipe& recipe) {
  if (!recipe.outputs.empty()) return {};
  return fmt::format("note: no outputs: 'render' needs --node NAME --file OUT{}\n",
                     recipe.grid ? "" : ", and without a grid --region X0,Y0,X1,Y1 --resolution WxH");
}

void check_recipe(const std::string& path, const Recipe& recipe, Diagnostics& diagnostics) {
  if (!recipe.grid && !recipe.outputs.empty() && !diagnostics.has_errors())
    diagnostics.warning(recipe.outputs.front().loc, "the recipe has outputs, but no 'grid'",
                        "add 'grid: {spacing: 4, resolution: [1024, 1024]}',\n"
                        "or render with both --region X0,Y0,X1,Y1 and --resolution WxH");
  check_files({path, ".", recipe.outputs}, recipe, diagnostics);
}

int run(const RecipeArguments& arguments) {
  Report report;
  CompileRequest request;
  request.recipe = arguments.path();
  request.overrides = arguments.overrides();
  request.allow_outside = arguments.allow_outside;
  request.check_recipe = [&](const Recipe& recipe) { check_recipe(arguments.path(), recipe, report.diagnostics()); };
  std::string note;
  try {
    const CompiledRecipe compiled = compile(request, report.diagnostics());
    if (compiled.recipe.grid)
      warn_about_sampling(compiled.schedule.program, compiled.graph, *compiled.recipe.grid, report.diagnostics());
    note = note_of(compiled.recipe);
  } catch (const RecipeError&) {
    if (!report.diagnostics().has_errors()) throw;
  }
  report.print();
  write_message(note);
  write_message(summary(report.diagnostics()) + "\n");
  return report.diagnostics().has_errors() ? 2 : 0;
}

}  // namespace

Command add_check(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("check", "Print what is wrong with a recipe");
  const auto arguments = std::make_shared<RecipeArguments>();
  arguments->add_to(*app);
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
