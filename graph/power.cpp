// SPDX-License-Identifier: MIT
// power and trigonometry from series: log2 by the atanh series on [sqrt(1/2), sqrt(2)), exp2, sine and arc tangent by
// Taylor. ln 2 and pi / 2 in parts of 33 bits (fdlibm), whose products with small whole numbers are exact.
#include "graph/power.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graph/scalar_lane.hpp"

namespace orograph {
namespace {

constexpr double ln2 = 0.693147180559945309417;
constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
constexpr double log2_e = 1.44269504088896340736;

struct Split {
  double hi, lo;
};

// The product a * b as a sum of two doubles (Veltkamp and Dekker), for |a|, |b| below 2^500.
Split exact_product(double a, double b) {
  constexpr double factor = 134217729.0;  // 2^27 + 1
  const double ca = factor * a;
  const double ah = ca - (ca - a), al = a - ah;
  const double cb = factor * b;
  const double bh = cb - (cb - b), bl = b - bh;
  const double product = a * b;
  return {product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}

// log2 of a finite positive number as hi + lo: the whole exponent and the rest in (-1/2, 1/2].
Split log2_split(double x) {
  int exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xFFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL);
  if (m > 1.41421356237309504880) {
    m *= 0.5;
    ++exponent;
  }
  const double z = (m - 1.0) / (m + 1.0);
  const double z2 = z * z;
  double series = 0.0;
  for (int k = 21; k >= 3; k -= 2) series = (series + 1.0 / k) * z2;
  return {static_cast<double>(exponent), 2.0 * log2_e * (z + z * series)};
}

// 2^(whole + fraction), |fraction| <= 1/2 or a little more.
double exp2_split(double whole, double fraction) {
  const double t = fraction * ln2;
  double series = 1.0;
  for (int k = 16; k >= 1; --k) series = 1.0 + series * t / k;
  if (whole > 1030) return std::numeric_limits<double>::infinity();
  if (whole < -1080) return 0.0;
  // Two steps, so that results near the ends of the range keep their bits.
  const int half = static_cast<int>(whole) / 2;
  const auto scale = [](int e) { return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52); };
  return series * scale(half) * scale(static_cast<int>(whole) - half);
}

#define LANE_INLINE inline
#include "graph/power.inc"

// power.inc of one sample.
struct ScalarDouble : ScalarArithmetic<double> {
  static V exponent_of(V v) { return static_cast<double>(bits(v) >> 52) - 1023.0; }
  static V mantissa_of(V v) { return std::bit_cast<double>((bits(v) & 0xFFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL); }
  static V power_of_two(V n) { return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023.0) << 52); }

 private:
  static std::uint64_t bits(V v) { return std::bit_cast<std::uint64_t>(v); }
};

}  // namespace

double power(double base, double exponent) {
  if (std::isnan(base) || std::isnan(exponent)) return std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0.0 || base == 1.0) return 1.0;
  const bool whole = std::floor(exponent) == exponent;
  const bool odd = whole && std::fabs(exponent) < 0x1p53 && std::floor(exponent * 0.5) * 2.0 != exponent;
  if (base == 0.0) return 0.0;
  if (base < 0.0 && (!whole || std::isinf(exponent))) return 0.0;
  const double sign = base < 0.0 && odd ? -1.0 : 1.0;
  const double magnitude = std::fabs(base);
  if (std::isinf(magnitude)) return exponent > 0.0 ? sign * magnitude : 0.0;
  if (std::isinf(exponent)) {
    if (magnitude == 1.0) return 1.0;
    return (magnitude > 1.0) == (exponent > 0.0) ? std::numeric_limits<double>::infinity() : 0.0;
  }
  if (std::fabs(exponent) > 0x1p200) {
    if (magnitude == 1.0) return sign;
    return (magnitude > 1.0) == (exponent > 0.0) ? sign * std::numeric_limits<double>::infinity() : 0.0;
  }
  const Split log = log2_split(magnitude);
  // exponent * (whole + rest): both products exactly, so that large exponents keep the fraction's bits.
  const Split a = exact_product(exponent, log.hi);
  const Split b = exact_product(exponent, log.lo);
  const double sum = a.hi + b.hi;
  if (sum > 1100.0) return sign * std::numeric_limits<double>::infinity();
  if (sum < -1100.0) return 0.0;
  const double n = std::floor(sum + 0.5);
  const double fraction = ((a.hi - n) + b.hi) + (a.lo + b.lo);
  return sign * exp2_split(n, fraction);
}

