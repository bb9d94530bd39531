// SPDX-License-Identifier: MIT
// max: the highest of its fields.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "inputs", .text = "two or more fields to compare", .list = true}};

Value lower_max(Lowering& lowering, const GraphNode& node, const Place& place) {
  return joined(lowering, node, place, Op::max);
}

}  // namespace

extern const NodeSpec max_node{
    .type = "max",
    .category = "arithmetic",
    .summary = "The highest of two or more fields",
    .text =
        "At every point the highest value. Fills the sea (`inputs: [height, 0]`), joins separate mountains. The "
        "border is a crease; mix with a smoothstep blends instead. In an expression: max(a, b, ...).",
    .bounds = "the highest of the lower, and the highest of the upper bounds",
    .example = "{type: max, inputs: [{type: perlin, wavelength: 900}, 0]}",
    .inputs = inputs,
    .lower = lower_max,
};

}  // namespace orograph
