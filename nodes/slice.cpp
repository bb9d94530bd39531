// SPDX-License-Identifier: MIT
// slice: the source in 3D, read at height z over every point of the plane.
#include "graph/lower.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "source", .text = "the field to read in 3D: every noise below it takes its 3D form"},
    PortSpec{.name = "z", .text = "the height to read it at, in the units of x and y; a number or any field"},
};

Value lower_slice(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value z = lowering.input(node, "z", place);
  return lowering.input(node, "source", lowering.sliced(place, z));
}

}  // namespace

extern const NodeSpec slice_node{
    .type = "slice",
    .category = "position",
    .summary = "Reads a source in 3D, at a height of its own for every point",
    .text =
        "source(x, y, z(p)). A constant z cuts a plane through solid noise: move it in small steps to change a "
        "landscape slowly, frame by frame. A field as z tilts or bends the cut. Frequencies of the source count "
        "for z too. Variant circle of perlin and simplex has no 3D form.",
    .bounds = "those of the source",
    .example = "{type: slice, source: {type: perlin, wavelength: 300}, z: 120}",
    .inputs = inputs,
    .lower = lower_slice,
};

}  // namespace orograph
