// SPDX-License-Identifier: MIT
// The key `nodes` of a recipe or a function: a mapping of names to definitions.
#pragma once
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/recipe.hpp"
#include "graph/value_reader.hpp"

namespace orograph {

// A name that a node cannot have, because something else beside it has it.
struct TakenName {
  std::string_view what;  // "parameter"
  SourceLoc loc;
};
using TakenNames = std::unordered_map<std::string_view, TakenName>;

// Appends the definitions, taken out of `nodes`. A definition that cannot be a field becomes 0: its name exists, so
// no use of it is a mistake. Adds an error and returns false when `nodes` is no mapping.
bool read_node_definitions(YamlValue& nodes, const TakenNames& taken, const ValueReader& reader,
                           std::vector<NodeDefinition>& definitions);

// An error where `name` is taken.
void check_not_taken(std::string_view name, SourceLoc loc, const TakenNames& taken, const ValueReader& reader);

}  // namespace orograph
