// SPDX-License-Identifier: MIT
// Units of lengths and angles, and %.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "graph/dimension.hpp"

namespace orograph {

struct Unit {
  std::string_view name;
  double times, over;  // of the base unit: metres, degrees, 1
  Dimension dimension;

  double to_base(double number) const { return number * times / over; }
  double from_base(double number) const { return number * over / times; }
};

// Those that recipes take; null when it is none.
const Unit* find_unit(std::string_view name);
inline bool is_unit(std::string_view name) {
  return find_unit(name) != nullptr;
}
std::string unit_names();  // "km, m, cm, ft, deg, rad, %"

// A number with a unit in a recipe whose world units are `world` (empty: metres): lengths in world units, angles in
// degrees, 50 % as 0.5. nullopt where the world unit is no length, or the unit is none.
std::optional<Quantity> with_unit(double number, std::string_view unit, std::string_view world);

// The way back: the number to write with this unit, one that with_unit takes.
double number_in_unit(double value, std::string_view unit, std::string_view world);

// What to write for a number with a unit in a recipe whose world units are `world` (empty: metres): "'0.5 km' (500
// m)". Knows more units than recipes take. Empty when the unit is none, or the world's is not known.
std::string number_in_known_unit(double number, std::string_view unit, std::string_view world);

// Whether people take it for a unit: those above, and others.
bool is_known_unit(std::string_view name);

}  // namespace orograph
