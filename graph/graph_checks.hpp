// SPDX-License-Identifier: MIT
// What can only be seen of a whole graph: cycles of names, nodes and params nobody uses.
#pragma once
#include <vector>

#include "graph/field_builder.hpp"
#include "graph/graph.hpp"

namespace orograph {

// The definitions under one key `nodes`, of the recipe or of a function, and who names whom among them.
struct NamedNodes {
  const std::vector<NodeDefinition>& definitions;
  const std::vector<NameReference>& references;
};

// An error for each reference that closes a cycle, with the path of names. `scope` knows which names hide a noise.
void check_cycles(const NamedNodes& nodes, const NameScope& scope, Diagnostics& diagnostics);

// Warnings for named nodes that no output reaches (none when the recipe has no output), and for params.
void warn_unused_nodes(const Recipe& recipe, const std::vector<NameReference>& references, Diagnostics& diagnostics);
void warn_unused_params(const Recipe& recipe, const std::vector<bool>& used, Diagnostics& diagnostics);

// The same for what a function's result does not need.
void warn_unused_parts(const RecipeFunction& function, const FunctionUses& uses, Diagnostics& diagnostics);

}  // namespace orograph
