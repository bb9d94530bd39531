// SPDX-License-Identifier: MIT
// compare: 1 where a relation of two fields holds, else 0.
#include "graph/lower.hpp"

namespace orograph {
namespace {

constexpr std::array<std::string_view, 6> relations{"less",          "less_equal", "greater",
                                                    "greater_equal", "equal",      "not_equal"};

const std::array inputs{
    PortSpec{.name = "a", .text = "what stands left of the sign"},
    PortSpec{.name = "b", .text = "what stands right of it"},
};

const std::array params{ParamSpec{.name = "relation",
                                  .kind = ParamKind::choice,
                                  .text = "<, <=, >, >=, == or !=, in words",
                                  .choices = relations,
                                  .required = true}};

Value lower_compare(Lowering& lowering, const GraphNode& node, const Place& place) {
  const std::string_view relation = node.choice("relation");
  const Value a = lowering.input(node, "a", place);
  const Value b = lowering.input(node, "b", place);
  if (relation == "less") return lowering.emit(Op::less, a, b);
  if (relation == "less_equal") return lowering.emit(Op::less_equal, a, b);
  if (relation == "greater") return lowering.emit(Op::less, b, a);
  if (relation == "greater_equal") return lowering.emit(Op::less_equal, b, a);
  return lowering.emit(relation == "equal" ? Op::equal : Op::not_equal, a, b);
}

}  // namespace

extern const NodeSpec compare_node{
    .type = "compare",
    .category = "logic",
    .summary = "1 where one field is less than another (or more, or equal), else 0",
    .text =
        "A mask with a hard border, to multiply by, or as the condition of a select. Values that are worked out in "
        "different ways are seldom equal to the last bit: compare whole numbers (floor, round) or ask for "
        "abs(a - b) < 0.001. In an expression: a < b, a <= b, a > b, a >= b, a == b, a != b.",
    .bounds = "0 .. 1",
    .example = "{type: compare, a: {type: perlin, wavelength: 700}, relation: less, b: -0.2}",
    .inputs = inputs,
    .params = params,
    .lower = lower_compare,
};

}  // namespace orograph
