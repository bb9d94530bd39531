// SPDX-License-Identifier: MIT
// clamp: min(max(input, low), high).
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to bound"}};

const std::array params{
    ParamSpec{.name = "low",
              .kind = ParamKind::number,
              .text = "lower values become this",
              .default_value = 0.0,
              .range = float_range()},
    ParamSpec{.name = "high",
              .kind = ParamKind::number,
              .text = "higher values become this",
              .default_value = 1.0,
              .range = float_range()},
};

Value lower_clamp(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value input = lowering.input(node, "input", place);
  return clamped(lowering, input, node.number("low"), node.number("high"));
}

}  // namespace

extern const NodeSpec clamp_node{
    .type = "clamp",
    .category = "shape",
    .summary = "Keeps a field between two values",
    .text =
        "min(max(input, low), high). Cuts off what lies below or above, leaving flat ground with a visible edge: "
        "smoothstep bends into its ends instead. In an expression: clamp(v, low, high), "
        "where all three may be fields.",
    .bounds = "low .. high",
    .example = "{type: clamp, input: {type: perlin, wavelength: 500}, low: -0.2, high: 0.6}",
    .inputs = inputs,
    .params = params,
    .check = check_low_below_high,
    .lower = lower_clamp,
};

}  // namespace orograph
