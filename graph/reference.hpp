// SPDX-License-Identifier: MIT
// Reference: a Program evaluated at one position with scalar arithmetic, instruction by instruction as ir.hpp
// defines them. Slow and plain; every schedule and every SIMD target is held to its bits.
#pragma once
#include <vector>

#include "graph/ir.hpp"

namespace orograph {

// The value of every instruction at (x, y).
std::vector<float> evaluate_reference(const Program& program, double x, double y);

// A part of a coordinate: floor(a) as a lattice index relative to 0, wrapped to int32 (or into [0, period)), and the
// fraction above it.
struct AxisPart {
  std::int32_t cell = 0;
  float fraction = 0;
};
AxisPart split_part(double a, std::int32_t period);

}  // namespace orograph
