// SPDX-License-Identifier: MIT
// select: a where the condition is not 0, b where it is.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "condition", .text = "any field; a comparison is 0 or 1"},
    PortSpec{.name = "a", .text = "what shows where the condition is not 0"},
    PortSpec{.name = "b", .text = "what shows where it is 0"},
};

Value lower_select(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value condition = lowering.input(node, "condition", place);
  const Value a = lowering.input(node, "a", place);
  const Value b = lowering.input(node, "b", place);
  return lowering.emit(Op::select, b, a, truth(lowering, condition));
}

}  // namespace

extern const NodeSpec select_node{
    .type = "select",
    .category = "logic",
    .summary = "One of two fields, as a condition says",
    .text =
        "a where condition is not 0, else b, without anything in between: mix with a smoothstep has a soft border. "
        "What does not show along a stretch of a row is not computed there. In an expression: "
        "select(condition, a, b), or condition ? a : b.",
    .bounds = "those of a and b together",
    .example =
        "{type: select, condition: {type: compare, a: y, relation: less, b: 0}, "
        "a: {type: perlin, wavelength: 900}, b: 0}",
    .inputs = inputs,
    .lower = lower_select,
};

}  // namespace orograph
