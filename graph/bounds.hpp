// SPDX-License-Identifier: MIT
// Bounds: guaranteed intervals of every value of a Program, over a domain of positions. Rounding to nearest is
// monotone, so an operation evaluated at the ends of its operands' intervals bounds every result of it in between.
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

// A box of positions; by default all of them. Positions are finite.
struct Domain {
  double x_low = -std::numeric_limits<double>::infinity(), x_high = std::numeric_limits<double>::infinity();
  double y_low = -std::numeric_limits<double>::infinity(), y_high = std::numeric_limits<double>::infinity();
};

// One interval an instruction, for all positions of the domain.
std::vector<Interval> bounds(const Program& program, const Domain& domain = {});

// "-1 .. 1", with " or not a number" where that cannot be excluded.
std::string print(const Interval& interval);

}  // namespace orograph
