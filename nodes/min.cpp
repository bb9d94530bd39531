// SPDX-License-Identifier: MIT
// min: the lowest of its fields.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "inputs", .text = "two or more fields to compare", .list = true}};

Value lower_min(Lowering& lowering, const GraphNode& node, const Place& place) {
  return joined(lowering, node, place, Op::min);
}

}  // namespace

extern const NodeSpec min_node{
    .type = "min",
    .category = "arithmetic",
    .summary = "The lowest of two or more fields",
    .text =
        "At every point the lowest value. Cuts one surface by another: a plateau, an excavation. The border is a "
        "crease; mix with a smoothstep blends instead. In an expression: min(a, b, ...).",
    .bounds = "the lowest of the lower, and the lowest of the upper bounds",
    .example = "{type: min, inputs: [{type: perlin, wavelength: 900}, 0.2]}",
    .inputs = inputs,
    .lower = lower_min,
};

}  // namespace orograph
