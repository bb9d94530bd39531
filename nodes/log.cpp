// SPDX-License-Identifier: MIT
// log: the natural logarithm.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "a field above 0"}};

Value lower_log(Lowering& lowering, const GraphNode& node, const Place& place) {
  return applied(lowering, node, place, Op::log);
}

}  // namespace

extern const NodeSpec log_node{
    .type = "log",
    .category = "arithmetic",
    .summary = "The natural logarithm of a field",
    .text =
        "The power of e that gives the input. Flattens large values: rainfall, flow. At 0 and below it is that of "
        "the "
        "smallest normal float, -87.34. In an expression: log(v); to base b: log(v) / log(b).",
    .bounds = "the logarithms of the input's",
    .example = "{type: log, input: {type: remap, input: {type: perlin, wavelength: 500}, to: [1, 100]}}",
    .inputs = inputs,
    .lower = lower_log,
};

}  // namespace orograph
