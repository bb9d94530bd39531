// SPDX-License-Identifier: MIT
#include "nodes/registry.hpp"

namespace orograph {

#define NODE(name) extern const NodeSpec name##_node;
#include "nodes/nodes.def"
#undef NODE

const NodeRegistry& standard_nodes() {
  static const NodeRegistry registry({
#define NODE(name) &name##_node,
#include "nodes/nodes.def"
#undef NODE
  });
  return registry;
}

}  // namespace orograph
