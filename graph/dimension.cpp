// SPDX-License-Identifier: MIT
// Dimensions, in words and as what a place takes.
#include "graph/dimension.hpp"

#include <fmt/format.h>

#include "graph/power.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

std::string power_text(std::string_view base, double exponent) {
  return exponent == 1 ? std::string(base) : fmt::format("{}^{}", base, exponent);
}

bool fits(const Dimension& dimension, Wanted wanted) {
  if (dimension.is_plain()) return !dimension.stated || wanted == Wanted::plain || wanted == Wanted::field;
  switch (wanted) {
    case Wanted::plain:
      return false;
    case Wanted::length:
      return dimension.measures_as({1, 0});
    case Wanted::per_length:
      return dimension.measures_as({-1, 0});
    case Wanted::angle:
      return dimension.measures_as({0, 1});
    case Wanted::field:
      return true;
  }
  return false;
}

std::string_view wanted_text(Wanted wanted) {
  switch (wanted) {
    case Wanted::plain:
    case Wanted::field:
      return "a plain number";
    case Wanted::length:
      return "a length";
    case Wanted::per_length:
      return "a number per length";
    case Wanted::angle:
      return "an angle";
  }
  return {};
}

// What to write there. A literal is left without its unit, an expression is divided by what is too much.
std::string remedy(const Dimension& dimension, Wanted wanted, std::string_view text) {
  const bool is_length = dimension.measures_as({1, 0}), is_angle = dimension.measures_as({0, 1});
  switch (wanted) {
    case Wanted::length:
      return "write a length like '2 km', or a number of world units";
    case Wanted::angle:
      return "write an angle like '30 deg', or a number of degrees";
    case Wanted::per_length:
      if (is_length) return fmt::format("write 'wavelength: {}' instead of 'frequency'", text);
      return "write a number alone, or one over a length like '1 / (2 km)'";
    case Wanted::plain:
    case Wanted::field:
      break;
  }
  if (is_length) return "write the number alone, or divide by a length, like '/ 1 km'";
  if (is_angle) return "write the number alone, or divide by an angle, like '/ 1 deg'";
  return "write a number without a unit";
}

}  // namespace

std::string dimension_text(const Dimension& dimension) {
  if (dimension.is_plain()) return dimension.stated ? "a share or ratio, like '30 %'" : "a plain number";
  if (dimension.measures_as({1, 0})) return "a length";
  if (dimension.measures_as({0, 1})) return "an angle";
  if (dimension.measures_as({2, 0})) return "an area (a length times a length)";
  if (dimension.measures_as({-1, 0})) return "a number per length";
  std::string text;
  if (dimension.length != 0) text = power_text("length", dimension.length);
  if (dimension.angle != 0) text += (text.empty() ? "" : " * ") + power_text("angle", dimension.angle);
  return text;
}

std::optional<double> take(const Quantity& quantity, Wanted wanted, std::string_view what, std::string_view text,
                           SourceLoc loc, Diagnostics& diagnostics) {
  if (wanted == Wanted::field) return field_value(quantity);
  if (fits(quantity.dimension, wanted)) return quantity.value;
  diagnostics.error(
      loc, fmt::format("{} takes {}, and this is {}", what, wanted_text(wanted), dimension_text(quantity.dimension)),
      remedy(quantity.dimension, wanted, text));
  return std::nullopt;
}

double field_value(const Quantity& quantity) {
  const double exponent = quantity.dimension.angle;
  if (exponent == 0) return quantity.value;
  return exponent == 1 ? quantity.value * pi / 180 : quantity.value * power(pi / 180, exponent);
}

}  // namespace orograph
