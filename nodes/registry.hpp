// SPDX-License-Identifier: MIT
// The standard vocabulary: the node types of nodes.def.
#pragma once
#include "graph/node_spec.hpp"

namespace orograph {

const NodeRegistry& standard_nodes();

}  // namespace orograph
