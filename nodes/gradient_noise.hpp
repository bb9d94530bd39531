// SPDX-License-Identifier: MIT
// What perlin and simplex share: circle gradients, and variants that are built on a fixed table.
#pragma once
#include "graph/lower.hpp"
#include "graph/node_spec.hpp"

namespace orograph {

ParamSpec directions_param();

// `directions` goes with circle alone, and is 8, 16 or 256; `tabled_variant` has no seed.
void check_gradient_noise(const GraphNode& node, Diagnostics& diagnostics, std::string_view tabled_variant);

// Circle gradients lie in the plane. Reports a circle noise that stands inside a slice, and names `remedy` for it.
void report_circle_in_slice(Lowering& lowering, const GraphNode& node, std::string_view remedy);

}  // namespace orograph
