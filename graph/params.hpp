// SPDX-License-Identifier: MIT
// Params: definitions in any order to values, each evaluated after those it names.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "graph/recipe.hpp"

namespace orograph {

struct ParamDefinition {
  ParamDeclaration declaration;        // an override stands in it as what is written
  std::string set_how = {};            // "--set", "--set-file night.yaml", "--preset alps"; empty: the recipe's own
  std::optional<Quantity> given = {};  // what a call gives instead, accepted already
};

// A param whose definition is wrong has the value 1: its mistake is told, and should not make others. Time grows with
// the length of the definitions, and no chain of names is too long.
std::vector<Param> solve_params(const std::vector<ParamDefinition>& definitions, std::string_view world_unit,
                                Diagnostics& diagnostics);

}  // namespace orograph
