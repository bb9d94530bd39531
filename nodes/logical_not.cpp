// SPDX-License-Identifier: MIT
// logical_not: 1 where the field is 0, else 0.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to turn around"}};

Value lower_logical_not(Lowering& lowering, const GraphNode& node, const Place& place) {
  return lowering.emit(Op::equal, lowering.input(node, "input", place), lowering.constant(0));
}

}  // namespace

extern const NodeSpec logical_not_node{
    .type = "logical_not",
    .category = "logic",
    .summary = "1 where a field is 0, else 0",
    .text =
        "The opposite of a hard mask. The opposite of a mask with soft borders is 1 - mask. In an expression: "
        "!a.",
    .bounds = "0 .. 1",
    .example = "{type: logical_not, input: {type: step, input: {type: perlin, wavelength: 700}}}",
    .inputs = inputs,
    .lower = lower_logical_not,
};

}  // namespace orograph
