// SPDX-License-Identifier: MIT
// The YamlValue of a whole text to a Recipe, key by key.
#pragma once
#include <string_view>

#include "graph/recipe.hpp"
#include "graph/recipe_text.hpp"

namespace orograph {

// What a recipe is read from.
struct RecipeSource {
  std::string_view text;  // what the recipe's hash is of, beside included files
  std::string_view name;
  const RecipeOverrides& overrides;
  FileLoader* files = nullptr;  // null: it can include none
};

// Takes values out of `root`. `size` is that of the text; included files add theirs.
Recipe read_recipe(YamlValue root, const RecipeSource& source, RecipeSize& size, Diagnostics& diagnostics);

}  // namespace orograph
