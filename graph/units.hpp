// SPDX-License-Identifier: MIT
// Units of lengths and angles.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace orograph {

struct Unit {
  std::string_view name;
  double times, over;  // of the base unit: metres, degrees

  double to_base(double number) const { return number * times / over; }
  double from_base(double number) const { return number * over / times; }
};

std::span<const Unit> length_units();
std::span<const Unit> angle_units();
const Unit* find_unit(std::span<const Unit> units, std::string_view name);  // or null

// What to write for a number with a unit in a recipe whose world units are `world` (empty: metres): "'0.5' (500 m in
// kilometres)". Knows more units than recipes take. Empty when the unit is none, or the world's is not known.
std::string number_without_unit(double number, std::string_view unit, std::string_view world);

// "metres", "degrees": what a number in place of one with this unit is in. Empty when the unit is none.
std::string base_unit_name(std::string_view unit, std::string_view world);

}  // namespace orograph
