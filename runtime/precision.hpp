// SPDX-License-Identifier: MIT
// Precision: values to the nearest multiple of a power of two, so that what noise leaves in their last bits need not
// be stored. A function of the value alone, so tiles and windows agree; exact, since powers of two divide floats
// without rounding.
#pragma once
#include <span>

#include "graph/bounds.hpp"

namespace orograph {

// The largest power of two that is no larger; `precision` lies within least_precision .. most_precision.
float precision_step(double precision);

// Each value's nearest multiple of `step`, a power of two, ties to the even multiple; -0 becomes 0. A value whose
// own spacing is no finer than the step is a multiple already. values.size() == rounded.size().
void round_to_step(std::span<const float> values, float step, std::span<float> rounded);

// The bounds of values within `bounds` once they are rounded.
Interval rounded_to_step(const Interval& bounds, float step);

}  // namespace orograph
