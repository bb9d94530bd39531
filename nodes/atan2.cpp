// SPDX-License-Identifier: MIT
// atan2: the angle of the point (x, y).
#include "graph/lower.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "y", .text = "the y of the point"},
    PortSpec{.name = "x", .text = "the x of the point"},
};

Value lower_atan2(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value y = lowering.input(node, "y", place);
  return lowering.emit(Op::atan2, y, lowering.input(node, "x", place));
}

}  // namespace

extern const NodeSpec atan2_node{
    .type = "atan2",
    .category = "arithmetic",
    .summary = "The angle of the point (x, y), in radians",
    .text =
        "From -pi to pi: 0 towards x, pi / 2 towards y, which on an image is downwards; it jumps where y changes its "
        "sign and x is negative. 0 at (0, 0). The way a slope faces is atan2 of its two differences; atan2 of the "
        "position draws rays. In an expression: atan2(y, x).",
    .bounds = "-3.1415927 .. 3.1415927",
    .example = "{type: atan2, y: y, x: x}",
    .inputs = inputs,
    .lower = lower_atan2,
};

}  // namespace orograph
