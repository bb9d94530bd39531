// SPDX-License-Identifier: MIT
// Quantisation against the formula as written, its edges, and every half.
#include "runtime/quantize.hpp"

#include <Imath/half.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace orograph;

namespace {

template <typename Code>
Code code_of(float value, std::array<double, 2> range) {
  Code code{};
  quantize(std::span(&value, 1), range, std::span(&code, 1));
  return code;
}

template <typename Code>
Code reference(float value, std::array<double, 2> range) {
  constexpr double max = std::numeric_limits<Code>::max();
  const double scaled = std::round((static_cast<double>(value) - range[0]) / (range[1] - range[0]) * max);
  return static_cast<Code>(std::clamp(scaled, 0.0, max));
}

template <typename Code>
void compare_with_reference(std::array<double, 2> range) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> inside(std::min(range[0], range[1]) * 1.1 - 1,
                                                std::max(range[0], range[1]) * 1.1 + 1);
  std::vector<float> values(4099);
  for (float& value : values) value = static_cast<float>(inside(random));
  std::vector<Code> codes(values.size());
  quantize(values, range, std::span(codes));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (codes[i] != reference<Code>(values[i], range)) {
      FAIL("value " << values[i] << " code " << +codes[i] << " expected " << +reference<Code>(values[i], range));
    }
  }
}

std::uint16_t half_of(float value) {
  std::uint16_t bits = 0;
  round_to_half(std::span(&value, 1), std::span(&bits, 1));
  return bits;
}

std::uint16_t nearest_half(float value) {
  return half(value).bits();
}

}  // namespace

TEMPLATE_TEST_CASE("quantisation follows the stated formula", "[quantize]", std::uint8_t, std::uint16_t,
                   std::uint32_t) {
  for (const std::array<double, 2> range : {std::array{0.0, 1800.0}, std::array{-1.0, 1.0}, std::array{1800.0, 0.0},
                                            std::array{-11000.0, 9000.0}, std::array{0.1, 0.3}}) {
    compare_with_reference<TestType>(range);
  }
}

TEMPLATE_TEST_CASE("the ends of a range are the first and the last code", "[quantize]", std::uint8_t, std::uint16_t,
                   std::uint32_t) {
  constexpr TestType max = std::numeric_limits<TestType>::max();
  CHECK(code_of<TestType>(0, {0, 1800}) == 0);
  CHECK(code_of<TestType>(1800, {0, 1800}) == max);
  CHECK(code_of<TestType>(1800, {1800, 0}) == 0);
  CHECK(code_of<TestType>(0, {1800, 0}) == max);
  CHECK(code_of<TestType>(-3e38F, {0, 1800}) == 0);
  CHECK(code_of<TestType>(3e38F, {0, 1800}) == max);
  CHECK(code_of<TestType>(3e38F, {0, 1e-300}) == max);
}

TEST_CASE("halves round away from zero and nothing below them rounds up", "[quantize]") {
  CHECK(code_of<std::uint8_t>(0.5F, {0, 255}) == 1);
  CHECK(code_of<std::uint8_t>(1.5F, {0, 255}) == 2);
  CHECK(code_of<std::uint8_t>(2.5F, {0, 255}) == 3);
  CHECK(code_of<std::uint8_t>(254.5F, {0, 255}) == 255);
  CHECK(code_of<std::uint8_t>(std::nextafter(0.5F, 0.0F), {0, 255}) == 0);
  CHECK(code_of<std::uint16_t>(1.5F, {65535, 0}) == 65534);
}

TEST_CASE("clamped samples are counted on the side of the code they got", "[quantize]") {
  const std::vector<float> values = {-1, 0, 900, 1800, 1801, 2000};
  std::vector<std::uint16_t> codes(values.size());
  const Quantized upright = quantize(values, {0, 1800}, std::span(codes));
  CHECK(upright.clamped_low == 1);
  CHECK(upright.clamped_high == 2);
  const Quantized inverted = quantize(values, {1800, 0}, std::span(codes));
  CHECK(inverted.clamped_low == 2);
  CHECK(inverted.clamped_high == 1);
  // Next to the end: outside, though its code before clamping rounds to the last one.
  const float just_above = std::nextafter(1800.0F, 2000.0F);
  CHECK(quantize(std::span(&just_above, 1), {0, 1800}, std::span(codes).first(1)).clamped_high == 1);
}

TEMPLATE_TEST_CASE("values known to lie inside get the same codes unchecked", "[quantize]", std::uint8_t,
                   std::uint16_t, std::uint32_t) {
  for (const std::array<double, 2> range : {std::array{-400.0, 1800.0}, std::array{1800.0, -400.0}}) {
    std::vector<float> values = {-400, 1800};
    std::mt19937 random(5);
    std::uniform_real_distribution<float> inside(-400, 1800);
    while (values.size() < 4099) values.push_back(inside(random));
    std::vector<TestType> checked(values.size());
    std::vector<TestType> unchecked(values.size());
    quantize(values, range, std::span(checked));
    quantize_inside(values, range, std::span(unchecked));
    CHECK(unchecked == checked);
  }
}

TEST_CASE("halves of values known to be small enough are the same unchecked", "[quantize]") {
  std::vector<float> values = {-largest_half, largest_half, 0};
  std::mt19937 random(5);
  std::uniform_real_distribution<float> inside(-largest_half, largest_half);
  while (values.size() < 4099) values.push_back(inside(random));
  std::vector<std::uint16_t> checked(values.size());
  std::vector<std::uint16_t> unchecked(values.size());
  round_to_half(values, checked);
  round_to_half_inside(values, unchecked);
  CHECK(unchecked == checked);
}

TEST_CASE("every half is stored as itself", "[quantize]") {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    half value;
    value.setBits(static_cast<std::uint16_t>(bits));
    if (!value.isFinite()) continue;
    if (half_of(static_cast<float>(value)) != bits) FAIL("half " << bits);
  }
}

TEST_CASE("halves are the nearest ones, ties to even", "[quantize]") {
  std::mt19937 random(3);
  for (int i = 0; i < 200000; ++i) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!(std::abs(value) <= largest_half)) continue;
    if (half_of(value) != nearest_half(value)) FAIL("value " << value);
  }
  for (std::uint32_t bits = 0; bits < 0x7bff; ++bits) {  // the midpoints between neighbours
    half lower;
    half upper;
    lower.setBits(static_cast<std::uint16_t>(bits));
    upper.setBits(static_cast<std::uint16_t>(bits + 1));
    const float middle = (static_cast<float>(lower) + static_cast<float>(upper)) / 2;
    if (half_of(middle) != nearest_half(middle)) FAIL("middle " << middle);
  }
}

TEST_CASE("values beyond the largest half saturate, are counted and never become infinite", "[quantize]") {
  const std::vector<float> values = {-1e6F, -65504, 65504, 65519, 65520, 3e38F};
  std::vector<std::uint16_t> halves(values.size());
  const Quantized counts = round_to_half(values, halves);
  CHECK(counts.clamped_low == 1);
  CHECK(counts.clamped_high == 3);
  CHECK(halves == std::vector<std::uint16_t>{0xfbff, 0xfbff, 0x7bff, 0x7bff, 0x7bff, 0x7bff});
}
