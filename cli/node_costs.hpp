// SPDX-License-Identifier: MIT
// What became of each node of a recipe: its share of the measured time, and whether it is shared, hoisted, skipped or
// folded. Inline nodes and parts of expressions count for the node they stand in.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "cli/compile.hpp"
#include "graph/diagnostic.hpp"
#include "runtime/profile.hpp"

namespace orograph {

struct NodeCost {
  NodeId node = no_node;
  double seconds = 0;
};

// Per node of the graph: the named node it is part of, or itself.
std::vector<NodeId> owners(const Graph& graph);

// The time of the instructions that are `counted`, by owner, largest first.
std::vector<NodeCost> node_costs(const CompiledRecipe& compiled, const Profile& profile,
                                 std::span<const NodeId> owner, const std::vector<bool>& counted);

// "61 % of it: hills 40 % (island.yaml:12), ridges 12 % (island.yaml:13), others 9 %"
std::string describe_share(const CompiledRecipe& compiled, const Profile& profile, std::span<const NodeCost> costs,
                           const Diagnostics& sources);

// A line a node, those of less than 1/2 % together.
std::string describe_costs(const CompiledRecipe& compiled, const Profile& profile, std::span<const NodeCost> costs,
                           const Diagnostics& sources);

// Which nodes are shared, hoisted, skipped and folded, a line each.
std::string describe_fates(const CompiledRecipe& compiled, std::span<const NodeId> owner);

}  // namespace orograph
