// SPDX-License-Identifier: MIT
// multiply: the product of its fields, from left to right.
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "inputs", .text = "two or more fields to multiply", .list = true}};

Value lower_multiply(Lowering& lowering, const GraphNode& node, const Place& place) {
  return joined(lowering, node, place, Op::multiply);
}

}  // namespace

extern const NodeSpec multiply_node{
    .type = "multiply",
    .category = "arithmetic",
    .summary = "The product of two or more fields",
    .text =
        "The fields are multiplied in the order written. A mask within 0 .. 1 times a field fades it out; a number "
        "scales it. In an expression: a * b.",
    .bounds = "the products of the fields' bounds",
    .example = "{type: multiply, inputs: [{type: perlin, wavelength: 900}, 250]}",
    .inputs = inputs,
    .lower = lower_multiply,
};

}  // namespace orograph
