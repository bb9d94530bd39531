// SPDX-License-Identifier: MIT
// fbm: fractional Brownian motion, the plain sum of octaves (nodes/fractal.cpp).
#include "nodes/fractal.hpp"

namespace orograph {
namespace {

const auto inputs = fractal_inputs();
const auto params = fractal_params(6);

Value lower_fbm(Lowering& lowering, const GraphNode& node, const Place& place) {
  return lower_fractal(lowering, node, place, NoiseShape::plain);
}

}  // namespace

extern const NodeSpec fbm_node{
    .type = "fbm",
    .category = "fractal",
    .summary = "Fractal sum: octaves of a source, each finer and lower than the one before",
    .text =
        "Sum over k of gain^k source(p lacunarity^k), divided by the sum of gain^k when normalize is on. The "
        "fractional Brownian motion of Mandelbrot, brought to terrain by Musgrave: hills that carry smaller "
        "hills. Gain 0.5 with lacunarity 2 looks like worn land, gain 0.6 rough, 0.4 soft. Each octave has a "
        "seed of its own and, by shift_octaves, a lattice moved by a part of a cell. Stop at the octave whose "
        "wavelength reaches two grid steps: finer ones are only grain.",
    .bounds = "those of the source; without normalize, times the sum of gain^k",
    .example = "{type: fbm, source: perlin, octaves: 8, wavelength: 2000}",
    .inputs = inputs,
    .params = params,
    .lower = lower_fbm,
};

}  // namespace orograph
