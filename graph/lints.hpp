// SPDX-License-Identifier: MIT
// Lints: what is allowed, but looks wrong on the grid that a program is sampled on.
#pragma once
#include "graph/diagnostic.hpp"
#include "graph/graph.hpp"
#include "graph/ir.hpp"
#include "graph/recipe.hpp"

namespace orograph {

// Warns, at the node's place, of octaves with a wavelength below two steps of the grid (the first such octave of each
// node), and of noise whose lattice points fall on every sample. `program` is what the passes made of `graph`.
void warn_about_sampling(const Program& program, const Graph& graph, const Grid& grid, Diagnostics& diagnostics);

}  // namespace orograph
