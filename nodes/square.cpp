// SPDX-License-Identifier: MIT
// square: input * input.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to square"}};

Value lower_square(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value v = lowering.input(node, "input", place);
  return lowering.emit(Op::multiply, v, v);
}

}  // namespace

extern const NodeSpec square_node{
    .type = "square",
    .category = "arithmetic",
    .summary = "A field times itself",
    .text =
        "input^2, exactly input times input. On heights within 0 .. 1 it widens valleys and sharpens tops; negative "
        "values become positive. In an expression: square(v).",
    .bounds = "0 .. the largest square of the bounds",
    .example = "{type: square, input: {type: perlin, wavelength: 900}}",
    .inputs = inputs,
    .lower = lower_square,
};

}  // namespace orograph
