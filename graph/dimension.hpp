// SPDX-License-Identifier: MIT
// Dimensions: what a constant measures. A length plus an angle is a mistake. A number without a unit goes with
// lengths, as one of world units; with angles it does not, since it could be one of degrees or of radians. Lengths
// are in world units, angles in degrees, so that the values of a dimension need no unit.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph/diagnostic.hpp"

namespace orograph {

struct Dimension {
  double length = 0, angle = 0;  // exponents: an area has length 2
  bool stated = false;           // a unit stands somewhere in it: '2 km', '50 %', '2 km / 1 m'

  bool is_plain() const { return length == 0 && angle == 0; }
  bool measures_as(const Dimension& other) const { return length == other.length && angle == other.angle; }
};
inline constexpr Dimension length_dimension{1, 0, true};
inline constexpr Dimension angle_dimension{0, 1, true};

// A constant: its value in world units and degrees.
struct Quantity {
  double value = 0;
  Dimension dimension = {};
};

// "a length", "an angle", "a plain number", "an area (a length times a length)".
std::string dimension_text(const Dimension& dimension);

// What a place of a recipe takes. Plain numbers stand everywhere.
enum class Wanted {
  plain,       // octaves, gain
  length,      // wavelength, spacing
  per_length,  // frequency
  angle,       // rotate
  field,       // the value of a field: a number in world units; angles become radians, as sin and cos take them
};

// The number that `quantity` is there, or an error: "'octaves' takes a plain number, and this is a length". `text` is
// what is written.
std::optional<double> take(const Quantity& quantity, Wanted wanted, std::string_view what, std::string_view text,
                           SourceLoc loc, Diagnostics& diagnostics);

// The value of a field where a constant is: take(..., Wanted::field), which never fails.
double field_value(const Quantity& quantity);

}  // namespace orograph
