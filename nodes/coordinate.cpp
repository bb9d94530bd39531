// SPDX-License-Identifier: MIT
// coordinate: the position's own x or y, at the place the node stands.
#include "graph/lower.hpp"

namespace orograph {
namespace {

constexpr std::array<std::string_view, 2> axes{"x", "y"};

const std::array params{ParamSpec{.name = "axis",
                                  .kind = ParamKind::choice,
                                  .text = "x grows with the column, to the right; y with the row, downwards",
                                  .choices = axes,
                                  .required = true}};

Value lower_coordinate(Lowering& lowering, const GraphNode& node, const Place& place) {
  return lowering.position(place, node.choice("axis") == "x" ? 0 : 1);
}

}  // namespace

extern const NodeSpec coordinate_node{
    .type = "coordinate",
    .category = "input",
    .summary = "The x or y of the position itself",
    .text =
        "The world position as a field, for slopes, coasts, and masks of a given place; in an expression simply x "
        "and y. Inside a transform, a domain_warp or an octave of a fractal it is the moved, bent or scaled "
        "position. The value is a float: a million units from the origin it has steps of 1/16 unit (noises do not "
        "suffer from this).",
    .bounds = "the grid's extent along the axis",
    .example = "{type: coordinate, axis: x}",
    .params = params,
    .lower = lower_coordinate,
};

}  // namespace orograph
