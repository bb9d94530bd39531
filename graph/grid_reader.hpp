// SPDX-License-Identifier: MIT
// The key `grid` to a Grid whose samples have positions that are finite and differ.
#pragma once
#include "graph/recipe.hpp"
#include "graph/value_reader.hpp"

namespace orograph {

// Absent when it is no mapping; what is wrong inside keeps its default.
std::optional<Grid> read_grid(const YamlValue& value, const ValueReader& reader);

}  // namespace orograph
