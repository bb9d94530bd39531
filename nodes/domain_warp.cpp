// SPDX-License-Identifier: MIT
// domain_warp: the source, read at a position moved by other fields. I. Quilez, "Domain warping" (2002).
#include <fmt/format.h>

#include "graph/warning.hpp"
#include "nodes/operations.hpp"

namespace orograph {
namespace {

const std::array inputs{
    PortSpec{.name = "source", .text = "the field to bend"},
    PortSpec{.name = "x", .text = "how far to look along x, times the amplitude"},
    PortSpec{.name = "y", .text = "how far to look along y, times the amplitude"},
    PortSpec{.name = "z",
             .text = "how far to look along z, times the amplitude; counts inside a slice only",
             .default_value = 0.0},
    PortSpec{.name = "amplitude",
             .text = "factor of x, y and z, in world units where these are noises",
             .default_value = 1.0},
};

bool is_zero(Lowering& lowering, Value v) {
  const float* constant = lowering.builder().constant_of(v);
  return constant && *constant == 0;
}

// A z in 2D is no error, so that a node meant for a slice can still be looked at alone.
void warn_of_flat_z(Lowering& lowering, const GraphNode& node, const Place& place) {
  if (is_zero(lowering, lowering.input(node, "z", place))) return;
  lowering.warn_once(
      node, node.loc,
      coded(Warning::flat_third_part, "'z' of this domain_warp has no effect: it stands outside any slice, in 2D"),
      "use the node as the `source` of a slice, or remove 'z'");
}

// Equal fields are one value, however each was written. Constants only move the source.
void warn_of_equal_fields(Lowering& lowering, const GraphNode& node, Value x, Value y) {
  if (x != y || lowering.builder().constant_of(x) != nullptr) return;
  lowering.warn_once(
      node, node.loc,
      coded(Warning::correlated_warp,
            fmt::format("x and y of '{}' are the same field: it bends along one diagonal only", node.shown_name())),
      "give the noise in 'y' another seed");
}

Value lower_domain_warp(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Value amplitude = lowering.input(node, "amplitude", place);
  const auto amount = [&](std::string_view port) {
    return lowering.emit(Op::multiply, amplitude, lowering.input(node, port, place));
  };
  const Value x = amount("x");
  const Value y = amount("y");
  warn_of_equal_fields(lowering, node, x, y);
  const Value z = place.three_d ? amount("z") : lowering.constant(0);
  if (!place.three_d) warn_of_flat_z(lowering, node, place);
  return lowering.input(node, "source", lowering.displaced(place, {x, y, z}));
}

}  // namespace

extern const NodeSpec domain_warp_node{
    .type = "domain_warp",
    .category = "position",
    .summary = "Bends a field: reads the source at a position moved by other fields",
    .text =
        "source(p + amplitude(p) (x(p), y(p), z(p))). Folded ridges, meandering valleys, wind-blown dunes; the "
        "technique of Quilez. Take noises of different seeds for x and y, or everything slides along one "
        "diagonal. An amplitude of a tenth to a half of the source's wavelength bends, more tears it into "
        "marble. x, y and amplitude are read at the unmoved position.",
    .bounds = "those of the source",
    .example =
        "{type: domain_warp, source: {type: fbm, source: perlin, wavelength: 1000}, "
        "x: {type: perlin, seed: 8, wavelength: 800}, y: {type: perlin, seed: 9, wavelength: 800}, "
        "amplitude: 150}",
    .inputs = inputs,
    .lower = lower_domain_warp,
};

}  // namespace orograph
