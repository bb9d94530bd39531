// SPDX-License-Identifier: MIT
// negate: the field with its sign turned.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to turn upside down"}};

Value lower_negate(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::negate);
}

}  // namespace

extern const NodeSpec negate_node{
    .type = "negate",
    .category = "arithmetic",
    .summary = "A field upside down",
    .text = "-input: hills become valleys. In an expression: -input.",
    .bounds = "those of the input, turned",
    .example = "{type: negate, input: {type: perlin, wavelength: 900}}",
    .inputs = inputs,
    .lower = lower_negate,
};

}  // namespace orograph
