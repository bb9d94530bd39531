// SPDX-License-Identifier: MIT
// smooth_max: the greater of two fields, with a parabola over the crease: -smooth_min(-a, -b, width).
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "a", .text = "one field"},
    PortSpec{.name = "b", .text = "the other one"},
    PortSpec{.name = "width",
             .text = "how near each other they begin to blend; at 0 and below it, max",
             .default_value = 1.0},
};

Value lower_smooth_max(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value a = lowering.emit(Op::negate, lowering.input(node, "a", place));
  const Value b = lowering.emit(Op::negate, lowering.input(node, "b", place));
  return lowering.emit(Op::negate, lowering.emit(Op::smooth_min, a, b, lowering.input(node, "width", place)));
}

}  // namespace

extern const NodeSpec smooth_max_node{
    .type = "smooth_max",
    .category = "arithmetic",
    .summary = "The higher of two fields, rounded where they meet",
    .text =
        "max(a, b) + h^2 / (4 width) with h = max(width - abs(a - b), 0): exactly max(a, b) where they are width "
        "apart, a quarter of width above it where they meet, and smooth in between. Sets one surface on another "
        "without a crease: a hill on a plain, a sea floor. In an expression: smooth_max(a, b, width).",
    .bounds = "from the higher of the lower bounds to the higher of both, plus a quarter of the width",
    .example = "{type: smooth_max, a: {type: perlin, wavelength: 900}, b: -0.2, width: 0.3}",
    .inputs = inputs,
    .lower = lower_smooth_max,
};

}  // namespace orograph
