// SPDX-License-Identifier: MIT
// log2: the logarithm to base 2.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "a field above 0"}};

Value lower_log2(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::log2);
}

}  // namespace

extern const NodeSpec log2_node{
    .type = "log2",
    .category = "arithmetic",
    .summary = "The logarithm of a field to base 2",
    .text =
        "The power of 2 that gives the input, exact for powers of 2. At 0 and below it is that of the smallest "
        "normal float, "
        "-126. In an expression: log2(v).",
    .bounds = "the logarithms of the input's",
    .example = "{type: log2, input: {type: remap, input: {type: perlin, wavelength: 500}, to: [1, 100]}}",
    .inputs = inputs,
    .lower = lower_log2,
};

}  // namespace orograph
