// SPDX-License-Identifier: MIT
// suggest() as long as it is cheap: a file of a hundred thousand wrong names must not take minutes.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"

namespace orograph {

// Empty after the first hundred mistakes, sooner where there are many candidates: listing and comparing them takes
// time.
std::string suggest_within_budget(std::string_view word,
                                  const std::function<std::vector<std::string_view>()>& candidates,
                                  const Diagnostics& diagnostics);

}  // namespace orograph
