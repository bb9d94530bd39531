// SPDX-License-Identifier: MIT
// Quantisation: float values to the samples that a file stores. Integers: round((v - lo) / (hi - lo) * max), halves
// away from zero, in double precision; halves: the nearest one, ties to even. Both saturate. Values are never NaN or
// infinite.
#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace orograph {

inline constexpr float largest_half = 65504.0F;

// Samples that saturated: beyond the value of code 0 (or below the least half), and beyond that of the highest code.
struct Quantized {
  std::uint64_t clamped_low = 0, clamped_high = 0;
};

// values.size() == codes.size(). range[0] != range[1]; range[1] < range[0] inverts.
Quantized quantize(std::span<const float> values, std::array<double, 2> range, std::span<std::uint8_t> codes);
Quantized quantize(std::span<const float> values, std::array<double, 2> range, std::span<std::uint16_t> codes);
Quantized quantize(std::span<const float> values, std::array<double, 2> range, std::span<std::uint32_t> codes);

// IEEE 754 binary16, as bits.
Quantized round_to_half(std::span<const float> values, std::span<std::uint16_t> halves);

// The same codes of values known to lie inside the range, or the halves: nothing is compared and counted, only
// asserted.
void quantize_inside(std::span<const float> values, std::array<double, 2> range, std::span<std::uint8_t> codes);
void quantize_inside(std::span<const float> values, std::array<double, 2> range, std::span<std::uint16_t> codes);
void quantize_inside(std::span<const float> values, std::array<double, 2> range, std::span<std::uint32_t> codes);
void round_to_half_inside(std::span<const float> values, std::span<std::uint16_t> halves);

}  // namespace orograph
