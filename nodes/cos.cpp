// SPDX-License-Identifier: MIT
// cos: the cosine of radians.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "an angle in radians: radians(v) of degrees"}};

Value lower_cos(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::cos);
}

}  // namespace

extern const NodeSpec cos_node{
    .type = "cos",
    .category = "arithmetic",
    .summary = "The cosine of a field in radians",
    .text = "The sine a quarter of a wave further, with the limits of sin. In an expression: cos(v).",
    .bounds = "-1 .. 1",
    .example = "{type: cos, input: y * 2 * pi / 200}",
    .inputs = inputs,
    .lower = lower_cos,
};

}  // namespace orograph
