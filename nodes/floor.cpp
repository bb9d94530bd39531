// SPDX-License-Identifier: MIT
// floor: the next whole number below.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to round down"}};

Value lower_floor(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::floor);
}

}  // namespace

extern const NodeSpec floor_node{
    .type = "floor",
    .category = "shape",
    .summary = "Rounds a field down to whole numbers",
    .text =
        "The largest whole number that is not above input, for negative values too. Terraces: floor(height / 50) * "
        "50 "
        "in an expression gives a step every 50 units. In an expression: floor(v).",
    .bounds = "those of the input, rounded down",
    .example = "{type: floor, input: {type: remap, input: {type: perlin, wavelength: 900}, to: [0, 8]}}",
    .inputs = inputs,
    .lower = lower_floor,
};

}  // namespace orograph
