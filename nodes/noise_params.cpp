// SPDX-License-Identifier: MIT
#include "nodes/noise_params.hpp"

namespace orograph {

ParamSpec frequency_param() {
  return {.name = "frequency",
          .kind = ParamKind::number,
          .text = "features per unit of length; the position is multiplied by it",
          .default_value = 1.0,
          .range = {.low = 0, .high = max_axis_factor, .low_open = true},
          .unit = "per world unit"};
}

ParamSpec wavelength_param() {
  return {.name = "wavelength",
          .kind = ParamKind::number,
          .text = "size of one feature (a lattice cell): 1 / frequency, written instead of it",
          .range = {.low = 1 / max_axis_factor, .high = max_axis_factor},
          .unit = "world units",
          .instead_of = "frequency"};
}

ParamSpec seed_param() {
  return {.name = "seed",
          .kind = ParamKind::integer,
          .text = "any integer; added to the recipe's seed, another one gives another landscape of the same kind",
          .default_value = std::int64_t{0}};
}

ParamSpec period_param() {
  return {
      .name = "period",
      .kind = ParamKind::period,
      .text = "[x, y] or [x, y, z]: repeats after so many wavelengths of this node; must be whole cells of the noise",
      .range = {.low = 0, .high = max_axis_factor, .low_open = true},
      .unit = "wavelengths"};
}

Place noise_place(Lowering& lowering, const GraphNode& node, const Place& place) {
  Place own = lowering.own_coordinates(node, place);
  own.seed += static_cast<std::uint32_t>(node.integer("seed"));
  return own;
}

}  // namespace orograph
