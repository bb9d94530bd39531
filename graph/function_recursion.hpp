// SPDX-License-Identifier: MIT
// Which functions call which, seen before any call is expanded.
#pragma once
#include <span>
#include <vector>

#include "graph/recipe.hpp"

namespace orograph {

// Adds an error for each call that closes a circle, with the way around it. Calls of the functions that are true in
// the result are not to be expanded: without them no expansion goes on forever.
std::vector<bool> recursive_functions(std::span<const RecipeFunction> functions, Diagnostics& diagnostics);

}  // namespace orograph
