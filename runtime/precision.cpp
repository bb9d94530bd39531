// SPDX-License-Identifier: MIT
#include "runtime/precision.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace orograph {
namespace {

// Beside `limit` floats are a step apart: adding it rounds off what is finer, to even as every addition does.
float rounded(float value, float limit) {
  const float magnitude = std::fabs(value);
  const float multiple = std::copysign((magnitude + limit) - limit, value);
  return (magnitude < limit ? multiple : value) + 0.0F;  // which turns -0 into 0
}

float limit_of(float step) {
  return step * 0x1p23F;
}

}  // namespace

float precision_step(double precision) {
  constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52;
  assert(precision > 0);
  return static_cast<float>(std::bit_cast<double>(std::bit_cast<std::uint64_t>(precision) & exponent));
}

void round_to_step(std::span<const float> values, float step, std::span<float> out) {
  assert(values.size() == out.size());
  const float limit = limit_of(step);
  for (std::size_t i = 0; i < values.size(); ++i) out[i] = rounded(values[i], limit);
}

Interval rounded_to_step(const Interval& bounds, float step) {
  Interval result = bounds;
  result.low = rounded(bounds.low, limit_of(step));
  result.high = rounded(bounds.high, limit_of(step));
  return result;
}

}  // namespace orograph
