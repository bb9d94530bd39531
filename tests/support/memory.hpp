// SPDX-License-Identifier: MIT
// What this process has taken of memory.
#pragma once
#include <sys/resource.h>

namespace orograph::test {

inline long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace orograph::test
