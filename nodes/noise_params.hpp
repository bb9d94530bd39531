// SPDX-License-Identifier: MIT
// What every noise and fractal node has in common: its scale, its seed and its period, and the place they make.
#pragma once
#include "graph/lower.hpp"
#include "graph/node_spec.hpp"

namespace orograph {

ParamSpec frequency_param();
ParamSpec wavelength_param();
ParamSpec seed_param();
ParamSpec period_param();

// `place` in the node's own coordinates, with the node's `seed` added.
Place noise_place(Lowering& lowering, const GraphNode& node, const Place& place);

}  // namespace orograph
