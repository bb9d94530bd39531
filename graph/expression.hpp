// SPDX-License-Identifier: MIT
// Expressions: the text of a field or constant ("max(0, remap(mixed, -1, 1, -400, relief))") as a tree with a
// place for every part. The grammar, and nothing about nodes or values, lives here.
//
//   expression := either ('?' expression ':' expression)?
//   either     := both ('||' both)*
//   both       := equality ('&&' equality)*
//   equality   := relation (('==' | '!=') relation)?               comparisons do not chain
//   relation   := sum (('<' | '<=' | '>' | '>=') sum)?
//   sum        := term (('+' | '-') term)*
//   term       := unary (('*' | '/') unary)*
//   unary      := ('-' | '!') unary | power
//   power      := primary ('^' unary)?            right associative, binds tighter than a minus before it
//   primary    := number unit? | name | name '(' expression (',' expression)* ')' | '(' expression ')'
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/dimension.hpp"

namespace orograph {

struct Expression {
  enum class Kind {
    number,
    name,
    call,  // `a ? b : c` is a call of select
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
    logical_not,
  };
  Kind kind = Kind::number;
  SourceLoc loc;        // of the number, name or operator, inside the YAML line
  double number = 0;    // in world units and degrees
  Dimension dimension;  // of a number
  std::string name;     // of a name or call
  std::vector<Expression> operands;
};

// Parses `text`, whose first character stands at `loc`. Adds errors with the exact column and returns nullopt
// when there is any. Nesting is limited to 200, length to 64 KiB. `context` says what a world unit is, which lengths
// with a unit are converted to; the rest of it only makes remedies better.
struct ParseContext {
  std::function<std::string(std::string_view name)> function_help;  // what to write instead of one that is none
  std::function<bool(std::string_view name)> is_name;               // of a param or field
  std::string_view world_unit;                                      // empty: not stated
};
std::optional<Expression> parse_expression(std::string_view text, SourceLoc loc, Diagnostics& diagnostics,
                                           const ParseContext& context = {});

// Name -> value of a constant; used by evaluate_constant.
struct ConstantScope {
  virtual ~ConstantScope() = default;
  virtual std::optional<Quantity> lookup(std::string_view name) const = 0;
  virtual std::vector<std::string_view> names() const = 0;
  virtual bool has(std::string_view) const { return false; }  // without counting as a use
  virtual std::string_view world_unit() const { return {}; }  // empty: not stated
  // False when names could not be read: one that is not known is no second mistake then.
  virtual bool complete() const { return true; }
  // What to write instead of a name that stands outside; empty when it does not.
  virtual std::string outside_help(std::string_view) const { return {}; }
  // The params changed by --set among those looked up since watch_overrides(), for people.
  virtual void watch_overrides() const {}
  virtual std::string overrides_seen() const { return {}; }
};

// What a constant first operand of select, && or || leaves to look at: `rest`, or nothing, when the value is known.
struct Decision {
  const Expression* rest = nullptr;
  double value = 0;                     // when there is no rest
  const Expression* skipped = nullptr;  // has no value, and so no fault: only its names must be known
};
std::optional<Decision> decide(const Expression& expression, double first);

// Evaluates an expression over constants in double precision. Adds an error (unknown name, division by zero, not
// finite, a length plus an angle) and returns nullopt when it has no value.
std::optional<Quantity> evaluate_constant(const Expression& expression, const ConstantScope& scope,
                                          Diagnostics& diagnostics);

}  // namespace orograph
