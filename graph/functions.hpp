// SPDX-License-Identifier: MIT
// The functions of expressions, in one table: how each is called, what it is of constants, and which node it
// becomes of fields. A function without a node, or whose node takes constants where fields were given, is rewritten
// by `definition`.
#pragma once
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/expression.hpp"

namespace orograph {

struct Folded {
  double value = 0;
  std::string_view problem = {};  // why there is no value; empty when there is
  std::string_view help = {};     // what to write instead
};

// Where an argument goes in the node: an input port, a parameter, or one part of a pair parameter.
struct FunctionArgument {
  enum class Goes { port, param, pair_part };
  std::string_view name;  // in the signature and in `definition`
  Goes goes = Goes::port;
  std::string_view target;  // of the port or parameter
  std::size_t part = 0;     // 0 or 1, of a pair
};

// What the operands of an operator or function must measure, and what its value does.
enum class UnitRule {
  alike,     // all the same, and so the value: max
  ratio,     // all the same, and the value is a plain number: smoothstep, <
  truth,     // anything, and the value is 0 or 1: &&
  product,   // anything: a length times a length is an area
  quotient,  // anything: a length by a length is a plain number
  power,     // the exponent is a plain number
  square,    // of a length: an area
  root,      // of an area: a length
  mix,       // all the same as the value, but for the last one, a plain number
  choice,    // the same as the value, but for the first one, anything
  remap,     // the first three the same; the last two the same as the value
  plain,     // plain numbers all: exp
  turn,      // an angle, or a plain number of radians; the value is a plain number: sin
};

struct Function {
  static constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  std::string_view name;
  std::string_view signature;
  std::size_t least = 1;
  std::size_t most = 1;  // `any`: two and more go to the list port of arguments[0]
  Folded (*fold)(std::span<const double> arguments) = nullptr;
  std::string_view node_type;  // empty: `definition` says all
  std::span<const FunctionArgument> arguments;
  std::string_view definition;             // an expression over the arguments; may be empty
  std::string_view equal_where_zero = {};  // the arguments that are equal where `definition` divides by 0
  UnitRule units = UnitRule::alike;
};

std::span<const Function> functions();
const Function* find_function(std::string_view name);
std::vector<std::string_view> function_names();

// "abs takes 1 argument" and the like.
std::string arity_text(const Function& function);

// The value of a name that is a number: pi.
std::optional<double> named_constant(std::string_view name);

// Whether expressions have a meaning of their own for it: x, y, functions, numbers.
bool is_taken_name(std::string_view name);

// The node type and its two input ports (one for negate and not) that an operator becomes.
struct OperatorNode {
  std::string_view node_type;
  std::string_view first, second;  // equal: both go to that list port; an empty second: one operand
  std::string_view relation = {};  // the parameter of that name, of `compare`
};
OperatorNode operator_node(Expression::Kind kind);

// Of an operator or call; its sign or name.
UnitRule unit_rule(const Expression& expression);
std::string_view symbol_of(const Expression& expression);

// The value of an operator or call over constant operands. Adds an error at its place and returns nullopt when
// there is none (division by zero, not finite).
std::optional<double> fold_constants(const Expression& expression, std::span<const double> operands,
                                     Diagnostics& diagnostics);

}  // namespace orograph
