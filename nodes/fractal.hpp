// SPDX-License-Identifier: MIT
// The octave loop that fbm, turbulence, ridged and billow share: a weighted sum of their source at rising frequency.
#pragma once
#include <array>

#include "graph/lower.hpp"
#include "graph/node_spec.hpp"

namespace orograph {

std::array<PortSpec, 1> fractal_inputs();
std::array<ParamSpec, 9> fractal_params(std::int64_t default_octaves);

Value lower_fractal(Lowering& lowering, const GraphNode& node, const Place& place, NoiseShape shape);

}  // namespace orograph
