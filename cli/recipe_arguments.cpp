// SPDX-License-Identifier: MIT
#include "cli/recipe_arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/recipe_file.hpp"
#include "cli/usage_error.hpp"
#include "cli/values.hpp"

namespace orograph {

void RecipeArguments::add_to(CLI::App& command) {
  command.add_option("RECIPE", recipe, "The recipe, a YAML file")->option_text(" ");
  add_options_to(command);
}

void RecipeArguments::add_options_to(CLI::App& command) {
  command
      .add_option(
          "--set", set,
          "Set a parameter of the recipe: a number, with or without a unit, or an expression; may be repeated. It "
          "replaces what files and a preset give")
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE");
  command
      .add_option(
          "--set-file", set_files,
          "Set the parameters that a YAML file gives, a line 'NAME: VALUE' each; may be repeated. It replaces "
          "what a preset gives")
      ->allow_extra_args(false)
      ->option_text("FILE");
  command.add_option("--preset", preset, "Set parameters as a preset of the recipe does")->option_text("NAME");
  command.add_option("--seed", seed, "Use this seed instead of the recipe's")->option_text("N");
  command.add_flag("--allow-outside", allow_outside, "Let the recipe include files from outside of its folder");
}

std::pair<std::string, std::string> read_assignment(std::string_view option, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
    throw UsageError(fmt::format("{} cannot be '{}'", option, text),
                     fmt::format("write {0} NAME=VALUE, like {0} relief=1200", option));
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

const std::string& RecipeArguments::path() const {
  if (recipe.empty()) throw UsageError("no recipe is given", "name a recipe, a YAML file, like examples/island.yaml");
  return recipe;
}

RecipeOverrides RecipeArguments::overrides() const {
  RecipeOverrides overrides;
  for (const std::string& text : set) {
    std::pair<std::string, std::string> given = read_assignment("--set", text);
    for (const auto& [earlier, value] : overrides.params)
      if (earlier == given.first) throw UsageError(fmt::format("--set gives '{}' twice", earlier), "give it once");
    overrides.params.push_back(std::move(given));
  }
  for (const std::string& file : set_files) {
    const auto is_same = [&](const SetFile& earlier) { return earlier.name == file; };
    if (std::ranges::any_of(overrides.files, is_same))
      throw UsageError(fmt::format("--set-file names '{}' twice", file), "name it once");
    overrides.files.push_back({file, read_set_file(file)});
  }
  overrides.preset = preset;
  if (!seed.empty()) overrides.seed = read_seed("--seed", seed);
  return overrides;
}

}  // namespace orograph
