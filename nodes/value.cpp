// SPDX-License-Identifier: MIT
// value: random heights at the points of a square lattice, blended by the quintic s(t) = 6t^5 - 15t^4 + 10t^3.
#include "nodes/noise_params.hpp"

namespace orograph {
namespace {

const std::array params{seed_param(), frequency_param(), wavelength_param(), period_param()};

Value lower_value(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Place own = noise_place(lowering, node, place);
  return lowering.leaf(node, own, own.three_d ? NoiseKind::value_3d : NoiseKind::value_2d);
}

}  // namespace

extern const NodeSpec value_node{
    .type = "value",
    .category = "noise",
    .summary = "Random heights on a square lattice, smoothly joined",
    .text =
        "Every lattice point has a random height between -1 and 1 (256 levels), and the cell between its corners "
        "is blended by 6t^5 - 15t^4 + 10t^3, so slopes and curvature are continuous. Flat plateaus and visible "
        "squares make it a good mask or climate map and a poor mountain: perlin and simplex hide the lattice "
        "better. Standard deviation 0.455. 2D, and 3D inside a slice. Value noise of Islands (Catlike Coding).",
    .bounds = "-1 .. 1",
    .example = "{type: value, wavelength: 5000, seed: 77}",
    .params = params,
    .lower = lower_value,
};

}  // namespace orograph
