// SPDX-License-Identifier: MIT
// Indices of lattice points wrap: sums and differences of them are taken modulo 2^32.
#pragma once
#include <cstdint>

namespace orograph {

constexpr std::int32_t index_plus(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
constexpr std::int32_t index_less(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

}  // namespace orograph
