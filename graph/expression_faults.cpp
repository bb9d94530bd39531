// SPDX-License-Identifier: MIT
// Remedies, the likeliest intention first.
#include "graph/expression_faults.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "graph/functions.hpp"
#include "graph/number_text.hpp"
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
  if (before.size() < 2 || before[before.size() - 2].sign != '-') return false;
  if (before.size() == 2) return true;
  const Kind kind = before[before.size() - 3].kind;
  return kind == Kind::sign || kind == Kind::open || kind == Kind::comma;
}

// Behind a number: what it is without the unit. Behind anything else there is none.
ExpressionFault misplaced_unit(std::span<const Token> before, const Token& unit, const ParseContext& context) {
  const Token& last = before.back();
  const std::string message = fmt::format("the unit '{}' cannot stand here", unit.text);
  const std::string base = base_unit_name(unit.text, context.world_unit);
  if (last.kind != Token::Kind::number) {
    const std::string what = last.kind == Token::Kind::name ? fmt::format("'{}'", last.text) : "the value";
    return {message, fmt::format("give {} in {}: a unit goes with a literal number only", what, base)};
  }
  const std::string rule = "a unit stands only behind the single number of a node's length or angle";
  const double number = is_negated(before) ? -last.number : last.number;
  const std::string written = number_without_unit(number, unit.text, context.world_unit);
  return {message, written.empty() ? fmt::format("write the number in {} alone: {}", base, rule)
                                   : fmt::format("write {}: {}", written, rule)};
}

struct Remedy {
  std::string_view name, help;
};
constexpr Remedy functions_elsewhere[] = {
    {"ceil", "write -floor(-v)"},
    {"fabs", "write abs(v)"},
    {"fmod", "write a - b * floor(a / b)"},
    {"frac", "write v - floor(v)"},
    {"fract", "write v - floor(v)"},
    {"hypot", "write sqrt(x * x + y * y)"},
    {"length", "write sqrt(x * x + y * y)"},
    {"lerp", "write mix(a, b, t)"},
    {"mod", "write a - b * floor(a / b)"},
    {"pow", "a power is written 'base ^ exponent'"},
    {"power", "a power is written 'base ^ exponent'"},
    {"round", "write floor(v + 0.5)"},
    {"saturate", "write clamp(v, 0, 1)"},
    {"sign", "write v / abs(v), which is 0 where v is 0"},
    {"square", "a square is written 'v ^ 2'"},
    {"x", "write 'x * (' to multiply"},
    {"y", "write 'y * (' to multiply"},
};
constexpr std::string_view not_yet[] = {"acos", "asin", "atan",  "atan2", "cos", "cosh", "exp", "exp2",
                                        "ln",   "log",  "log10", "log2",  "sin", "sinh", "tan", "tanh"};

}  // namespace

ExpressionFault missing_operator(std::span<const Token> before, const Token& token, const ParseContext& context) {
  const Token& last = before.back();
  const std::string message = fmt::format("missing operator before '{}'", token.text);
  const std::string multiply = fmt::format("write '{} * {}' to multiply", last.text, token.text);
  const Function* function = last.kind == Token::Kind::name ? find_function(last.text) : nullptr;
  if (function != nullptr) {
    return {fmt::format("missing '(' behind '{}'", last.text),
            function->most == 1 ? fmt::format("write '{}({})'", last.text, token.text)
                                : fmt::format("write {}", function->signature)};
  }
  const bool is_unit = token.kind == Token::Kind::name && !base_unit_name(token.text, context.world_unit).empty();
  if (is_unit && !(context.is_name && context.is_name(token.text))) return misplaced_unit(before, token, context);
  if (last.kind == Token::Kind::number && are_groups_of_digits(last, token))
    return {message, fmt::format("write '{}{}': digits stand together", last.text, token.text)};
  return {message, multiply};
}

std::string unknown_function_help(std::string_view name) {
  const auto* remedy = std::ranges::find(functions_elsewhere, name, &Remedy::name);
  if (remedy != std::end(functions_elsewhere)) return std::string(remedy->help);
  if (std::ranges::find(not_yet, name) == std::end(not_yet)) return {};
  return fmt::format("there is no such function yet; there are {}", fmt::join(function_names(), ", "));
}

std::string unknown_name_help(std::string_view name) {
  if (name != "pi" && name != "PI") return {};
  return fmt::format("write 3.141592653589793, or give params: {{{}: 3.141592653589793}}", name);
}

}  // namespace orograph
