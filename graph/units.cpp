// SPDX-License-Identifier: MIT
// Units: the one table.
#include "graph/units.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "graph/power.hpp"

namespace orograph {
namespace {

constexpr std::array<Unit, 7> units{{{"km", 1000, 1, length_dimension},
                                     {"m", 1, 1, length_dimension},
                                     {"cm", 1, 100, length_dimension},
                                     {"ft", 381, 1250, length_dimension},
                                     {"deg", 1, 1, angle_dimension},
                                     {"rad", 180, pi, angle_dimension},
                                     {"%", 1, 100, {0, 0, true}}}};

// Only to say what to write instead.
constexpr std::array<Unit, 23> foreign_units{
    {{"mm", 1, 1000, length_dimension},         {"dm", 1, 10, length_dimension},
     {"in", 127, 5000, length_dimension},       {"yd", 1143, 1250, length_dimension},
     {"mi", 201168, 125, length_dimension},     {"meter", 1, 1, length_dimension},
     {"meters", 1, 1, length_dimension},        {"metre", 1, 1, length_dimension},
     {"metres", 1, 1, length_dimension},        {"kilometer", 1000, 1, length_dimension},
     {"kilometers", 1000, 1, length_dimension}, {"kilometre", 1000, 1, length_dimension},
     {"kilometres", 1000, 1, length_dimension}, {"foot", 381, 1250, length_dimension},
     {"feet", 381, 1250, length_dimension},     {"mile", 201168, 125, length_dimension},
     {"miles", 201168, 125, length_dimension},  {"degree", 1, 1, angle_dimension},
     {"degrees", 1, 1, angle_dimension},        {"radian", 180, pi, angle_dimension},
     {"radians", 180, pi, angle_dimension},     {"turn", 360, 1, angle_dimension},
     {"turns", 360, 1, angle_dimension}}};

const Unit* find_in(std::span<const Unit> table, std::string_view name) {
  const auto it = std::ranges::find(table, name, &Unit::name);
  return it == table.end() ? nullptr : &*it;
}

const Unit* find_known(std::string_view name) {
  const Unit* unit = find_unit(name);
  return unit != nullptr ? unit : find_in(foreign_units, name);
}

bool is_length(const Unit* unit) {
  return unit != nullptr && unit->dimension.measures_as(length_dimension);
}

// Of the recipe's word for a world unit, one that recipes take.
const Unit* world_unit(std::string_view world) {
  const Unit* unit = find_unit(world.empty() ? "m" : world);
  return is_length(unit) ? unit : nullptr;
}

}  // namespace

const Unit* find_unit(std::string_view name) {
  return find_in(units, name);
}

std::string unit_names() {
  std::vector<std::string_view> names;
  for (const Unit& unit : units) names.push_back(unit.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

bool is_known_unit(std::string_view name) {
  return find_known(name) != nullptr;
}

std::optional<Quantity> with_unit(double number, std::string_view name, std::string_view world) {
  const Unit* unit = find_unit(name);
  if (unit == nullptr) return std::nullopt;
  if (!is_length(unit)) return Quantity{unit->to_base(number), unit->dimension};
  const Unit* of_world = world_unit(world);
  if (of_world == nullptr) return std::nullopt;
  return Quantity{unit == of_world ? number : of_world->from_base(unit->to_base(number)), unit->dimension};
}

double number_in_unit(double value, std::string_view name, std::string_view world) {
  const Unit* unit = find_unit(name);
  if (!is_length(unit)) return unit->from_base(value);
  const Unit* of_world = world_unit(world);
  return unit == of_world ? value : unit->from_base(of_world->to_base(value));
}

std::string number_in_known_unit(double number, std::string_view name, std::string_view world) {
  const Unit* unit = find_known(name);
  const Unit* of_world = find_known(world.empty() ? "m" : world);
  if (unit == nullptr) return {};
  if (!is_length(unit)) {
    if (unit->dimension.is_plain()) return fmt::format("'{}' ({} {})", unit->to_base(number), number, name);
    return fmt::format("'{} deg' ({} {})", unit->to_base(number), number, name);
  }
  if (!is_length(of_world)) return {};
  const double in_world = of_world->from_base(unit->to_base(number));
  if (world.empty()) world = "m";
  if (find_unit(world) == nullptr) return fmt::format("'{}' ({} {} in {})", in_world, number, name, world);
  return fmt::format("'{} {}' ({} {})", in_world, world, number, name);
}

}  // namespace orograph
