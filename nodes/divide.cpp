// SPDX-License-Identifier: MIT
// divide: a / b, and 0 where b is 0; such samples are counted and reported.
#include "graph/lower.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "a", .text = "the field to divide"},
    PortSpec{.name = "b", .text = "the field to divide by; where it is 0 the result is 0"},
};

Value lower_divide(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value a = lowering.input(node, "a", place);
  const Value b = lowering.input(node, "b", place);
  const Value quotient = lowering.emit(Op::divide, a, b);
  lowering.watch_division(b, quotient);
  return quotient;
}

}  // namespace

extern const NodeSpec divide_node{
    .type = "divide",
    .category = "arithmetic",
    .summary = "The quotient of two fields",
    .text =
        "a / b, and 0 where b is 0; the render says at how many samples that was. To divide by a number, multiply "
        "by 1 / number. In an expression: a / b.",
    .bounds = "those of a over those of b; none when b may come near 0",
    .example = "{type: divide, a: {type: perlin, wavelength: 900}, b: 2}",
    .inputs = inputs,
    .lower = lower_divide,
};

}  // namespace orograph
