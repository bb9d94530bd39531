// SPDX-License-Identifier: MIT
// A Profile as a table for people: the share of time of each instruction, with its node and the recipe's line.
#pragma once
#include <cstddef>
#include <string>

#include "cli/compile.hpp"
#include "graph/diagnostic.hpp"
#include "runtime/profile.hpp"

namespace orograph {

// Largest shares first; instructions of less than 1/2 % together in one line. `samples`: of the grid, that were
// computed.
std::string describe_profile(const CompiledRecipe& compiled, const Profile& profile, double samples,
                             const Diagnostics& sources);

}  // namespace orograph
