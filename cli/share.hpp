// SPDX-License-Identifier: MIT
// A part of all samples, in percent.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace orograph {

// "0.012 %", "31.4 %": a small share of a large image may still be many samples.
inline std::string share_of(std::uint64_t count, double samples) {
  const double share = 100.0 * static_cast<double>(count) / samples;
  return share < 10 ? fmt::format("{:.2g} %", share) : fmt::format("{:.1f} %", share);
}

}  // namespace orograph
