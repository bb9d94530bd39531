// SPDX-License-Identifier: MIT
// The YamlValue of a whole text to a Recipe, key by key.
#pragma once
#include <string_view>

#include "graph/recipe.hpp"

namespace orograph {

// `text` is what the recipe's hash is of. Takes values out of `root`.
Recipe read_recipe(YamlValue root, std::string_view file, std::string_view text, const RecipeOverrides& overrides,
                   Diagnostics& diagnostics);

}  // namespace orograph
