// SPDX-License-Identifier: MIT
// ParamReader. Integers are read from their digits, never through a double, so that every 64-bit seed counts.
#include "graph/param_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "graph/constants.hpp"
#include "graph/number_text.hpp"
#include "graph/text.hpp"
#include "graph/units.hpp"

namespace orograph {
namespace {

std::vector<std::string_view> unit_names(std::span<const Unit> units) {
  std::vector<std::string_view> names;
  for (const Unit& unit : units) names.push_back(unit.name);
  return names;
}

// Units differ by factors of a thousand: one that is spelt alike is no advice, unless only its case is another.
std::string unknown_unit_help(std::span<const Unit> units, double number, std::string_view unit,
                              std::string_view world) {
  const std::vector<std::string_view> names = unit_names(units);
  const std::string list = fmt::format("one of: {}", fmt::join(names, ", "));
  if (unit == world) return fmt::format("write '{}': world units need no name\n{}", number, list);
  for (const std::string_view name : names)
    if (lower(unit) == name) return fmt::format("did you mean '{}'?\n{}", name, list);
  const std::string written = number_without_unit(number, unit, world);
  return written.empty() ? list : fmt::format("write {}\n{}", written, list);
}

bool is_length(const ParamSpec& spec) {
  return spec.unit == "world units";
}
bool is_angle(const ParamSpec& spec) {
  return spec.kind == ParamKind::angle;
}

struct NumberWithUnit {
  double number = 0;
  std::string_view unit;
};

// "2 km", "-35deg": a number and then one word of letters.
std::optional<NumberWithUnit> split_unit(std::string_view text) {
  NumberWithUnit result;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), result.number);
  if (code != std::errc{}) return std::nullopt;
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const bool word = !rest.empty() && std::ranges::all_of(rest, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  if (!word) return std::nullopt;
  result.unit = rest;
  return result;
}

bool bounded(const ParamRange& range) {
  return std::isfinite(range.low) || std::isfinite(range.high);
}

bool is_boolean_word(const YamlValue& value) {
  return value.kind == YamlValue::Kind::scalar && !value.quoted &&
         (value.scalar == "true" || value.scalar == "false");
}

std::string_view takes_text(const ParamSpec& spec) {
  switch (spec.kind) {
    case ParamKind::number:
      return "a number";
    case ParamKind::integer:
      return "a whole number";
    case ParamKind::boolean:
      return "true or false";
    case ParamKind::choice:
      return "one word";
    case ParamKind::pair:
      return "a list of two numbers";
    case ParamKind::period:
      return "a list of two or three numbers";
    case ParamKind::angle:
      return "an angle in degrees";
  }
  return {};
}

// What stands there, short enough for a message.
std::string got_text(const YamlValue& value) {
  if (value.kind != YamlValue::Kind::scalar) return std::string(value.kind_name());
  constexpr std::size_t most = 40;
  return value.scalar.size() <= most ? fmt::format("'{}'", value.scalar) : std::string(value.kind_name());
}

}  // namespace

std::string range_text(const ParamRange& range) {
  const bool low = std::isfinite(range.low);
  const bool high = std::isfinite(range.high);
  if (low && high && !range.low_open && !range.high_open) {
    return fmt::format("from {:.6g} to {:.6g}", range.low, range.high);
  }
  std::vector<std::string> parts;
  if (low) parts.push_back(fmt::format("{} {:.6g}", range.low_open ? "greater than" : "at least", range.low));
  if (high) parts.push_back(fmt::format("{} {:.6g}", range.high_open ? "less than" : "at most", range.high));
  return fmt::format("{}", fmt::join(parts, " and "));
}

std::optional<ParamValue> ParamReader::read(const ParamSpec& spec, const YamlValue& value) {
  switch (spec.kind) {
    case ParamKind::number:
    case ParamKind::angle: {
      const auto result = number(spec, value);
      return result ? std::optional<ParamValue>(*result) : std::nullopt;
    }
    case ParamKind::integer:
      return whole_number(spec, value);
    case ParamKind::boolean:
      return boolean(spec, value);
    case ParamKind::choice:
      return choice(spec, value);
    case ParamKind::pair:
      return list(spec, value, 2, 2);
    case ParamKind::period:
      return list(spec, value, 2, 3);
  }
  throw InternalError("ParamReader: unknown kind of parameter");
}

bool ParamReader::in_range(const ParamSpec& spec, double value, SourceLoc loc) {
  const ParamRange& range = spec.range;
  const bool above = range.low_open ? value > range.low : value >= range.low;
  const bool below = range.high_open ? value < range.high : value <= range.high;
  if ((above && below) || !bounded(range)) return true;
  diagnostics_.error(loc, fmt::format("'{}' must be {}, got {}", spec.name, range_text(range), value),
                     spec.text.empty() ? "" : fmt::format("{}: {}", spec.name, spec.text));
  return false;
}

std::optional<double> ParamReader::number(const ParamSpec& spec, const YamlValue& value) {
  const auto result = constant(spec, value);
  if (!result || !in_range(spec, *result, value.loc)) return std::nullopt;
  return result;
}

std::optional<double> ParamReader::constant(const ParamSpec& spec, const YamlValue& value) {
  if (value.kind != YamlValue::Kind::scalar || is_boolean_word(value)) {
    wrong_kind(spec, value);
    return std::nullopt;
  }
  const std::string what = fmt::format("'{}'", spec.name);
  if (value.as_number()) return value.as_number();
  if (const auto parts = split_unit(value.scalar)) {
    const bool unit =
        find_unit(length_units(), parts->unit) != nullptr || find_unit(angle_units(), parts->unit) != nullptr;
    if (unit || is_length(spec) || is_angle(spec)) return with_unit(spec, value, parts->number, parts->unit);
  }
  Diagnostics unheard;  // read_constant below says what is wrong, in its own words
  if (const auto expression = parse_expression(value.scalar, {}, unheard)) {
    if (names_node(spec, *parse_expression(value.scalar, value.loc, diagnostics_))) return std::nullopt;
    if (const auto result = evaluate_constant(*expression, scope_, unheard)) return result;
  }
  return read_constant(value, scope_, what, diagnostics_);
}

