// SPDX-License-Identifier: MIT
// exp: e to the power of the input.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the exponent"}};

Value lower_exp(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::exp);
}

}  // namespace

extern const NodeSpec exp_node{
    .type = "exp",
    .category = "arithmetic",
    .summary = "e to the power of a field",
    .text =
        "Grows by a factor of 2.718 a unit; exp(-d / 300) falls off softly with a distance d. Above 88.72 it is the "
        "largest "
        "float, 3.4e38. In an expression: exp(v).",
    .bounds = "e to the power of the input's",
    .example = "{type: exp, input: {type: perlin, wavelength: 500}}",
    .inputs = inputs,
    .lower = lower_exp,
};

}  // namespace orograph
