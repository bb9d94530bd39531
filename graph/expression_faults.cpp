// SPDX-License-Identifier: MIT
// Remedies, the likeliest intention first.
#include "graph/expression_faults.hpp"

#include <fmt/format.h>

#include "graph/functions.hpp"
#include "graph/number_text.hpp"
#include "graph/units.hpp"

namespace orograph {
namespace {

// "'2000' (2 km in metres)"; empty when there is no such unit.
std::string in_base_unit(double number, std::string_view unit) {
  if (const Unit* length = find_unit(length_units(), unit))
    return fmt::format("'{}' ({} {} in metres)", length->to_base(number), number, unit);
  if (const Unit* angle = find_unit(angle_units(), unit))
    return fmt::format("'{}' ({} {} in degrees)", angle->to_base(number), number, unit);
  return {};
}

// "1 000"
bool are_groups_of_digits(const Token& before, const Token& token) {
  return looks_like_integer(before.text) && looks_like_integer(token.text) && token.text.size() == 3;
}

}  // namespace

ExpressionFault missing_operator(const Token& before, const Token& token) {
  const std::string message = fmt::format("missing operator before '{}'", token.text);
  const std::string multiply = fmt::format("write '{} * {}' to multiply", before.text, token.text);
  if (before.kind == Token::Kind::name) {
    const Function* function = find_function(before.text);
    if (function == nullptr) return {message, multiply};
    return {fmt::format("missing '(' behind '{}'", before.text),
            function->most == 1 ? fmt::format("write '{}({})'", before.text, token.text)
                                : fmt::format("write {}", function->signature)};
  }
  if (before.kind != Token::Kind::number) return {message, multiply};
  if (const std::string base = in_base_unit(before.number, token.text); !base.empty()) {
    return {fmt::format("the unit '{}' cannot stand here", token.text),
            fmt::format("write {}: a unit stands only behind the single number of a node's length or angle\n{}", base,
                        multiply)};
  }
  if (are_groups_of_digits(before, token))
    return {message, fmt::format("write '{}{}': digits stand together", before.text, token.text)};
  return {message, multiply};
}

std::string unknown_function_help(std::string_view name) {
  if (name == "x" || name == "y") return fmt::format("write '{} * (' to multiply", name);
  if (name == "pow" || name == "power") return "a power is written 'base ^ exponent'";
  if (name == "square") return "a square is written 'v ^ 2'";
  return {};
}

}  // namespace orograph
