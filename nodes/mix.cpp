// SPDX-License-Identifier: MIT
// mix: a + (b - a) t, exactly a at t = 0 and exactly b at t = 1.
#include "graph/lower.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "a", .text = "what shows where t is 0"},
    PortSpec{.name = "b", .text = "what shows where t is 1"},
    PortSpec{.name = "t", .text = "the share of b, usually a mask within 0 .. 1; it is not clamped"},
};

Value lower_mix(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value a = lowering.input(node, "a", place);
  const Value b = lowering.input(node, "b", place);
  const Value t = lowering.input(node, "t", place);
  return lowering.emit(Op::mix, a, b, t);
}

}  // namespace

extern const NodeSpec mix_node{
    .type = "mix",
    .category = "arithmetic",
    .summary = "Blends two fields by a third",
    .text =
        "a + (b - a) t: exactly a where t is 0, exactly b where t is 1, a straight line between and beyond. With a "
        "clamped remap, a step or a smoothstep as t, the field that does not show is not computed there. "
        "In an expression: mix(a, b, t).",
    .bounds = "those of a and b together, when t is within 0 .. 1",
    .example =
        "{type: mix, a: {type: perlin, wavelength: 900}, b: {type: ridged, source: perlin, wavelength: 900}, "
        "t: {type: smoothstep, input: {type: value, wavelength: 4000}}}",
    .inputs = inputs,
    .lower = lower_mix,
};

}  // namespace orograph
