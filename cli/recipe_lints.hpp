// SPDX-License-Identifier: MIT
// What looks like a mistake in a compiled recipe, as warnings.
#pragma once
#include "cli/compile.hpp"
#include "cli/grid_selection.hpp"
#include "graph/diagnostic.hpp"

namespace orograph {

// Whether ranges are held to samples spread over the grid, or to the guaranteed bounds alone, which cost nothing.
enum class RangeLint { samples, bounds };

// Of the graph alone.
void lint_graph(const CompiledRecipe& compiled, Diagnostics& diagnostics);

// On a grid; the schedule's bounds are those of the grid's part that `selected` is.
void lint_on_grid(const CompiledRecipe& compiled, const SelectedGrid& selected, RangeLint ranges,
                  Diagnostics& diagnostics);

}  // namespace orograph
