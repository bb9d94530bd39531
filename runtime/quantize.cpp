// SPDX-License-Identifier: MIT
#include "runtime/quantize.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace orograph {
namespace {

enum class Values { any, inside };  // inside: of the range

// Truncation and a comparison rather than floor(t + 0.5), which rounds the largest double below 1/2 up. Codes of 8
// and 16 bits pass through int32, which every instruction set converts to in vectors. Values inside the range are
// still clamped: it costs nothing beside the division, and a wrong bound then gives the nearest code, not a random
// one.
template <Values known, typename Code>
Quantized quantize_as(std::span<const float> values, std::array<double, 2> range, std::span<Code> codes) {
  using Whole = std::conditional_t<sizeof(Code) < 4, std::int32_t, std::int64_t>;
  assert(values.size() == codes.size());
  constexpr double max = std::numeric_limits<Code>::max();
  const double lo = range[0];
  const double span = range[1] - range[0];
  [[maybe_unused]] const double least = std::min(range[0], range[1]);
  [[maybe_unused]] const double most = std::max(range[0], range[1]);
  std::uint64_t below = 0;
  std::uint64_t above = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = static_cast<double>(values[i]);
    assert(std::isfinite(value));
    double scaled = (value - lo) / span * max;
    scaled = scaled > 0 ? scaled : 0;
    scaled = scaled < max ? scaled : max;
    const Whole whole = static_cast<Whole>(scaled);
    const Whole up = scaled - static_cast<double>(whole) >= 0.5 ? 1 : 0;
    codes[i] = static_cast<Code>(whole + up);
    if constexpr (known == Values::inside) {
      assert(least <= value && value <= most);
    } else {
      below += value < least ? 1U : 0U;
      above += value > most ? 1U : 0U;
    }
  }
  if (span < 0) std::swap(below, above);
  return {below, above};
}

// Adding 1/2 to a value below 2^-14 leaves its multiple of 2^-24, the subnormal half, in the low bits, rounded by the
// addition itself. Above, the exponent is rebased from 127 to 15 and 13 bits are rounded off.
std::uint16_t half_bits(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000U;
  const float magnitude = std::min(std::bit_cast<float>(bits & 0x7fffffffU), largest_half);
  const std::uint32_t whole = std::bit_cast<std::uint32_t>(magnitude);
  const std::uint32_t normal = (whole - (112U << 23) + 0xfffU + ((whole >> 13) & 1U)) >> 13;
  const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(magnitude + 0.5F) - std::bit_cast<std::uint32_t>(0.5F);
  return static_cast<std::uint16_t>(sign | (magnitude < 0x1p-14F ? subnormal : normal));
}

}  // namespace

Quantized quantize(std::span<const float> values, std::array<double, 2> range, std::span<std::uint8_t> codes) {
  return quantize_as<Values::any>(values, range, codes);
}
Quantized quantize(std::span<const float> values, std::array<double, 2> range, std::span<std::uint16_t> codes) {
  return quantize_as<Values::any>(values, range, codes);
}
Quantized quantize(std::span<const float> values, std::array<double, 2> range, std::span<std::uint32_t> codes) {
  return quantize_as<Values::any>(values, range, codes);
}

void quantize_inside(std::span<const float> values, std::array<double, 2> range, std::span<std::uint8_t> codes) {
  quantize_as<Values::inside>(values, range, codes);
}
void quantize_inside(std::span<const float> values, std::array<double, 2> range, std::span<std::uint16_t> codes) {
  quantize_as<Values::inside>(values, range, codes);
}
void quantize_inside(std::span<const float> values, std::array<double, 2> range, std::span<std::uint32_t> codes) {
  quantize_as<Values::inside>(values, range, codes);
}

Quantized round_to_half(std::span<const float> values, std::span<std::uint16_t> halves) {
  assert(values.size() == halves.size());
  Quantized counts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    assert(std::isfinite(values[i]));
    halves[i] = half_bits(values[i]);
    counts.clamped_low += values[i] < -largest_half ? 1U : 0U;
    counts.clamped_high += values[i] > largest_half ? 1U : 0U;
  }
  return counts;
}

void round_to_half_inside(std::span<const float> values, std::span<std::uint16_t> halves) {
  assert(values.size() == halves.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    assert(std::abs(values[i]) <= largest_half);
    halves[i] = half_bits(values[i]);
  }
}

}  // namespace orograph
