// SPDX-License-Identifier: MIT
// billow: the sum of octaves of 2 abs(source) - 1 (nodes/fractal.cpp), ridged upside down.
#include "nodes/fractal.hpp"

namespace orograph {
namespace {

const auto inputs = fractal_inputs();
const auto params = fractal_params(6);

Value lower_billow(Lowering& lowering, const GraphNode& node, const Place& place) {
  return lower_fractal(lowering, node, place, NoiseShape::billow);
}

}  // namespace

extern const NodeSpec billow_node{
    .type = "billow",
    .category = "fractal",
    .summary = "Round lumps between narrow clefts: octaves of 2 abs(source) - 1",
    .text =
        "Sum over k of gain^k (2 abs(source(p lacunarity^k)) - 1), divided by the sum of gain^k when normalize is "
        "on. The same as ridged with the sign turned: clefts where the source crosses 0, swollen forms between "
        "them. Clouds, weathered boulders, sand. A gain near 0.4 keeps the forms round.",
    .bounds = "-1 .. 1 for a source within -1 .. 1; without normalize, times the sum of gain^k",
    .example = "{type: billow, source: perlin, octaves: 4, gain: 0.4, wavelength: 900}",
    .inputs = inputs,
    .params = params,
    .lower = lower_billow,
};

}  // namespace orograph
