// SPDX-License-Identifier: MIT
// Remedies, the likeliest intention first.
#include "graph/expression_faults.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "graph/functions.hpp"
#include "graph/number_text.hpp"
#include "graph/text.hpp"
#include "graph/units.hpp"

namespace orograph {
namespace {

// "1 000"
bool are_groups_of_digits(const Token& before, const Token& token) {
  return looks_like_integer(before.text) && looks_like_integer(token.text) && token.text.size() == 3;
}

// A minus that belongs to the number behind it.
bool is_negated(std::span<const Token> before) {
  using Kind = Token::Kind;
  if (before.size() < 2 || before[before.size() - 2].sign != "-") return false;
  if (before.size() == 2) return true;
  const Kind kind = before[before.size() - 3].kind;
  return kind == Kind::sign || kind == Kind::open || kind == Kind::comma;
}

// Behind something that is no number.
ExpressionFault misplaced_unit(const Token& last, const Token& unit) {
  const std::string what = last.kind == Token::Kind::name ? std::string(last.text) : "(...)";
  return {fmt::format("the unit '{}' cannot stand here", unit.text),
          last.kind == Token::Kind::unit
              ? "write one unit behind a number"
              : fmt::format("write '{} * 1 {}': a unit stands behind a number", what, unit.text)};
}

// A unit of others behind a number, or one of ours in other letters. Units differ by factors of a thousand: one that
// is spelt alike is no advice, unless only its case is another.
ExpressionFault unknown_unit(std::span<const Token> before, const Token& unit, const ParseContext& context) {
  const std::string message = fmt::format("unknown unit '{}'", unit.text);
  const std::string list = fmt::format("units are {}", unit_names());
  const double number = is_negated(before) ? -before.back().number : before.back().number;
  if (is_unit(lower(unit.text))) return {message, fmt::format("did you mean '{}'?\n{}", lower(unit.text), list)};
  if (unit.text == context.world_unit)
    return {message, fmt::format("write '{}': world units need no name\n{}", number, list)};
  const std::string written = number_in_known_unit(number, unit.text, context.world_unit);
  return {message, written.empty() ? list : fmt::format("write {}\n{}", written, list)};
}

struct Remedy {
  std::string_view name, help;
};
constexpr Remedy functions_elsewhere[] = {
    {"acos", "write atan2(sqrt(1 - v * v), v)"},
    {"arctan", "write atan(v), or atan2(y, x) for the angle of a point"},
    {"asin", "write atan2(v, sqrt(1 - v * v))"},
    {"cbrt", "write v ^ (1/3), or sign(v) * abs(v) ^ (1/3) where v is negative"},
    {"choose", "write select(condition, a, b), or condition ? a : b"},
    {"cosh", "write (exp(v) + exp(-v)) / 2"},
    {"deg2rad", "write radians(v)"},
    {"dist", "write hypot(x - x0, y - y0)"},
    {"distance", "write hypot(x - x0, y - y0)"},
    {"exp10", "write 10 ^ v"},
    {"fabs", "write abs(v)"},
    {"fit", "write remap(value, from_low, from_high, to_low, to_high)"},
    {"fmod", "write mod(a, b), whose result has the sign of b"},
    {"frac", "write fract(v)"},
    {"if", "write condition ? a : b, or select(condition, a, b)"},
    {"iff", "write condition ? a : b, or select(condition, a, b)"},
    {"int", "write floor(v), or round(v)"},
    {"inversesqrt", "write 1 / sqrt(v)"},
    {"invlerp", "write (v - a) / (b - a)"},
    {"inverse_lerp", "write (v - a) / (b - a)"},
    {"length", "write hypot(x, y)"},
    {"lerp", "write mix(a, b, t)"},
    {"linearstep", "write clamp((v - edge0) / (edge1 - edge0), 0, 1)"},
    {"ln", "write log(v)"},
    {"log10", "write log(v) / log(10)"},
    {"map", "write remap(value, from_low, from_high, to_low, to_high)"},
    {"map_range", "write remap(value, from_low, from_high, to_low, to_high)"},
    {"not", "write !(condition)"},
    {"power", "write pow(base, exponent), or base ^ exponent"},
    {"rad2deg", "write degrees(v)"},
    {"rint", "write round(v)"},
    {"rsqrt", "write 1 / sqrt(v)"},
    {"saturate", "write clamp(v, 0, 1)"},
    {"sgn", "write sign(v)"},
    {"sind", "write sin(radians(v))"},
    {"sinh", "write (exp(v) - exp(-v)) / 2"},
    {"smax", "write smooth_max(a, b, width)"},
    {"smin", "write smooth_min(a, b, width)"},
    {"sqr", "write square(v)"},
    {"sum", "write a + b"},
    {"switch", "write condition ? a : b, one behind another: a < 1 ? 10 : a < 2 ? 20 : 30"},
    {"tanh", "write 1 - 2 / (exp(2 * v) + 1)"},
    {"trunc", "write sign(v) * floor(abs(v))"},
    {"truncate", "write sign(v) * floor(abs(v))"},
    {"where", "write select(condition, a, b), or condition ? a : b"},
    {"x", "write 'x * (' to multiply"},
    {"y", "write 'y * (' to multiply"},
};
// Words that stand where a sign should.
constexpr Remedy words_elsewhere[] = {
    {"and", "write '&&'"},
    {"or", "write '||'"},
    {"xor", "write '!=' between two comparisons"},
    {"mod", "write mod(a, b)"},
    {"is", "write '=='"},
    {"eq", "write '=='"},
    {"ne", "write '!='"},
    {"lt", "write '<'"},
    {"le", "write '<='"},
    {"gt", "write '>'"},
    {"ge", "write '>='"},
    {"if", "write 'condition ? a : b', or select(condition, a, b)"},
    {"then", "write 'condition ? a : b', or select(condition, a, b)"},
    {"else", "write 'condition ? a : b', or select(condition, a, b)"},
};
constexpr Remedy words_before_operands[] = {
    {"not", "write '!' for the opposite of a condition"},
    {"if", "write 'condition ? a : b', or select(condition, a, b)"},
};

// AND, Or: any case. Empty when there is no such word.
template <std::size_t n>
std::string_view remedy_for(const Remedy (&remedies)[n], std::string_view word) {
  const auto* found = std::ranges::find(remedies, lower(word), &Remedy::name);
  return found == std::end(remedies) ? std::string_view() : found->help;
}

}  // namespace

ExpressionFault missing_operator(std::span<const Token> before, const Token& token, const ParseContext& context) {
  const Token& last = before.back();
  const std::string message = fmt::format("missing operator before '{}'", token.text);
  const bool are_names = token.kind == Token::Kind::name && !(context.is_name && context.is_name(token.text));
  if (const std::string_view help = remedy_for(words_elsewhere, token.text); are_names && !help.empty())
    return {fmt::format("there is no operator '{}' in an expression", token.text), std::string(help), &token};
  const bool after_name = last.kind == Token::Kind::name && !(context.is_name && context.is_name(last.text));
  if (const std::string_view help = remedy_for(words_before_operands, last.text); after_name && !help.empty())
    return {fmt::format("there is no operator '{}' in an expression", last.text), std::string(help), &last};
  if (token.sign == "!") return {message, "write '!=' to compare, or '&& !' for one condition without the other"};
  const std::string multiply = fmt::format("write '{} * {}' to multiply", last.text, token.text);
  const Function* function = last.kind == Token::Kind::name ? find_function(last.text) : nullptr;
  if (function != nullptr) {
    return {fmt::format("missing '(' behind '{}'", last.text),
            function->most == 1 ? fmt::format("write '{}({})'", last.text, token.text)
                                : fmt::format("write {}", function->signature)};
  }
  if (token.kind == Token::Kind::name && !(context.is_name && context.is_name(token.text))) {
    const bool behind_number = last.kind == Token::Kind::number;
    const bool ours = is_unit(lower(token.text));
    if (behind_number && (ours || is_known_unit(token.text) || token.text == context.world_unit))
      return unknown_unit(before, token, context);
    if (!behind_number && is_unit(token.text)) return misplaced_unit(last, token);
  }
  if (token.kind == Token::Kind::number && last.kind == Token::Kind::name && is_unit(last.text) &&
      !(context.is_name && context.is_name(last.text)))
    return {message, fmt::format("write '{} {}': a unit stands behind its number", token.text, last.text)};
  if (last.kind == Token::Kind::number && (token.text == "f" || token.text == "F") &&
      last.text.end() == token.text.begin() && !(context.is_name && context.is_name(token.text)))
    return {message, fmt::format("write '{}': numbers end without a letter", last.text)};
  if (last.kind == Token::Kind::number && are_groups_of_digits(last, token))
    return {message, fmt::format("write '{}{}': digits stand together", last.text, token.text)};
  const bool maybe_unit = last.kind == Token::Kind::number && token.kind == Token::Kind::name && context.is_name &&
                          !context.is_name(token.text);
  return {message, maybe_unit ? fmt::format("{}; units are {}", multiply, unit_names()) : multiply};
}

std::string stray_comma_help(std::span<const Token> before, const Token& behind) {
  const bool digits = !before.empty() && looks_like_integer(before.back().text) && looks_like_integer(behind.text);
  if (!digits) return "separate the arguments of a function: max(a, b); the decimal sign is a point: 1.5";
  const std::string_view whole = before.back().text;
  const std::string point = fmt::format("write '{}.{}': the decimal sign is a point", whole, behind.text);
  return behind.text.size() == 3 ? fmt::format("{}; for thousands write '{}{}'", point, whole, behind.text) : point;
}

ExpressionFault length_without_world(const Token& number, const Token& unit, const ParseContext& context) {
  const std::string written = number_in_known_unit(number.number, unit.text, context.world_unit);
  return {
      fmt::format("'{} {}' is a length, and the recipe's units are '{}'", number.text, unit.text, context.world_unit),
      (written.empty() ? "write the number in world units, without a unit" : "write " + written) +
          "\nor say what a world unit is: 'units: m', km, cm or ft"};
}

ExpressionFault chained_comparison(std::span<const Token> before, std::span<const Token> rest) {
  const auto is_single = [](const Token& t) { return t.kind == Token::Kind::number || t.kind == Token::Kind::name; };
  const std::size_t n = before.size();
  const bool simple = n >= 3 && rest.size() >= 2 && is_single(before[n - 3]) && is_single(before[n - 1]) &&
                      is_single(rest[1]) && before[n - 2].kind == Token::Kind::sign;
  const std::string message = "comparisons do not chain: each gives 0 or 1";
  if (!simple) return {message, "join two of them: 'a < b && b < c'"};
  return {message, fmt::format("write '{0} {1} {2} && {2} {3} {4}'", before[n - 3].text, before[n - 2].text,
                               before[n - 1].text, rest[0].text, rest[1].text)};
}

std::string unknown_function_help(std::string_view name) {
  const auto* remedy = std::ranges::find(functions_elsewhere, name, &Remedy::name);
  if (remedy != std::end(functions_elsewhere)) return std::string(remedy->help);
  return {};
}

std::string unknown_name_help(std::string_view name) {
  if (name == "PI" || name == "Pi") return "write pi";
  if (name == "true" || name == "True") return "write 1";
  if (name == "false" || name == "False") return "write 0";
  if (name == "z") return "positions are x and y; {type: slice, source: ..., z: ...} reads noise in 3D";
  return std::string(remedy_for(words_before_operands, name));
}

}  // namespace orograph
