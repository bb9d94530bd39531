// SPDX-License-Identifier: MIT
// orograph check: a recipe to its diagnostics, and nothing else.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/grid_selection.hpp"
#include "cli/image_plan.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/recipe_lints.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "graph/warning.hpp"

namespace orograph {
namespace {

struct CheckArguments {
  RecipeArguments recipe;
  std::string explain;  // a code
};

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// A mistake in what aliases copy is told once, so it counts once; those of `all` that were not stored count each.
std::size_t distinct(const Diagnostics& diagnostics, Severity severity, std::size_t all) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string_view, std::string_view>> seen;
  std::size_t stored = 0;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity != severity) continue;
    ++stored;
    seen.emplace(d.loc.file, d.loc.line, d.loc.column, d.message, d.help);
  }
  return seen.size() + all - stored;
}

std::string summary(const Diagnostics& diagnostics) {
  const std::size_t warnings = distinct(diagnostics, Severity::warning, diagnostics.warning_count());
  const std::size_t errors = distinct(diagnostics, Severity::error, diagnostics.error_count());
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
    diagnostics.warning(recipe.outputs.front().loc,
                        coded(Warning::outputs_without_grid, "the recipe has outputs, but no 'grid'"),
                        "add 'grid: {spacing: 4, resolution: [1024, 1024]}',\n"
                        "or render with both --region X0,Y0,X1,Y1 and --resolution WxH");
  check_files({{path}, ".", recipe.outputs}, recipe, diagnostics);
}

void lint(CompiledRecipe& compiled, Diagnostics& diagnostics) {
  lint_graph(compiled, diagnostics);
  if (!compiled.recipe.grid) return;
  const SelectedGrid grid = select_grid(compiled.recipe.grid, {});
  restrict_to(compiled.schedule, domain_of(grid.window));
  lint_on_grid(compiled, grid, RangeLint::samples, diagnostics);
}

int explain(const std::string& code) {
  if (code == "all") {
    write_output(warnings_document());
    return 0;
  }
  const std::optional<std::string> page = warning_page(code);
  if (!page) {
    const std::string nearest = suggest(code, warning_codes());
    throw UsageError(fmt::format("there is no warning '{}'", code),
                     nearest + (nearest.empty() ? "" : "\n") + "'orograph check --explain all' tells of every code");
  }
  write_output(*page);
  return 0;
}

int run(const CheckArguments& arguments) {
  if (!arguments.explain.empty()) return explain(arguments.explain);
  const std::string& path = arguments.recipe.path();
  Report report;
  CompileRequest request;
  request.recipe = path;
  request.overrides = arguments.recipe.overrides();
  request.allow_outside = arguments.recipe.allow_outside;
  request.check_recipe = [&](const Recipe& recipe) { check_recipe(path, recipe, report.diagnostics()); };
  std::string note;
  try {
    CompiledRecipe compiled = compile(request, report.diagnostics());
    lint(compiled, report.diagnostics());
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
  const auto arguments = std::make_shared<CheckArguments>();
  arguments->recipe.add_to(*app);
  app->add_option("--explain", arguments->explain,
                  "Print what a warning's code means, and nothing else; all: of every code")
      ->option_text("CODE");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
