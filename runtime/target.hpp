// SPDX-License-Identifier: MIT
// Targets: the instruction sets this binary holds kernels for, and the choice among them.
#pragma once
#include <string_view>
#include <vector>

#include "runtime/kernels.hpp"

namespace orograph {

// What this machine can run, slowest first; never empty.
std::vector<const Kernels*> available_targets();

// The fastest one, or the one OROGRAPH_TARGET names. An unknown name, or one this machine cannot run, is a
// RecipeError that lists the right ones.
const Kernels& chosen_target();

// By name among available_targets(); null when it is not there.
const Kernels* find_target(std::string_view name);

}  // namespace orograph
