// SPDX-License-Identifier: MIT
// What "the same" means between two evaluations: equal bits, or both not a number.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

namespace orograph::test {

inline bool same_bits(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// Sanitizers make a test ten times as slow; those that count on numbers then take fewer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace orograph::test
