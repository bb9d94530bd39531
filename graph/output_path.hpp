// SPDX-License-Identifier: MIT
// The path of an output as written to the path below the output folder, or what is wrong with it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace orograph {

struct PathFault {
  std::string message, help;
};

// The path without '.' parts; every fault once.
std::string normal_path(std::string_view file, std::vector<PathFault>& faults);

}  // namespace orograph
