// SPDX-License-Identifier: MIT
// step: 0 below the edge, 1 from it on.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to compare with the edge"}};

const std::array params{ParamSpec{.name = "edge",
                                  .kind = ParamKind::number,
                                  .text = "the first value that gives 1",
                                  .default_value = 0.0,
                                  .range = float_range()}};

Value lower_step(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value input = lowering.input(node, "input", place);
  return lowering.emit(Op::step, lowering.constant(node.number("edge")), input);
}

}  // namespace

extern const NodeSpec step_node{
    .type = "step",
    .category = "shape",
    .summary = "0 below an edge, 1 from it on: a hard mask",
    .text =
        "0 where input < edge, else 1. A mask with a hard border: land and sea, two kinds of rock. Where heights "
        "meet, smoothstep avoids the cliff. In an expression: step(edge, v), where both may be fields.",
    .bounds = "0 .. 1",
    .example = "{type: step, input: {type: value, wavelength: 2000}, edge: 0.25}",
    .inputs = inputs,
    .params = params,
    .lower = lower_step,
};

}  // namespace orograph
