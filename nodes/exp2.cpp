// SPDX-License-Identifier: MIT
// exp2: 2 to the power of the input.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the exponent"}};

Value lower_exp2(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::exp2);
}

}  // namespace

extern const NodeSpec exp2_node{
    .type = "exp2",
    .category = "arithmetic",
    .summary = "2 to the power of a field",
    .text =
        "Doubles with every unit, and is exact for whole ones. From 128 on it is the largest float, 3.4e38. In an "
        "expression: exp2(v).",
    .bounds = "2 to the power of the input's",
    .example = "{type: exp2, input: {type: perlin, wavelength: 500}}",
    .inputs = inputs,
    .lower = lower_exp2,
};

}  // namespace orograph
