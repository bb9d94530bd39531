// SPDX-License-Identifier: MIT
// ridged: the sum of octaves of 1 - 2 abs(source) (nodes/fractal.cpp). After F. K. Musgrave's ridged multifractal,
// without its feedback from octave to octave.
#include "nodes/fractal.hpp"

namespace orograph {
namespace {

const auto inputs = fractal_inputs();
const auto params = fractal_params(6);

Value lower_ridged(Lowering& lowering, const GraphNode& node, const Place& place) {
  return lower_fractal(lowering, node, place, NoiseShape::ridged);
}

}  // namespace

extern const NodeSpec ridged_node{
    .type = "ridged",
    .category = "fractal",
    .summary = "Sharp crests: octaves of 1 - 2 abs(source)",
    .text =
        "Sum over k of gain^k (1 - 2 abs(source(p lacunarity^k))), divided by the sum of gain^k when normalize is "
        "on. The crests lie where the source crosses 0 and branch like mountain chains. The idea is Musgrave's "
        "ridged multifractal; here octaves do not weigh one another, so the bounds hold and no octave depends on "
        "another. Multiply by a mask to keep plains smooth.",
    .bounds = "-1 .. 1 for a source within -1 .. 1; without normalize, times the sum of gain^k",
    .example = "{type: ridged, source: {type: simplex, seed: 5}, octaves: 6, wavelength: 2500}",
    .inputs = inputs,
    .params = params,
    .lower = lower_ridged,
};

}  // namespace orograph
