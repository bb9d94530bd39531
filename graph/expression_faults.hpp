// SPDX-License-Identifier: MIT
// What people write in expressions that the grammar does not know, and what to type instead.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "graph/expression.hpp"
#include "graph/tokens.hpp"

namespace orograph {

struct ExpressionFault {
  std::string message, help;
  const Token* word = nullptr;  // where it stands, when that is not the token in question: a word for a sign
};

// Two operands, one behind the other: a product without its sign, a unit, a function without parentheses, digits
// apart. `before` are the tokens that stand before the second one, at least one.
ExpressionFault missing_operator(std::span<const Token> before, const Token& token, const ParseContext& context);

// a < b < c: `rest` begins with the second sign, `before` ends with b.
ExpressionFault chained_comparison(std::span<const Token> before, std::span<const Token> rest);

// What a ',' outside of any arguments was meant for; it stands between `before` and `behind`.
std::string stray_comma_help(std::span<const Token> before, const Token& behind);

// "2 km" where the recipe's units are no length that orograph knows.
ExpressionFault length_without_world(const Token& number, const Token& unit, const ParseContext& context);

// For a name of other languages, or a product without its sign; empty for all others.
std::string unknown_function_help(std::string_view name);
std::string unknown_name_help(std::string_view name);

}  // namespace orograph
