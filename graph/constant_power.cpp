// SPDX-License-Identifier: MIT
// Powers of constants without libm's pow, whose last bits differ from machine to machine: whole exponents by
// repeated squaring, others as 2^(y log2 x) from the series of the inverse hyperbolic tangent and of e^z.
#include "graph/constant_power.hpp"

#include <cmath>
#include <limits>

namespace orograph {
namespace {

constexpr double ln2 = 0.69314718055994530942;

double whole_power(double base, double exponent) {
  double product = 1;
  double square = base;
  for (auto n = static_cast<unsigned>(std::fabs(exponent)); n != 0; n >>= 1U) {
    if ((n & 1U) != 0) product *= square;
    square *= square;
  }
  return exponent < 0 ? 1 / product : product;
}

// log2 of a positive finite number: with x = m 2^e and s = (m - 1) / (m + 1), ln m = 2 (s + s^3/3 + s^5/5 + ...).
double log2_of(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.70710678118654752440) {
    m *= 2;
    --e;
  }
  const double s = (m - 1) / (m + 1);
  double sum = 0;
  for (int k = 27; k >= 1; k -= 2) sum = sum * (s * s) + 1.0 / k;
  return e + 2 * s * sum / ln2;
}

double exp2_of(double y) {
  if (y > 1025) return std::numeric_limits<double>::infinity();
  if (y < -1100) return 0;
  const double whole = std::floor(y + 0.5);
  const double z = (y - whole) * ln2;
  double sum = 1;
  for (int k = 16; k >= 1; --k) sum = sum * z / k + 1;
  return std::ldexp(sum, static_cast<int>(whole));
}

}  // namespace

double constant_power(double base, double exponent) {
  constexpr double largest_product = 1024;
  const bool whole = std::floor(exponent) == exponent;
  if (whole && std::fabs(exponent) <= largest_product) return whole_power(base, exponent);
  if (base == 0) return exponent > 0 ? 0 : std::numeric_limits<double>::infinity();
  if (exponent == 0.5) return std::sqrt(base);
  if (base < 0 && !whole) return std::numeric_limits<double>::quiet_NaN();
  const double magnitude = exp2_of(exponent * log2_of(std::fabs(base)));
  const bool odd = whole && std::fmod(exponent, 2) != 0;
  return base < 0 && odd ? -magnitude : magnitude;
}

}  // namespace orograph
