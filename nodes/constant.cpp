// SPDX-License-Identifier: MIT
// constant: the same value everywhere.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array params{ParamSpec{.name = "value",
                                  .kind = ParamKind::number,
                                  .text = "the value, rounded to the nearest float",
                                  .range = float_range(),
                                  .required = true}};

Value lower_constant(Lowering& lowering, const GraphNode& node, const Place&) {
  return lowering.constant(node.number("value"));
}

}  // namespace

extern const NodeSpec constant_node{
    .type = "constant",
    .category = "input",
    .summary = "The same value everywhere",
    .text =
        "A number as a field. Wherever a field is expected, the bare number means the same: `a: 0.5`. Useful where "
        "a number should have a name.",
    .bounds = "the value",
    .example = "{type: constant, value: 0.5}",
    .params = params,
    .lower = lower_constant,
};

}  // namespace orograph
