// SPDX-License-Identifier: MIT
// Lints: what is allowed, but looks like a mistake: of the graph alone, or on the grid that a program is sampled on.
// Each warns at the node's or output's place, with the code of its page (graph/warning.hpp).
#pragma once
#include <span>

#include "graph/bounds.hpp"
#include "graph/diagnostic.hpp"
#include "graph/graph.hpp"
#include "graph/ir.hpp"
#include "graph/recipe.hpp"

namespace orograph {

// Warns, at the node's place, of octaves with a wavelength below two steps of the grid (the first such octave of each
// node), and of noise whose lattice points fall on every sample. `program` is what the passes made of `graph`.
void warn_about_sampling(const Program& program, const Graph& graph, const Grid& grid, Diagnostics& diagnostics);

// Warns of x and y as values whose steps, those of floats, are more than an eighth of the grid's.
void warn_about_coordinates(const Program& program, const Graph& graph, const Grid& grid, Diagnostics& diagnostics);

// Warns of channels of uint16 files that use less than 30 % of their range. `values` holds an interval a channel, in
// the order written.
void warn_about_ranges(std::span<const Output> outputs, std::span<const Interval> values, Diagnostics& diagnostics);

// Warns of clamps that act at no position.
void warn_about_clamps(const Graph& graph, Diagnostics& diagnostics);

// Warns of warps whose inputs are multiples of one field, or made of the noise that they move.
void warn_about_warps(const Graph& graph, Diagnostics& diagnostics);

}  // namespace orograph
