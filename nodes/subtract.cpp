// SPDX-License-Identifier: MIT
// subtract: a - b.
#include "graph/lower.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "a", .text = "the field to take from"},
    PortSpec{.name = "b", .text = "the field to take away"},
};

Value lower_subtract(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value a = lowering.input(node, "a", place);
  const Value b = lowering.input(node, "b", place);
  return lowering.emit(Op::subtract, a, b);
}

}  // namespace

extern const NodeSpec subtract_node{
    .type = "subtract",
    .category = "arithmetic",
    .summary = "The difference of two fields",
    .text = "a - b. Carves b out of a: river beds, craters. In an expression: a - b.",
    .bounds = "from a's lowest minus b's highest to a's highest minus b's lowest",
    .example = "{type: subtract, a: {type: perlin, wavelength: 900}, b: {type: value, wavelength: 300}}",
    .inputs = inputs,
    .lower = lower_subtract,
};

}  // namespace orograph
