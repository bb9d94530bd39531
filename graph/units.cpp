// SPDX-License-Identifier: MIT
// Units: the one table.
#include "graph/units.hpp"

#include <algorithm>
#include <array>

namespace orograph {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr std::array<Unit, 3> lengths{{{"km", 1000, 1}, {"m", 1, 1}, {"cm", 1, 100}}};
constexpr std::array<Unit, 2> angles{{{"deg", 1, 1}, {"rad", 180, pi}}};

}  // namespace

std::span<const Unit> length_units() {
  return lengths;
}
std::span<const Unit> angle_units() {
  return angles;
}

const Unit* find_unit(std::span<const Unit> units, std::string_view name) {
  const auto it = std::ranges::find(units, name, &Unit::name);
  return it == units.end() ? nullptr : &*it;
}

}  // namespace orograph
