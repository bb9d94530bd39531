// SPDX-License-Identifier: MIT
// power, sine and cosine from IEEE additions and multiplications alone, so that every machine gives the same bits
// (libm does not). Used by the compiler for constants and by the `power` instruction for samples.
#pragma once

namespace orograph {

// base^exponent in double precision, error below 1e-14 relative. A negative base gives a signed power for whole
// exponents and 0 otherwise; 0^0 is 1, 0 to a negative exponent is 0 (as division by zero is).
double power(double base, double exponent);

// The `power` instruction: power() rounded to float.
float power_float(float base, float exponent);

// Cosine and sine of an angle in degrees, exact at multiples of 90, error below 2e-16 elsewhere.
double cos_degrees(double degrees);
double sin_degrees(double degrees);

}  // namespace orograph
