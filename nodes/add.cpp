// SPDX-License-Identifier: MIT
// add: the sum of its fields, from left to right.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "inputs", .text = "two or more fields to add", .list = true}};

Value lower_add(Lowering& lowering, const GraphNode& node, const Place& place) {
  return joined(lowering, node, place, Op::add);
}

}  // namespace

extern const NodeSpec add_node{
    .type = "add",
    .category = "arithmetic",
    .summary = "The sum of two or more fields",
    .text =
        "The fields are added in the order written, which matters only in the last bit. Lays detail over a base; "
        "bounds grow with every field, fbm keeps them. In an expression: a + b.",
    .bounds = "the sum of the fields' bounds",
    .example = "{type: add, inputs: [{type: perlin, wavelength: 900}, 0.5]}",
    .inputs = inputs,
    .lower = lower_add,
};

}  // namespace orograph
