// SPDX-License-Identifier: MIT
// Powers of constants in plain IEEE double arithmetic, so that a recipe means the same on every machine.
#pragma once

namespace orograph {

// base ^ exponent, with a relative error below 1e-12; exact products for whole exponents up to 1024. NaN where
// there is no value (a negative base with a broken exponent), infinity where it is too large.
double constant_power(double base, double exponent);

}  // namespace orograph
