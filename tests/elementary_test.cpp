// SPDX-License-Identifier: MIT
// Exponentials, logarithms and trigonometry: of floats within 4 units in the last place of libm's double over the
// domains of docs/determinism.md, defined outside of them; of constants within 1e-14.
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "graph/op.hpp"
#include "graph/power.hpp"
#include "support/random.hpp"

namespace orograph {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float largest = std::numeric_limits<float>::max();

double ulps_off(float value, double expected) {
  const double magnitude = std::max(std::fabs(expected), 0x1p-126);
  return std::fabs(static_cast<double>(value) - expected) / std::ldexp(1.0, std::ilogb(magnitude) - 23);
}

// The worst of floats from low to high, of one sign, `stride` patterns of bits apart.
double worst(float low, float high, std::uint32_t stride, const std::function<double(float)>& off) {
  double most = 0;
  const auto last = std::bit_cast<std::uint32_t>(high);
  for (auto bits = std::bit_cast<std::uint32_t>(low); bits <= last; bits += stride)
    most = std::max(most, off(std::bit_cast<float>(bits)));
  return most;
}

struct Unary {
  Op op;
  double (*expected)(double);
  float low, high;  // magnitudes
  bool both_signs;
};
const Unary unary[] = {
    {Op::sin, [](double v) { return std::sin(v); }, 0, 100000, true},
    {Op::cos, [](double v) { return std::cos(v); }, 0, 100000, true},
    {Op::exp, [](double v) { return std::exp(v); }, 0, 88.722831f, false},
    {Op::exp2, [](double v) { return std::exp2(v); }, 0, 127.99999f, false},
    {Op::log, [](double v) { return std::log(v); }, std::numeric_limits<float>::min(), largest, false},
    {Op::log2, [](double v) { return std::log2(v); }, std::numeric_limits<float>::min(), largest, false},
};

TEST_CASE("elementary functions of floats lie within 4 units in the last place") {
  constexpr std::uint32_t stride = 4001;
  for (const Unary& f : unary) {
    INFO(op_info(f.op).name);
    const auto off = [&](float v) {
      return ulps_off(eval_scalar(f.op, v, 0, 0), f.expected(static_cast<double>(v)));
    };
    CHECK(worst(f.low, f.high, stride, off) <= 4);
    if (f.both_signs) CHECK(worst(f.low, f.high, stride, [&](float v) { return off(-v); }) <= 4);
  }
  const auto below = [](Op op, double (*expected)(double)) {
    return [op, expected](float v) { return ulps_off(eval_scalar(op, -v, 0, 0), expected(static_cast<double>(-v))); };
  };
  CHECK(worst(0, 104, stride, below(Op::exp, [](double v) { return std::exp(v); })) <= 4);
  CHECK(worst(0, 150, stride, below(Op::exp2, [](double v) { return std::exp2(v); })) <= 4);

  test::Random random(51);
  double most = 0;
  for (int n = 0; n < 200000; ++n) {
    const bool near = random.one_in(2);
    const float y = near ? random.float_between(-1, 1) : random.any_float();
    const float x = near ? random.float_between(-1, 1) : random.any_float();
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    // -0 counts as 0.
    const double expected = std::atan2(static_cast<double>(y) + 0.0, static_cast<double>(x) + 0.0);
    most = std::max(most, ulps_off(eval_scalar(Op::atan2, y, x, 0), expected));
  }
  CHECK(most <= 4);
}

TEST_CASE("powers of floats are rounded correctly, but where two floats are about as near") {
  const auto power = [](float a, float b) { return eval_scalar(Op::power, a, b, 0); };
  test::Random random(54);
  double most = 0;
  for (int n = 0; n < 400000; ++n) {
    const float base = std::fabs(random.one_in(2) ? random.float_between(0, 4) : random.any_float());
    const float exponent = random.one_in(2)   ? random.float_between(-3, 3)
                           : random.one_in(2) ? std::round(random.float_between(-40, 40))
                                              : random.float_between(-1000, 1000);
    const double expected = std::pow(static_cast<double>(base), static_cast<double>(exponent));
    if (!std::isfinite(base) || base == 0 || expected > 3e38) continue;
    most = std::max(most, ulps_off(power(base, exponent), expected));
  }
  CHECK(most <= 0.501);
  for (int n = 0; n < 100000; ++n) {
    const float v = random.one_in(2) ? random.float_between(-4, 4) : random.any_float();
    if (!std::isfinite(v) || v == 0) continue;
    REQUIRE(power(v, 1) == v);
    REQUIRE(power(v, 2) == std::min(v * v, largest));
    REQUIRE(power(v, 0.5f) == (v > 0 ? std::sqrt(v) : 0));
  }
  CHECK(power(-3, 3) == -27);
  CHECK(power(-3, 33) == static_cast<float>(-5559060566555523.0));
  CHECK(power(1e30f, 32) == largest);
  CHECK(power(-1e30f, 31) == -largest);
  CHECK(power(1e-30f, -31) == largest);
  CHECK(power(1e-30f, 31) == 0);
}

TEST_CASE("elementary functions are exact where people look") {
  const auto of = [](Op op, float a, float b = 0) { return eval_scalar(op, a, b, 0); };
  CHECK(of(Op::sin, 0) == 0);
  CHECK(of(Op::cos, 0) == 1);
  CHECK(of(Op::exp, 0) == 1);
  CHECK(of(Op::log, 1) == 0);
  CHECK(of(Op::atan2, 0, 1) == 0);
  CHECK(of(Op::atan2, 1, 0) == 1.57079637f);
  CHECK(of(Op::atan2, 0, -1) == 3.14159274f);
  for (int k = -126; k < 128; ++k) {
    const float power = std::ldexp(1.0f, k);
    CHECK(of(Op::exp2, static_cast<float>(k)) == power);
    CHECK(of(Op::log2, power) == static_cast<float>(k));
  }
}

TEST_CASE("elementary functions are defined, and finite of finite values, outside their domains") {
  const auto of = [](Op op, float a, float b = 0) { return eval_scalar(op, a, b, 0); };
  CHECK(of(Op::exp, 89) == largest);
  CHECK(of(Op::exp, infinity) == largest);
  CHECK(of(Op::exp, -105) == 0);
  CHECK(of(Op::exp2, 128) == largest);
  CHECK(of(Op::exp2, -151) == 0);
  for (const float v : {0.0f, -0.0f, -1.0f, -infinity, 1e-45f}) {
    CHECK(of(Op::log, v) == -87.3365479f);
    CHECK(of(Op::log2, v) == -126);
  }
  CHECK(of(Op::log, infinity) == of(Op::log, largest));
  CHECK(of(Op::atan2, 0, 0) == 0);
  CHECK(of(Op::atan2, -0.0f, -0.0f) == 0);
  CHECK(of(Op::atan2, infinity, infinity) == of(Op::atan2, 1, 1));
  CHECK(of(Op::sin, 100001) != of(Op::sin, 100002));  // no sudden constant where the domain ends
  CHECK(of(Op::cos, 100001) != of(Op::cos, 100002));
  test::Random random(52);
  for (int n = 0; n < 200000; ++n) {
    const float v = random.one_in(16) ? random.pick(test::special_floats()) : random.any_float();
    for (const Op op : {Op::sin, Op::cos}) {
      if (std::isfinite(v)) REQUIRE(std::fabs(of(op, v)) <= 1);
      if (!std::isfinite(v)) REQUIRE(std::isnan(of(op, v)));
    }
    for (const Op op : {Op::exp, Op::exp2, Op::log, Op::log2})
      REQUIRE((std::isnan(v) ? std::isnan(of(op, v)) : std::isfinite(of(op, v))));
    const float x = random.one_in(16) ? random.pick(test::special_floats()) : random.any_float();
    const bool nan = std::isnan(v) || std::isnan(x);
    REQUIRE((nan || std::fabs(of(Op::atan2, v, x)) <= 3.14159274f));
  }
}

TEST_CASE("elementary functions of constants agree with libm to 14 digits") {
  test::Random random(53);
  for (int n = 0; n < 20000; ++n) {
    const double v = random.between(-700, 700), small = random.between(-4, 4), far = random.between(-1e6, 1e6);
    const double positive = std::exp(random.between(-700, 700));
    CHECK(natural_exp(v) == Approx(std::exp(v)).epsilon(1e-14));
    CHECK(binary_exp(v) == Approx(std::exp2(v)).epsilon(1e-14));
    CHECK(natural_log(positive) == Approx(std::log(positive)).epsilon(1e-14));
    CHECK(binary_log(positive) == Approx(std::log2(positive)).epsilon(1e-14));
    for (const double angle : {small, far}) {
      CHECK(sine(angle) == Approx(std::sin(angle)).epsilon(1e-14).margin(1e-16));
      CHECK(cosine(angle) == Approx(std::cos(angle)).epsilon(1e-14).margin(1e-16));
    }
    CHECK(arc_tangent(small, v) == Approx(std::atan2(small, v)).epsilon(1e-14));
  }
  CHECK(binary_log(8) == 3);
  CHECK(binary_exp(10) == 1024);
}

}  // namespace
}  // namespace orograph
