// SPDX-License-Identifier: MIT
// sin: the sine of radians.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "an angle in radians: radians(v) of degrees"}};

Value lower_sin(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::sin);
}

}  // namespace

extern const NodeSpec sin_node{
    .type = "sin",
    .category = "arithmetic",
    .summary = "The sine of a field in radians",
    .text =
        "A wave of length 2 pi along its input: sin(x * 2 * pi / 200) has a ridge every 200 units. Within a few "
        "units "
        "in the last place for inputs within 100000 of 0, which is 15915 waves; farther out it only stays within "
        "-1 .. 1. In an expression: sin(v).",
    .bounds = "-1 .. 1",
    .example = "{type: sin, input: x * 2 * pi / 200}",
    .inputs = inputs,
    .lower = lower_sin,
};

}  // namespace orograph
