// SPDX-License-Identifier: MIT
// power, exponentials, logarithms and trigonometry from IEEE additions, multiplications and divisions alone, so that
// every machine gives the same bits (libm does not). Used by the compiler for constants and by the `power`
// instruction for samples.
#pragma once

namespace orograph {

inline constexpr double pi = 3.14159265358979323846;

// base^exponent in double precision, error below 1e-14 relative. A negative base gives a signed power for whole
// exponents and 0 otherwise; 0^0 is 1, 0 to a negative exponent is 0 (as division by zero is).
double power(double base, double exponent);

// The `power` instruction: as power(), a float; of finite operands at most the largest float. Correctly rounded but
// for few results that lie halfway between two floats, or nearly so; the exponents 0.5, 1 and 2 have none of these.
float power_float(float base, float exponent);

// e^v, 2^v, and the logarithms of v > 0; errors below 1e-14 relative.
double natural_exp(double v);
double binary_exp(double v);
double natural_log(double v);
double binary_log(double v);

// Of radians, |radians| <= most_radians; errors below 1e-14, near multiples of pi absolute, elsewhere relative.
inline constexpr double most_radians = 1e6;
double sine(double radians);
double cosine(double radians);

// The angle of the point (x, y), from -pi to pi; 0 for (0, 0). Error below 1e-14 relative.
double arc_tangent(double y, double x);

// Cosine and sine of an angle in degrees, exact at multiples of 90, error below 2e-16 elsewhere.
double cos_degrees(double degrees);
double sin_degrees(double degrees);

}  // namespace orograph
