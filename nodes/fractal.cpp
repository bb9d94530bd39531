// SPDX-License-Identifier: MIT
// A fractal node -> w_0 shape(source_0) + w_1 shape(source_1) + ..., added in this order; w_k = gain^k / total.
// The multiplication is emitted for every octave, so that a later pass finds one regular chain to fuse.
// Octaves differ in scale, in seed and in the shift of their lattices, so that they never line up.
// Sum of octaves: K. Perlin, "An image synthesizer" (1985); F. K. Musgrave in "Texturing and Modeling".
#include "nodes/fractal.hpp"

#include <cmath>

#include "nodes/noise_params.hpp"

namespace orograph {
namespace {

constexpr std::uint32_t octave_seed_step = 0x9E3779B9;  // 2^32 / golden ratio
// Powers 1 to 3 of 1 / 1.2207440846057596, whose multiples fill the unit cube evenly.
constexpr std::array<double, 3> octave_shift{0.8191725133961645, 0.6710436067037893, 0.5497004779019703};

Place octave_place(const Place& own, std::int64_t octave, double scale, bool shifted) {
  Place place = scaled(own, scale);
  place.seed += static_cast<std::uint32_t>(octave) * octave_seed_step;
  if (!shifted) return place;
  for (std::size_t d = 0; d < place.shift.size(); ++d) {
    const double shift = static_cast<double>(octave) * octave_shift[d];
    place.shift[d] += shift - std::floor(shift);
  }
  return place;
}

Value shaped(Lowering& lowering, Value noise, NoiseShape shape) {
  if (shape == NoiseShape::plain) return noise;
  const Value magnitude = lowering.emit(Op::abs, noise);
  if (shape == NoiseShape::abs) return magnitude;
  const Value one = lowering.constant(1);
  const Value doubled = lowering.emit(Op::multiply, lowering.constant(2), magnitude);
  return shape == NoiseShape::ridged ? lowering.emit(Op::subtract, one, doubled)
                                     : lowering.emit(Op::subtract, doubled, one);
}

double sum_of_gains(double gain, std::int64_t octaves) {
  double total = 0;
  double amplitude = 1;
  for (std::int64_t k = 0; k < octaves; ++k, amplitude *= gain) total += amplitude;
  return total;
}

}  // namespace

std::array<PortSpec, 1> fractal_inputs() {
  return {{{.name = "source", .text = "the field every octave repeats: a noise, or any field of position"}}};
}

std::array<ParamSpec, 9> fractal_params(std::int64_t default_octaves) {
  return {{
      {.name = "octaves",
       .kind = ParamKind::integer,
       .text = "how many copies of the source are added, each finer than the one before",
       .default_value = default_octaves,
       .range = {.low = 1, .high = 32}},
      {.name = "lacunarity",
       .kind = ParamKind::number,
       .text = "how much finer each octave is than the one before",
       .default_value = 2.0,
       .range = {.low = 1, .high = 16, .low_open = true}},
      {.name = "gain",
       .kind = ParamKind::number,
       .text = "how high each octave is beside the one before: smaller is smoother",
       .default_value = 0.5,
       .range = {.low = 0, .high = 4, .low_open = true}},
      {.name = "normalize",
       .kind = ParamKind::boolean,
       .text = "divide by the sum of the octaves' heights, so that the range does not depend on their number",
       .default_value = true},
      {.name = "shift_octaves",
       .kind = ParamKind::boolean,
       .text = "move the lattice of each octave by a part of a cell, so that octaves do not all vanish at one point",
       .default_value = true},
      seed_param(),
      frequency_param(),
      wavelength_param(),
      period_param(),
  }};
}

Value lower_fractal(Lowering& lowering, const GraphNode& node, const Place& place, NoiseShape shape) {
  const Place own = noise_place(lowering, node, place);
  const std::int64_t octaves = node.integer("octaves");
  const double lacunarity = node.number("lacunarity");
  const double gain = node.number("gain");
  const bool shifted = node.flag("shift_octaves");
  const double total = node.flag("normalize") ? sum_of_gains(gain, octaves) : 1;

  Value sum;
  double scale = 1;
  double amplitude = 1;
  for (std::int64_t k = 0; k < octaves; ++k, scale *= lacunarity, amplitude *= gain) {
    const Value source = lowering.octave(node, "source", octave_place(own, k, scale, shifted), k);
    const Value octave = shaped(lowering, source, shape);
    const Value weighted = lowering.emit(Op::multiply, lowering.constant(amplitude / total), octave);
    sum = k == 0 ? weighted : lowering.emit(Op::add, sum, weighted);
  }
  return sum;
}

}  // namespace orograph
