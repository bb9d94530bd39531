// SPDX-License-Identifier: MIT
// sqrt: the square root, and 0 below 0.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to take the root of; negative values give 0"}};

Value lower_sqrt(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::sqrt);
}

}  // namespace

extern const NodeSpec sqrt_node{
    .type = "sqrt",
    .category = "arithmetic",
    .summary = "The square root of a field, 0 where it is negative",
    .text =
        "The correctly rounded square root. On heights within 0 .. 1 it fills valleys and rounds tops; of the sum of "
        "two squares it is a distance: sqrt(x * x + y * y). In an expression: sqrt(v).",
    .bounds = "0 .. the root of the upper bound",
    .example = "{type: sqrt, input: {type: remap, input: {type: perlin, wavelength: 900}, clamp: true}}",
    .inputs = inputs,
    .lower = lower_sqrt,
};

}  // namespace orograph
