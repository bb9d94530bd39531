// SPDX-License-Identifier: MIT
// perlin: gradient noise on the square lattice; the gradient at each corner times the offset from it, blended by
// the quintic 6t^5 - 15t^4 + 10t^3. K. Perlin, "An image synthesizer" (1985), "Improving noise" (2002).
#include <string>

#include "nodes/gradient_noise.hpp"
#include "nodes/noise_params.hpp"

namespace orograph {
namespace {

constexpr std::array<std::string_view, 3> variants{"diamond", "circle", "improved"};

const std::array params{
    ParamSpec{.name = "variant",
              .kind = ParamKind::choice,
              .text = "diamond: gradients on a diamond (3D: an octahedron); circle: unit gradients, 2D only; "
                      "improved: Perlin 2002 with his table",
              .default_value = "diamond",
              .choices = variants},
    directions_param(),
    seed_param(),
    frequency_param(),
    wavelength_param(),
    period_param(),
};

void check_perlin(const GraphNode& node, Diagnostics& diagnostics) {
  check_gradient_noise(node, diagnostics, "improved");
}

Value lower_perlin(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Place own = noise_place(lowering, node, place);
  const std::string_view variant = node.choice("variant");
  if (variant == "improved") return lowering.leaf(node, own, NoiseKind::perlin_improved_3d);
  if (variant == "diamond")
    return lowering.leaf(node, own, own.three_d ? NoiseKind::perlin_octahedron_3d : NoiseKind::perlin_diamond_2d);
  if (own.three_d) {
    report_circle_in_slice(lowering, node, "diamond");
    return lowering.constant(0);
  }
  return lowering.leaf(node, own, NoiseKind::perlin_circle_2d,
                       static_cast<std::uint16_t>(node.integer("directions")));
}

}  // namespace

extern const NodeSpec perlin_node{
    .type = "perlin",
    .category = "noise",
    .summary = "Perlin's gradient noise: rolling hills, the usual source of fractals",
    .text =
        "Every lattice point has height 0 and a random slope; a cell blends the four (3D: eight) slopes of its "
        "corners by 6t^5 - 15t^4 + 10t^3. Variants: diamond (Islands, Catlike Coding) takes gradients from a "
        "diamond, in 3D from an octahedron, scaled to reach 1; circle takes unit gradients in 8, 16 or 256 "
        "directions times sqrt 2 (8: the classic 2D noise of Gustavson 2005), and has no 3D form; improved is "
        "Perlin 2002 to the letter (permutation table, 12 edge gradients, unscaled; 2D is its z = 0 plane) and "
        "has no seed. Diamond has standard deviation 0.328 and rarely passes 0.9. It is 0 at every lattice "
        "point. 2D, and 3D inside a slice.",
    .bounds = "-1 .. 1; improved: -1.03636 .. 1.03636",
    .example = "{type: perlin, wavelength: 512, seed: 3}",
    .params = params,
    .check = check_perlin,
    .lower = lower_perlin,
};

}  // namespace orograph
