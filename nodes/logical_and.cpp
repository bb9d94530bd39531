// SPDX-License-Identifier: MIT
// logical_and: 1 where all fields are other than 0: the product of their truths.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "inputs", .text = "two or more fields", .list = true}};

Value lower_logical_and(Lowering& lowering, const GraphNode& node, const Place& place) {
  return joined_truths(lowering, node, place, Op::multiply);
}

}  // namespace

extern const NodeSpec logical_and_node{
    .type = "logical_and",
    .category = "logic",
    .summary = "1 where all of its fields are other than 0, else 0",
    .text =
        "Narrows a mask by another: above the sea and not too steep. Of masks within 0 .. 1 with soft borders use "
        "min or multiply, which keep them. In an expression: a && b.",
    .bounds = "0 .. 1",
    .example =
        "{type: logical_and, inputs: [{type: step, input: x}, "
        "{type: compare, a: {type: perlin, wavelength: 700}, relation: less, b: 0.3}]}",
    .inputs = inputs,
    .lower = lower_logical_and,
};

}  // namespace orograph