float power_float(float base, float exponent) {
  if (!std::isfinite(base) || !std::isfinite(exponent))
    return static_cast<float>(power(static_cast<double>(base), static_cast<double>(exponent)));
  const bool whole = std::floor(exponent) == exponent;
  const bool odd = whole && std::floor(exponent * 0.5f) * 2.0f != exponent;
  if (exponent == 0.0f) return 1.0f;
  if (base == 0.0f || (base < 0.0f && !whole)) return 0.0f;
  if (exponent == 0.5f) return std::sqrt(base);
  const double magnitude = static_cast<double>(std::fabs(base));
  const double size = static_cast<double>(std::fabs(exponent));
  double result;
  if (whole && std::fabs(exponent) <= largest_product) {
    result = product_power<ScalarDouble>(magnitude, size);
    if (exponent < 0.0f) result = 1.0 / result;
  } else {
    result = power_of_positive<ScalarDouble>(magnitude, static_cast<double>(exponent));
  }
  const auto rounded = static_cast<float>(std::min(result, static_cast<double>(std::numeric_limits<float>::max())));
  return base < 0.0f && odd ? -rounded : rounded;
}

double natural_exp(double v) {
  if (v > 800.0) return std::numeric_limits<double>::infinity();
  if (v < -800.0) return 0.0;
  const double n = std::floor(v * log2_e + 0.5);
  return exp2_split(n, ((v - n * ln2_high) - n * ln2_low) * log2_e);
}

double binary_exp(double v) {
  if (v > 1100.0) return std::numeric_limits<double>::infinity();
  if (v < -1100.0) return 0.0;
  const double n = std::floor(v + 0.5);
  return exp2_split(n, v - n);
}

double natural_log(double v) {
  const Split log = log2_split(v);
  return log.hi * ln2_high + (log.hi * ln2_low + log.lo * ln2);
}

double binary_log(double v) {
  const Split log = log2_split(v);
  return log.hi + log.lo;
}

namespace {

constexpr double half_pi[] = {1.57079632673412561417e+00, 6.07710050630396597660e-11, 2.02226624879595063154e-21};

// Of |t| <= pi / 4 radians.
double sin_small(double t) {
  double series = 1.0;
  for (int k = 21; k >= 3; k -= 2) series = 1.0 - series * (t * t) / (k * (k - 1));
  return t * series;
}
double cos_small(double t) {
  double series = 1.0;
  for (int k = 22; k >= 2; k -= 2) series = 1.0 - series * (t * t) / (k * (k - 1));
  return series;
}

// Cosine of `rest` radians after `quarter` quarter turns.
double cos_after(double quarter, double rest) {
  switch (static_cast<int>(quarter - 4.0 * std::floor(quarter * 0.25))) {
    case 0:
      return cos_small(rest);
    case 1:
      return -sin_small(rest);
    case 2:
      return -cos_small(rest);
    default:
      return sin_small(rest);
  }
}

double cos_shifted(double radians, double quarters) {
  const double n = std::floor(radians * (2.0 / pi) + 0.5);
  double rest = radians;
  for (const double part : half_pi) rest -= n * part;
  return cos_after(n + quarters, rest);
}

}  // namespace

double sine(double radians) {
  return cos_shifted(radians, 3.0);
}

double cosine(double radians) {
  return cos_shifted(radians, 0.0);
}

double arc_tangent(double y, double x) {
  const double ax = std::fabs(x), ay = std::fabs(y);
  const double most = std::fmax(ax, ay);
  if (most == 0.0) return 0.0;
  // tan(a / 2) = t / (1 + sqrt(1 + t^2)), twice: |t| <= tan(pi / 16).
  double t = std::fmin(ax, ay) / most;
  for (int k = 0; k < 2; ++k) t = t / (1.0 + std::sqrt(1.0 + t * t));
  double series = 0.0;
  for (int k = 25; k >= 1; k -= 2) series = 1.0 / k - series * (t * t);
  double angle = 4.0 * (t * series);
  if (ay > ax) angle = half_pi[0] - angle + half_pi[1];
  if (x < 0.0) angle = 2.0 * half_pi[0] - angle + 2.0 * half_pi[1];
  return y < 0.0 ? -angle : angle;
}

double cos_degrees(double degrees) {
  const double turn = std::fmod(std::fabs(degrees), 360.0);  // exact, and cosine is even
  const double quarter = std::floor(turn / 90.0 + 0.5);
  const double rest = turn - 90.0 * quarter;
  return cos_after(quarter, rest * (pi / 180.0));
}

double sin_degrees(double degrees) {
  const double turn = std::fmod(degrees, 360.0);  // before the subtraction, which would round a large angle
  return cos_degrees(turn - 90.0);
}

}  // namespace orograph