bool ParamReader::names_node(const ParamSpec& spec, const Expression& expression) {
  if (expression.kind == Expression::Kind::name && scope_.node(expression.name) != no_node) {
    diagnostics_.error(expression.loc,
                       fmt::format("'{}' takes a constant, not a field: '{}' is a node", spec.name, expression.name),
                       "write a number or an expression over 'params'");
    return true;
  }
  bool any = false;
  for (const Expression& operand : expression.operands) any = names_node(spec, operand) || any;
  return any;
}

std::optional<double> ParamReader::with_unit(const ParamSpec& spec, const YamlValue& value, double number,
                                             std::string_view unit) {
  if (!is_length(spec) && !is_angle(spec)) {
    diagnostics_.error(value.loc, fmt::format("'{}' takes no unit, got '{}'", spec.name, value.scalar),
                       "write the number alone");
    return std::nullopt;
  }
  const std::span<const Unit> units = is_angle(spec) ? angle_units() : length_units();
  const Unit* found = find_unit(units, unit);
  if (found == nullptr) {
    diagnostics_.error(value.loc, fmt::format("unknown unit '{}' of '{}'", unit, spec.name),
                       unknown_unit_help(units, number, unit, recipe_.units));
    return std::nullopt;
  }
  const double base = found->to_base(number);
  if (is_angle(spec) || recipe_.units.empty()) return base;
  const Unit* world = find_unit(length_units(), recipe_.units);
  if (world == nullptr) {
    const std::string written = number_without_unit(number, unit, recipe_.units);
    diagnostics_.error(value.loc,
                       fmt::format("'{}' in {}, but the recipe's units are '{}'", spec.name, unit, recipe_.units),
                       written.empty() ? "write the number in world units, without a unit" : "write " + written);
    return std::nullopt;
  }
  return world->from_base(base);
}

std::optional<ParamValue> ParamReader::whole_number(const ParamSpec& spec, const YamlValue& value) {
  if (value.kind == YamlValue::Kind::scalar && !value.quoted && looks_like_integer(value.scalar)) {
    const auto bits = parse_integer64(value.scalar);
    if (!bounded(spec.range)) {
      if (!bits) {
        diagnostics_.error(value.loc, fmt::format("'{}' does not fit into 64 bits", spec.name), integer64_help());
        return std::nullopt;
      }
      return ParamValue(*bits);
    }
    const auto size = value.as_number();
    if (!in_range(spec, size ? *size : INFINITY, value.loc)) return std::nullopt;
    return ParamValue(*bits);
  }
  const auto result = constant(spec, value);
  if (!result) return std::nullopt;
  constexpr double largest_exact = 9007199254740992;
  if (std::floor(*result) != *result || std::fabs(*result) > largest_exact) {
    diagnostics_.error(value.loc, fmt::format("'{}' takes a whole number, got {}", spec.name, *result),
                       bounded(spec.range) ? fmt::format("'{}' goes {}", spec.name, range_text(spec.range))
                                           : integer64_help(*result));
    return std::nullopt;
  }
  if (!in_range(spec, *result, value.loc)) return std::nullopt;
  return ParamValue(static_cast<std::int64_t>(*result));
}

std::optional<ParamValue> ParamReader::boolean(const ParamSpec& spec, const YamlValue& value) {
  if (is_boolean_word(value)) return ParamValue(value.scalar == "true");
  wrong_kind(spec, value);
  return std::nullopt;
}

std::optional<ParamValue> ParamReader::choice(const ParamSpec& spec, const YamlValue& value) {
  if (value.kind != YamlValue::Kind::scalar) {
    wrong_kind(spec, value);
    return std::nullopt;
  }
  if (std::ranges::find(spec.choices, value.scalar) != spec.choices.end()) return ParamValue(value.scalar);
  diagnostics_.error(value.loc, fmt::format("unknown value {} of '{}'", got_text(value), spec.name),
                     suggest(value.scalar, spec.choices));
  return std::nullopt;
}

std::optional<ParamValue> ParamReader::list(const ParamSpec& spec, const YamlValue& value, std::size_t least,
                                            std::size_t most) {
  if (value.kind != YamlValue::Kind::sequence) {
    wrong_kind(spec, value);
    return std::nullopt;
  }
  if (value.items.size() < least || value.items.size() > most) {
    diagnostics_.error(value.loc,
                       fmt::format("'{}' takes {}, got {}", spec.name, takes_text(spec), value.items.size()));
    return std::nullopt;
  }
  std::vector<double> numbers;
  for (const YamlValue& item : value.items) {
    if (const auto n = number(spec, item)) numbers.push_back(*n);
  }
  if (numbers.size() != value.items.size()) return std::nullopt;
  return ParamValue(std::move(numbers));
}

void ParamReader::wrong_kind(const ParamSpec& spec, const YamlValue& value) {
  std::string help = spec.text.empty() ? "" : fmt::format("{}: {}", spec.name, spec.text);
  if (spec.kind == ParamKind::choice) help = fmt::format("one of: {}", fmt::join(spec.choices, ", "));
  if (!spec.hint.empty()) help += fmt::format("\n{}", spec.hint);
  diagnostics_.error(value.loc, fmt::format("'{}' takes {}, got {}", spec.name, takes_text(spec), got_text(value)),
                     std::move(help));
}

}  // namespace orograph
