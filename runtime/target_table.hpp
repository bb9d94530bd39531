// SPDX-License-Identifier: MIT
// The kernel sets compiled into this binary, slowest first, under Highway's target bits; between kernels.cpp, which
// makes them, and target.cpp, which chooses.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/kernels.hpp"

namespace orograph {

struct CompiledTarget {
  std::int64_t bit;
  const Kernels& (*kernels)();
};

std::vector<CompiledTarget> compiled_targets();

// The name of a Highway target bit for people.
std::string_view target_name(std::int64_t bit);

}  // namespace orograph
