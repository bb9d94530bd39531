// SPDX-License-Identifier: MIT
// Units: the one table.
#include "graph/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace orograph {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr std::array<Unit, 3> lengths{{{"km", 1000, 1}, {"m", 1, 1}, {"cm", 1, 100}}};
constexpr std::array<Unit, 2> angles{{{"deg", 1, 1}, {"rad", 180, pi}}};

// Only to say what to write instead.
constexpr std::array<Unit, 16> foreign_lengths{{{"mm", 1, 1000},
                                                {"dm", 1, 10},
                                                {"in", 127, 5000},
                                                {"ft", 381, 1250},
                                                {"yd", 1143, 1250},
                                                {"mi", 201168, 125},
                                                {"meter", 1, 1},
                                                {"meters", 1, 1},
                                                {"metre", 1, 1},
                                                {"metres", 1, 1},
                                                {"kilometer", 1000, 1},
                                                {"kilometers", 1000, 1},
                                                {"kilometre", 1000, 1},
                                                {"kilometres", 1000, 1},
                                                {"mile", 201168, 125},
                                                {"miles", 201168, 125}}};
constexpr std::array<Unit, 6> foreign_angles{{{"degree", 1, 1},
                                              {"degrees", 1, 1},
                                              {"radian", 180, pi},
                                              {"radians", 180, pi},
                                              {"turn", 360, 1},
                                              {"turns", 360, 1}}};

const Unit* find_in_either(std::span<const Unit> own, std::span<const Unit> foreign, std::string_view name) {
  const Unit* unit = find_unit(own, name);
  return unit != nullptr ? unit : find_unit(foreign, name);
}

const Unit* find_length(std::string_view name) {
  return find_in_either(lengths, foreign_lengths, name);
}
const Unit* find_angle(std::string_view name) {
  return find_in_either(angles, foreign_angles, name);
}

std::string_view world_name(std::string_view world) {
  if (world.empty() || world == "m") return "metres";
  if (world == "km") return "kilometres";
  return world == "cm" ? "centimetres" : world;
}

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

std::string number_without_unit(double number, std::string_view unit, std::string_view world) {
  if (const Unit* angle = find_angle(unit))
    return fmt::format("'{}' ({} {} in degrees)", angle->to_base(number), number, unit);
  const Unit* length = find_length(unit);
  const Unit* of_world = find_length(world.empty() ? "m" : world);
  if (length == nullptr || of_world == nullptr) return {};
  return fmt::format("'{}' ({} {} in {})", of_world->from_base(length->to_base(number)), number, unit,
                     world_name(world));
}

std::string base_unit_name(std::string_view unit, std::string_view world) {
  if (find_angle(unit) != nullptr) return "degrees";
  return find_length(unit) != nullptr ? std::string(world_name(world)) : std::string();
}

}  // namespace orograph
