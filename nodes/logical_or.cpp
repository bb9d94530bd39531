// SPDX-License-Identifier: MIT
// logical_or: 1 where any field is other than 0: the largest of their truths.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "inputs", .text = "two or more fields", .list = true}};

Value lower_logical_or(Lowering& lowering, const GraphNode& node, const Place& place) {
  return joined_truths(lowering, node, place, Op::max);
}

}  // namespace

extern const NodeSpec logical_or_node{
    .type = "logical_or",
    .category = "logic",
    .summary = "1 where any of its fields is other than 0, else 0",
    .text =
        "Joins masks: lakes and sea. Of masks within 0 .. 1 with soft borders use max, which keeps them. In an "
        "expression: a || b.",
    .bounds = "0 .. 1",
    .example =
        "{type: logical_or, inputs: [{type: step, input: x}, "
        "{type: compare, a: {type: perlin, wavelength: 700}, relation: less, b: 0.3}]}",
    .inputs = inputs,
    .lower = lower_logical_or,
};

}  // namespace orograph
