// SPDX-License-Identifier: MIT
// RecipeArguments: what every command that reads a recipe takes: RECIPE, --set NAME=VALUE, --set-file
// FILE, --preset NAME, --seed N, --allow-outside. Their order never matters.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/recipe.hpp"

namespace CLI {
class App;
}

namespace orograph {

struct RecipeArguments {
  std::string recipe;
  std::vector<std::string> set, set_files;
  std::string preset, seed;
  bool allow_outside = false;

  // Binds the options to this object, which must live until the command has run.
  void add_to(CLI::App& command);
  void add_options_to(CLI::App& command);  // all but RECIPE
  const std::string& path() const;         // UsageError when RECIPE was not given
  RecipeOverrides overrides() const;       // reads the files
};

// NAME and VALUE of "NAME=VALUE"; `option` names it in messages.
std::pair<std::string, std::string> read_assignment(std::string_view option, std::string_view text);

}  // namespace orograph
