// SPDX-License-Identifier: MIT
// smooth_min: the smaller of two fields, with a parabola over the crease (Quilez, "smooth minimum").
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "a", .text = "one field"},
    PortSpec{.name = "b", .text = "the other one"},
    PortSpec{.name = "width",
             .text = "how near each other they begin to blend; at 0 and below it, min",
             .default_value = 1.0},
};

Value lower_smooth_min(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value a = lowering.input(node, "a", place);
  const Value b = lowering.input(node, "b", place);
  return lowering.emit(Op::smooth_min, a, b, lowering.input(node, "width", place));
}

}  // namespace

extern const NodeSpec smooth_min_node{
    .type = "smooth_min",
    .category = "arithmetic",
    .summary = "The lower of two fields, rounded where they meet",
    .text =
        "min(a, b) - h^2 / (4 width) with h = max(width - abs(a - b), 0): exactly min(a, b) where they are width "
        "apart, a quarter of width below it where they meet, and smooth in between. Cuts one surface by another "
        "without a crease: a valley floor, a worn plateau. In an expression: smooth_min(a, b, width).",
    .bounds = "from the lower of both, less a quarter of the width, to the lower of the upper bounds",
    .example = "{type: smooth_min, a: {type: perlin, wavelength: 900}, b: 0.2, width: 0.3}",
    .inputs = inputs,
    .lower = lower_smooth_min,
};

}  // namespace orograph
