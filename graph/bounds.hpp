// SPDX-License-Identifier: MIT
// Bounds: guaranteed intervals of every value of a Program, for any position. Rounding to nearest is monotone, so an
// operation evaluated at the ends of its operands' intervals bounds every result of it in between.
#pragma once
#include <limits>
#include <vector>

#include "graph/ir.hpp"

namespace orograph {

struct Interval {
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
  bool may_be_nan = true;

  bool contains(float v) const { return low <= v && v <= high; }
  bool finite() const;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// One interval an instruction.
std::vector<Interval> bounds(const Program& program);

// "-1 .. 1", with " or not a number" where that cannot be excluded.
std::string print(const Interval& interval);

}  // namespace orograph
