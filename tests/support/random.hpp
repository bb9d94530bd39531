// SPDX-License-Identifier: MIT
// Random: a seeded stream of numbers, the same on every machine (SplitMix64; S. Vigna, public domain).
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace orograph::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }
  float float_between(double low, double high) { return static_cast<float>(between(low, high)); }
  // Any pattern of bits: every exponent is as likely as any other.
  float any_float() { return std::bit_cast<float>(static_cast<std::uint32_t>(bits())); }

  template <class Range>
  const auto& pick(const Range& range) {
    return range[below(std::size(range))];
  }

 private:
  std::uint64_t state_;
};

// Where float arithmetic has corners: zeros, subnormals, the ends of the range, halves, NaN.
inline std::span<const float> special_floats() {
  using limits = std::numeric_limits<float>;
  static constexpr std::array values = {0.0f,
                                        -0.0f,
                                        limits::denorm_min(),
                                        -limits::denorm_min(),
                                        1e-40f,
                                        limits::min(),
                                        -limits::min(),
                                        0.5f,
                                        -0.5f,
                                        0.99999994f,
                                        1.0f,
                                        -1.0f,
                                        1.5f,
                                        2.0f,
                                        -2.5f,
                                        3.0f,
                                        64.0f,
                                        8388607.5f,
                                        -8388607.5f,
                                        16777216.0f,
                                        2147483648.0f,
                                        -4294967296.0f,
                                        1e19f,
                                        -1e30f,
                                        2.5e38f,
                                        -2.5e38f,
                                        limits::max(),
                                        -limits::max(),
                                        limits::infinity(),
                                        -limits::infinity(),
                                        limits::quiet_NaN()};
  return values;
}

}  // namespace orograph::test
