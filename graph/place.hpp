// SPDX-License-Identifier: MIT
// Place: where a node is lowered. The same node under a domain warp, or in another octave of a fractal, stands at
// another place: other coordinates, another seed, another lattice shift.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "graph/ir.hpp"

namespace orograph {

// A position's component during lowering: column * X + row * Y + offset + scale * displacement.
struct PlaceAxis {
  double column = 0;
  double row = 0;
  double offset = 0;
  Value displacement;  // invalid: none
  double displacement_scale = 1;

  friend bool operator==(const PlaceAxis&, const PlaceAxis&) = default;
};

struct Place {
  std::array<PlaceAxis, 3> axes{PlaceAxis{1, 0, 0, {}, 1}, PlaceAxis{0, 1, 0, {}, 1}, PlaceAxis{0, 0, 0, {}, 1}};
  bool three_d = false;            // inside a slice
  std::uint32_t seed = 0;          // sum of the fractals' seeds and octaves, and the recipe's
  std::array<double, 3> shift{};   // of the lattice, in the leaf's cells
  std::array<double, 3> period{};  // in this place's units; 0: none
  std::uint32_t period_node = 0;   // the graph node the period was given at

  friend bool operator==(const Place&, const Place&) = default;
};

// The finest waves of a field, in waves a unit of length along the grid's columns and along its rows.
struct Waves {
  double column = 0;
  double row = 0;

  void add(const Waves& other) {
    column = std::max(column, other.column);
    row = std::max(row, other.row);
  }
};

// Those of a noise with this place as its own coordinates; displacements are left out.
Waves waves_at(const Place& place);

// The place with all coordinates multiplied by `factor` (frequency, lacunarity^k, 1 / transform scale).
Place scaled(const Place& place, double factor);

}  // namespace orograph
