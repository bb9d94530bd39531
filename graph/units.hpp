// SPDX-License-Identifier: MIT
// Units of lengths and angles.
#pragma once
#include <span>
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

}  // namespace orograph
