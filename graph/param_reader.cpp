// SPDX-License-Identifier: MIT
// ParamReader. Integers are read from their digits, never through a double, so that every 64-bit seed counts.
#include "graph/param_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/constants.hpp"
#include "graph/number_text.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

Wanted wanted_of(const ParamSpec& spec) {
  if (spec.kind == ParamKind::angle) return Wanted::angle;
  if (spec.unit == "world units") return Wanted::length;
  if (spec.unit == "per world unit") return Wanted::per_length;
  return holds_any_float(spec.range) ? Wanted::field : Wanted::plain;  // a bound or value of a field
}

bool bounded(const ParamRange& range) {
  return std::isfinite(range.low) || std::isfinite(range.high);
}

bool is_boolean_word(const YamlValue& value) {
  return value.kind == YamlValue::Kind::scalar && !value.quoted &&
         (value.scalar == "true" || value.scalar == "false");
}

// "true" for yes, on, 1 ... Empty for other values.
std::string_view meant_boolean(const YamlValue& value) {
  constexpr std::array<std::string_view, 5> yes{"true", "yes", "on", "1", "y"}, no{"false", "no", "off", "0", "n"};
  if (value.kind != YamlValue::Kind::scalar) return {};
  const std::string word = lower(value.scalar);
  if (std::ranges::find(yes, word) != yes.end()) return "true";
  return std::ranges::find(no, word) != no.end() ? "false" : "";
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
  constexpr double least_met = 1e-30, most_met = 1e30;
  const ParamRange& range = spec.range;
  const bool above = range.low_open ? value > range.low : value >= range.low;
  const bool below = range.high_open ? value < range.high : value <= range.high;
  if ((above && below) || !bounded(range)) return true;
  // Where nothing but the sign is wrong, scales that nobody meets are left out.
  const bool wrong_sign = value <= 0 && (range.low > 0 || (range.low == 0 && range.low_open)) &&
                          range.low < least_met && range.high > most_met;
  diagnostics_.error(
      loc,
      fmt::format("'{}' must be {}, got {}", spec.name, wrong_sign ? "greater than 0" : range_text(range), value),
      spec.text.empty() ? "" : fmt::format("{}: {}", spec.name, spec.text));
  return false;
}

std::optional<double> ParamReader::number(const ParamSpec& spec, const YamlValue& value) {
  const auto result = constant(spec, value);
  if (!result || !in_range(spec, *result, value.loc)) return std::nullopt;
  return result;
}

std::optional<double> ParamReader::constant(const ParamSpec& spec, const YamlValue& value) {
  const auto read = quantity(spec, value);
  if (!read || value.as_number()) return read ? std::optional(read->value) : std::nullopt;
  return take(*read, wanted_of(spec), fmt::format("'{}'", spec.name), value.scalar, value.loc, diagnostics_);
}

std::optional<Quantity> ParamReader::quantity(const ParamSpec& spec, const YamlValue& value) {
  if (value.kind != YamlValue::Kind::scalar || is_boolean_word(value)) {
    wrong_kind(spec, value);
    return std::nullopt;
  }
  if (const auto number = value.as_number()) return Quantity{*number};
  if (!check_constant_shape(value, fmt::format("'{}'", spec.name), diagnostics_)) return std::nullopt;
  const auto expression = parse_expression(value.scalar, value.loc, diagnostics_, context_of(scope_));
  if (!expression || names_node(spec, *expression)) return std::nullopt;
  return evaluate_constant(*expression, scope_, diagnostics_);
}

std::optional<Quantity> ParamReader::read(const ParamDeclaration& declaration, const YamlValue& value) {
  const auto given = quantity({.name = declaration.name, .text = declaration.doc}, value);
  return given ? accept(declaration, *given, scope_.world_unit(), value.loc, diagnostics_) : std::nullopt;
}

bool ParamReader::names_node(const ParamSpec& spec, const Expression& expression) {
  const bool name = expression.kind == Expression::Kind::name;
  const bool node = name && scope_.node(expression.name) != no_node;
  const bool noise = name && !node && scope_.noise(expression.name) != nullptr && !scope_.param(expression.name);
  if (node || noise) {
    const std::string_view what = noise                                       ? "a noise"
                                  : scope_.input(expression.name) == no_input ? "a node"
                                                                              : "an input";
    diagnostics_.error(
        expression.loc,
        fmt::format("'{}' takes a constant, not a field: '{}' is {}", spec.name, expression.name, what),
        "write a number or an expression over 'params'");
    return true;
  }
  bool any = false;
  for (const Expression& operand : expression.operands) any = names_node(spec, operand) || any;
  return any;
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
                       fmt::format("'{}' takes {}, got {}", spec.name, takes_text(spec), value.items.size()),
                       fmt::format("{}: {}", spec.name, spec.text));
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
  if (const std::string_view word = meant_boolean(value); spec.kind == ParamKind::boolean && !word.empty())
    help = fmt::format("write {}{}\n", word, value.quoted ? ", without quotes" : "") + help;
  if (spec.kind == ParamKind::choice) help = fmt::format("one of: {}", fmt::join(spec.choices, ", "));
  if (!spec.hint.empty()) help += fmt::format("\n{}", spec.hint);
  diagnostics_.error(value.loc, fmt::format("'{}' takes {}, got {}", spec.name, takes_text(spec), got_text(value)),
                     std::move(help));
}

}  // namespace orograph
