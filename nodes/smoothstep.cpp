// SPDX-License-Identifier: MIT
// smoothstep: t^2 (3 - 2t), t = (input - low) / (high - low) clamped to 0 .. 1; the factor is rounded to float once.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field that rises through the step"}};

const std::array params{
    ParamSpec{.name = "low",
              .kind = ParamKind::number,
              .text = "input at and below which the result is 0",
              .default_value = 0.0,
              .range = float_range()},
    ParamSpec{.name = "high",
              .kind = ParamKind::number,
              .text = "input at and above which the result is 1",
              .default_value = 1.0,
              .range = float_range()},
};

double scale_of(const GraphNode& node) {
  return 1 / (node.number("high") - node.number("low"));
}

void check_smoothstep(const GraphNode& node, Diagnostics& diagnostics) {
  check_low_below_high(node, diagnostics);
  if (node.number("low") < node.number("high") && scale_of(node) > float_range().high)
    diagnostics.error(node.loc_of(node.given("high") ? "high" : "low"), "'low' and 'high' are too near each other",
                      "move them further apart, or use `step` for a hard edge");
}

Value lower_smoothstep(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value input = lowering.input(node, "input", place);
  const Value offset = lowering.emit(Op::subtract, input, lowering.constant(node.number("low")));
  const Value ratio = lowering.emit(Op::multiply, offset, lowering.constant(scale_of(node)));
  return lowering.emit(Op::smooth, clamped(lowering, ratio, 0, 1));
}

}  // namespace

extern const NodeSpec smoothstep_node{
    .type = "smoothstep",
    .category = "shape",
    .summary = "A soft step from 0 to 1 between two values",
    .text =
        "t^2 (3 - 2t) with t = (input - low) / (high - low), kept within 0 .. 1. Level at both ends, so masks made "
        "with it leave no edge in the terrain: beaches, snow lines, the foot of a mountain range. As the t of a "
        "mix, what does not show is not even computed. In an expression: smoothstep(edge0, edge1, v), with low as "
        "edge0 and "
        "high as edge1, where all three may be fields.",
    .bounds = "0 .. 1",
    .example = "{type: smoothstep, input: {type: perlin, wavelength: 3000}, low: -0.1, high: 0.3}",
    .inputs = inputs,
    .params = params,
    .check = check_smoothstep,
    .lower = lower_smoothstep,
};

}  // namespace orograph
