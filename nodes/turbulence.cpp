// SPDX-License-Identifier: MIT
// turbulence: the sum of octaves of abs(source) (nodes/fractal.cpp). K. Perlin, "An image synthesizer" (1985).
#include "nodes/fractal.hpp"

namespace orograph {
namespace {

const auto inputs = fractal_inputs();
const auto params = fractal_params(1);

Value lower_turbulence(Lowering& lowering, const GraphNode& node, const Place& place) {
  return lower_fractal(lowering, node, place, NoiseShape::abs);
}

}  // namespace

extern const NodeSpec turbulence_node{
    .type = "turbulence",
    .category = "fractal",
    .summary = "The absolute value of a source, summed over octaves: creased valleys",
    .text =
        "Sum over k of gain^k abs(source(p lacunarity^k)), divided by the sum of gain^k when normalize is on. "
        "Folding the negative half up leaves a sharp crease wherever the source crosses 0, so valleys are cut "
        "and tops are round. One octave, the default, is the Turbulence of Islands (Catlike Coding), to be used as "
        "the source of an fbm; more octaves are Perlin's turbulence of 1985.",
    .bounds = "0 .. 1 for a source within -1 .. 1; without normalize, times the sum of gain^k",
    .example = "{type: turbulence, source: perlin, octaves: 6, wavelength: 1200}",
    .inputs = inputs,
    .params = params,
    .lower = lower_turbulence,
};

}  // namespace orograph
