// SPDX-License-Identifier: MIT
// orograph fmt: recipes to the project's layout. Only blanks change; a recipe that could not be kept whole is refused
// and left alone.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/failure.hpp"
#include "cli/recipe_file.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "cli/text_file.hpp"
#include "cli/usage_error.hpp"
#include "graph/recipe_layout.hpp"

namespace orograph {
namespace {

constexpr int layout_differs = 3;

struct FmtArguments {
  std::vector<std::string> recipes;
  bool write = false, check = false;
};

int format_recipe(const std::string& path, const FmtArguments& arguments) {
  Report report;
  const std::string text = read_recipe_file(path);
  const auto ordered = put_in_order(text, path, report.diagnostics());
  if (!ordered) return input_is_wrong;
  if (arguments.check) {
    if (*ordered == text) return 0;
    write_message(fmt::format("{}: its layout is not in order; 'orograph fmt --write {}' does that\n", path, path));
    return layout_differs;
  }
  if (!arguments.write) {
    write_output(*ordered);
  } else if (*ordered != text) {
    write_text_file(path, *ordered);
  }
  return 0;
}

int run(const FmtArguments& arguments) {
  if (arguments.recipes.empty())
    throw UsageError("no recipe is given", "name a recipe, a YAML file, like examples/island.yaml");
  if (arguments.write && arguments.check)
    throw UsageError("--write and --check exclude each other", "give one of them");
  if (arguments.recipes.size() > 1 && !arguments.write && !arguments.check)
    throw UsageError("several recipes would be printed one after another", "give one, or --write or --check");
  int worst = 0;
  for (const std::string& path : arguments.recipes) {
    const int code = format_recipe(path, arguments);
    if (worst != input_is_wrong && code != 0) worst = code;
  }
  return worst;
}

}  // namespace

Command add_fmt(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("fmt", "Put the layout of recipes in order, and print or write them");
  const auto arguments = std::make_shared<FmtArguments>();
  app->add_option("RECIPE", arguments->recipes, "The recipe, a YAML file; several with --write or --check")
      ->option_text(" ");
  app->add_flag("--write", arguments->write, "Replace each file whose layout is not in order")
      ->disable_flag_override();
  app->add_flag("--check", arguments->check, "Print nothing; exit code 3 when a layout is not in order")
      ->disable_flag_override();
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
