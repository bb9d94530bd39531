// SPDX-License-Identifier: MIT
// power: base ^ exponent by polynomials of our own (graph/power.hpp).
#include "graph/lower.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "base", .text = "the field to raise"},
    PortSpec{.name = "exponent", .text = "the exponent, a number or any field"},
};

Value lower_power(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value base = lowering.input(node, "base", place);
  const Value exponent = lowering.input(node, "exponent", place);
  return lowering.emit(Op::power, base, exponent);
}

}  // namespace

extern const NodeSpec power_node{
    .type = "power",
    .category = "arithmetic",
    .summary = "One field to the power of another",
    .text =
        "base^exponent. On heights within 0 .. 1, an exponent above 1 widens the valleys and sharpens the tops, one "
        "below 1 does the reverse. A negative base gives 0 unless the exponent is whole, when the sign is kept as "
        "in (-2)^3 = -8; 0^0 is 1, and 0 to a negative exponent is 0. In an expression: pow(base, exponent), or base "
        "^ exponent.",
    .bounds = "0 .. 1 for a base within 0 .. 1 and an exponent of at least 0",
    .example =
        "{type: power, base: {type: remap, input: {type: perlin, wavelength: 700}, clamp: true}, exponent: 2.5}",
    .inputs = inputs,
    .lower = lower_power,
};

}  // namespace orograph
