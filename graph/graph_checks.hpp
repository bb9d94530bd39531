// SPDX-License-Identifier: MIT
// What can only be seen of a whole graph: cycles of names, nodes and params nobody uses.
#pragma once
#include <vector>

#include "graph/field_builder.hpp"
#include "graph/graph.hpp"

namespace orograph {

// An error for each reference that closes a cycle, with the path of names. `scope` knows which names hide a noise.
void check_cycles(const Recipe& recipe, const std::vector<NameReference>& references, const NameScope& scope,
                  Diagnostics& diagnostics);

// Warnings for named nodes that no output reaches (none when the recipe has no output), and for params.
void warn_unused_nodes(const Recipe& recipe, const std::vector<NameReference>& references, Diagnostics& diagnostics);
void warn_unused_params(const Recipe& recipe, const std::vector<bool>& used, Diagnostics& diagnostics);

}  // namespace orograph
