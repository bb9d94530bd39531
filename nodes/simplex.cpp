// SPDX-License-Identifier: MIT
// simplex: gradient noise on the triangular (3D: tetrahedral) lattice; every corner of the simplex adds its
// gradient times the offset from it, faded by a kernel that ends at the opposite edge. K. Perlin 2001;
// S. Gustavson, "Simplex noise demystified" (2005); Islands (Catlike Coding).
#include <string>

#include "nodes/gradient_noise.hpp"
#include "nodes/noise_params.hpp"

namespace orograph {
namespace {

constexpr std::array<std::string_view, 4> variants{"unit", "diamond", "circle", "gustavson"};

const std::array params{
    ParamSpec{.name = "variant",
              .kind = ParamKind::choice,
              .text = "unit: gradients of length 1, full range; diamond: perlin's gradients, a lower range; "
                      "circle: even directions, 2D only; gustavson: Gustavson 2005 with his table",
              .default_value = "unit",
              .choices = variants},
    directions_param(),
    seed_param(),
    frequency_param(),
    wavelength_param(),
};

// Its lattice is skewed, so that no whole number of cells fits into a rectangle.
const std::array missing{
    MissingKey{.name = "period", .hint = "simplex noise has no period: to tile, take perlin or value noise"}};

void check_simplex(const GraphNode& node, Diagnostics& diagnostics) {
  check_gradient_noise(node, diagnostics, "gustavson");
}

Value lower_simplex(Lowering& lowering, const GraphNode& node, const Place& place) {
  const Place own = noise_place(lowering, node, place);
  const auto either = [&](NoiseKind flat, NoiseKind solid) {
    return lowering.leaf(node, own, own.three_d ? solid : flat);
  };
  const std::string_view variant = node.choice("variant");
  if (variant == "unit") return either(NoiseKind::simplex_unit_2d, NoiseKind::simplex_unit_3d);
  if (variant == "diamond") return either(NoiseKind::simplex_diamond_2d, NoiseKind::simplex_octahedron_3d);
  if (variant == "gustavson") return either(NoiseKind::simplex_gustavson_2d, NoiseKind::simplex_gustavson_3d);
  if (own.three_d) {
    report_circle_in_slice(lowering, node, "unit");
    return lowering.constant(0);
  }
  return lowering.leaf(node, own, NoiseKind::simplex_circle_2d,
                       static_cast<std::uint16_t>(node.integer("directions")));
}

}  // namespace

extern const NodeSpec simplex_node{
    .type = "simplex",
    .category = "noise",
    .summary = "Simplex noise: gradient noise on triangles, fewer visible axes than perlin",
    .text =
        "The plane is cut into equilateral triangles (3D: tetrahedra), and each corner adds its random slope, "
        "faded by a kernel that ends before the next cell. Variants: unit and diamond (Islands, Catlike Coding) "
        "shrink the lattice by 1/sqrt 3 (3D: 0.6) so that features are as large as perlin's, with kernel "
        "8 (1/2 - r^2)^3; unit fills the range, standard deviation 0.454; diamond stays within about 0.43. "
        "circle takes unit gradients in even directions with kernel 99 (1/2 - r^2)^4 and has no 3D form. "
        "gustavson is Gustavson 2005 (table, 12 gradients, times 70; 3D times 32 and, as published, not quite "
        "continuous across cells) and has no seed. Simplex noise has no period: tile with perlin or value. 2D, "
        "and 3D inside a slice.",
    .bounds = "-1 .. 1; diamond: -0.4354 .. 0.4354, in a slice -0.3604 .. 0.3604",
    .example = "{type: simplex, wavelength: 800, seed: 5}",
    .params = params,
    .missing = missing,
    .check = check_simplex,
    .lower = lower_simplex,
};

}  // namespace orograph
