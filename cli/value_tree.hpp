// SPDX-License-Identifier: MIT
// The value of every node at one position, as a tree an output: what a node is made of stands below it.
#pragma once
#include <string>

#include "cli/compile.hpp"
#include "graph/diagnostic.hpp"

namespace orograph {

// A node below a warp, a transform or a slice has its own position, which is told. A fractal is one node. What stands
// above with the same position is not repeated. Values are those of the reference, so a render's bits.
std::string describe_values_at(const CompiledRecipe& compiled, double x, double y, const Diagnostics& sources);

}  // namespace orograph
