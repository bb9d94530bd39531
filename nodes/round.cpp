// SPDX-License-Identifier: MIT
// round: the nearest whole number, halves up.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to round"}};

Value lower_round(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::round);
}

}  // namespace

extern const NodeSpec round_node{
    .type = "round",
    .category = "shape",
    .summary = "Rounds a field to the nearest whole number",
    .text =
        "Halves go up, for negative values too: 2.5 is 3, -2.5 is -2. round(height / 50) * 50 in an expression gives "
        "a step every 50 units, which floor would shift by half of one. In an expression: round(v).",
    .bounds = "those of the input, rounded",
    .example = "{type: round, input: {type: remap, input: {type: perlin, wavelength: 900}, to: [0, 8]}}",
    .inputs = inputs,
    .lower = lower_round,
};

}  // namespace orograph
