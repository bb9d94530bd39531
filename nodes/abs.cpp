// SPDX-License-Identifier: MIT
// abs: the absolute value.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field whose sign is dropped"}};

Value lower_abs(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::abs);
}

}  // namespace

extern const NodeSpec abs_node{
    .type = "abs",
    .category = "arithmetic",
    .summary = "The absolute value of a field",
    .text =
        "input where it is positive, -input where it is negative: folds valleys up into hills, with a crease at 0. "
        "Over octaves: turbulence. In an expression: abs(v).",
    .bounds = "0 .. the largest absolute value of the input",
    .example = "{type: abs, input: {type: perlin, wavelength: 900}}",
    .inputs = inputs,
    .lower = lower_abs,
};

}  // namespace orograph
