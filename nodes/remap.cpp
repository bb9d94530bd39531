// SPDX-License-Identifier: MIT
// remap: the straight line through (from[0], to[0]) and (from[1], to[1]):
// (input - from[0]) * scale + to[0], where scale = (to[1] - to[0]) / (from[1] - from[0]) is rounded to float once.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{PortSpec{.name = "input", .text = "the field to map"}};

const std::array params{
    ParamSpec{.name = "from",
              .kind = ParamKind::pair,
              .text = "[a, b]: the two input values that become the two values of `to`",
              .default_value = std::vector<double>{-1, 1},
              .range = float_range()},
    ParamSpec{.name = "to",
              .kind = ParamKind::pair,
              .text = "[a, b]: what they become; a may be above b, which turns the field upside down",
              .default_value = std::vector<double>{0, 1},
              .range = float_range()},
    ParamSpec{
        .name = "clamp", .kind = ParamKind::boolean, .text = "keep the result within `to`", .default_value = false},
};

double scale_of(const GraphNode& node) {
  const std::vector<double>& from = node.numbers("from");
  const std::vector<double>& to = node.numbers("to");
  return (to[1] - to[0]) / (from[1] - from[0]);
}

void check_remap(const GraphNode& node, Diagnostics& diagnostics) {
  const std::vector<double>& from = node.numbers("from");
  const SourceLoc loc = node.loc_of(node.given("from") ? "from" : "to");
  if (from[0] == from[1])
    diagnostics.error(loc, fmt::format("'from' has no width: both values are {}", from[0]),
                      "write two different values, the lowest and the highest of the input");
  else if (!(std::fabs(scale_of(node)) <= float_range().high))
    diagnostics.error(loc, "'from' is too narrow for 'to': the factor between them is no finite number",
                      "write values of `from` that lie further apart");
}

Value lower_remap(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value input = lowering.input(node, "input", place);
  const std::vector<double>& to = node.numbers("to");
  const Value offset = lowering.emit(Op::subtract, input, lowering.constant(node.numbers("from")[0]));
  const Value scaled_up = lowering.emit(Op::multiply, offset, lowering.constant(scale_of(node)));
  const Value mapped = lowering.emit(Op::add, scaled_up, lowering.constant(to[0]));
  if (!node.flag("clamp")) return mapped;
  return clamped(lowering, mapped, std::min(to[0], to[1]), std::max(to[0], to[1]));
}

}  // namespace

extern const NodeSpec remap_node{
    .type = "remap",
    .category = "arithmetic",
    .summary = "Maps one range of values to another, in a straight line",
    .text =
        "(input - from[0]) (to[1] - to[0]) / (from[1] - from[0]) + to[0]. The way from a noise's -1 .. 1 to metres "
        "or to a 0 .. 1 mask. Values outside `from` go on along the same line, unless clamp keeps the result "
        "within `to`. In an expression: "
        "remap(value, from_low, from_high, to_low, to_high), where all five may be fields.",
    .bounds = "those of the input, mapped; with clamp, within `to`",
    .example = "{type: remap, input: {type: perlin, wavelength: 900}, from: [-1, 1], to: [-400, 1800]}",
    .inputs = inputs,
    .params = params,
    .check = check_remap,
    .lower = lower_remap,
};

}  // namespace orograph
