// SPDX-License-Identifier: MIT
// merge: two Programs to one, of which what both compute is one instruction: their outputs are then computed in one
// pass, and those that are equal by construction are one value.
#pragma once
#include "graph/ir.hpp"

namespace orograph {

// The outputs, and whatever else is told of nodes, of `a`, then those of `b`, whose nodes count from `first_node` on.
Program merge(const Program& a, const Program& b, std::uint32_t first_node);

}  // namespace orograph
