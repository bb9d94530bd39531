// SPDX-License-Identifier: MIT
// Where the time of a schedule goes, measured on a part of its grid, on one thread.
#pragma once
#include "graph/schedule.hpp"
#include "runtime/profile.hpp"
#include "runtime/renderer.hpp"

namespace orograph {

// The window's upper left part of at most so many samples: they are the recipe's own.
GridWindow capped(GridWindow window, double most_samples);

// The quickest of several runs.
Profile measured_profile(const Schedule& schedule, const GridWindow& window, const Kernels& kernels);

}  // namespace orograph
