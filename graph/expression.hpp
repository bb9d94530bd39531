// SPDX-License-Identifier: MIT
// Expressions: the text of a field or constant ("max(0, remap(mixed, -1, 1, -400, relief))") as a tree with a
// place for every part. The grammar, and nothing about nodes or values, lives here.
//
//   expression := term (('+' | '-') term)*
//   term       := unary (('*' | '/') unary)*
//   unary      := '-' unary | power
//   power      := primary ('^' unary)?            right associative, binds tighter than a minus before it
//   primary    := number | name | name '(' expression (',' expression)* ')' | '(' expression ')'
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"

namespace orograph {

struct Expression {
  enum class Kind { number, name, call, negate, add, subtract, multiply, divide, power };
  Kind kind = Kind::number;
  SourceLoc loc;  // of the number, name or operator, inside the YAML line
  double number = 0;
  std::string name;  // of a name or call
  std::vector<Expression> operands;
};

// Parses `text`, whose first character stands at `loc`. Adds errors with the exact column and returns nullopt
// when there is any. Nesting is limited to 200, length to 64 KiB. `function_help` is asked first what to write
// instead of a function that is none; it may not know.
using FunctionHelp = std::function<std::string(std::string_view name)>;
std::optional<Expression> parse_expression(std::string_view text, SourceLoc loc, Diagnostics& diagnostics,
                                           const FunctionHelp& function_help = {});

// Name -> value of a constant; used by evaluate_constant.
struct ConstantScope {
  virtual ~ConstantScope() = default;
  virtual std::optional<double> lookup(std::string_view name) const = 0;
  virtual std::vector<std::string_view> names() const = 0;
};

// Evaluates an expression over constants in double precision: operators, and abs, min, max, clamp, mix,
// smoothstep, sqrt, remap, floor. Adds an error (unknown name, division by zero, not finite, a field function)
// and returns nullopt when it has no value.
std::optional<double> evaluate_constant(const Expression& expression, const ConstantScope& scope,
                                        Diagnostics& diagnostics);

}  // namespace orograph
