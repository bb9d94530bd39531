// SPDX-License-Identifier: MIT
// The table of functions and operators, and their arithmetic over constants: IEEE double, of libm only the exact
// sqrt and floor, so that a constant has the same bits everywhere.
#include "graph/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/power.hpp"

namespace orograph {
namespace {

using Goes = FunctionArgument::Goes;
using Values = std::span<const double>;

double mix(double a, double b, double t) {
  if (t == 0) return a;
  return t == 1 ? b : a + (b - a) * t;
}

Folded fold_abs(Values v) {
  return {std::fabs(v[0])};
}
Folded fold_floor(Values v) {
  return {std::floor(v[0])};
}
Folded fold_ceil(Values v) {
  return {std::ceil(v[0])};
}
Folded fold_fract(Values v) {
  return {v[0] - std::floor(v[0])};
}
Folded fold_round(Values v) {
  const double below = std::floor(v[0]);
  return {v[0] - below < 0.5 ? below : below + 1};
}
Folded fold_sign(Values v) {
  return {v[0] > 0 ? 1.0 : v[0] < 0 ? -1.0 : 0.0};
}
Folded fold_square(Values v) {
  return {v[0] * v[0]};
}
Folded fold_hypot(Values v) {
  return {std::sqrt(v[0] * v[0] + v[1] * v[1])};
}
Folded fold_exp(Values v) {
  return {natural_exp(v[0])};
}
Folded fold_exp2(Values v) {
  return {binary_exp(v[0])};
}
Folded fold_atan(Values v) {
  return {arc_tangent(v[0], 1)};
}
Folded fold_atan2(Values v) {
  return {arc_tangent(v[0], v[1])};
}
constexpr double degree = pi / 180;
Folded fold_radians(Values v) {
  return {v[0] * degree};
}
Folded fold_degrees(Values v) {
  return {v[0] / degree};
}

template <double (*logarithm)(double)>
Folded fold_log(Values v) {
  if (v[0] <= 0)
    return {0, "the logarithm of a number that is not above 0", "write a larger number, or log(max(v, 0.001))"};
  return {logarithm(v[0])};
}

double tangent(double radians) {
  return sine(radians) / cosine(radians);
}
template <double (*function)(double)>
Folded fold_angle(Values v) {
  if (std::fabs(v[0]) > most_radians)
    return {0, "an angle of more than a million radians", "write mod(v, 2 * pi) for it"};
  return {function(v[0])};
}

Folded fold_step(Values v) {
  return {v[1] < v[0] ? 0.0 : 1.0};
}
Folded fold_select(Values v) {
  return {v[0] != 0 ? v[1] : v[2]};
}
Folded fold_mix(Values v) {
  return {mix(v[0], v[1], v[2])};
}
Folded fold_min(Values v) {
  return {*std::min_element(v.begin(), v.end())};
}
Folded fold_max(Values v) {
  return {*std::max_element(v.begin(), v.end())};
}

Folded fold_mod(Values v) {
  if (v[1] == 0) return {0, "the remainder of a division by zero", "divide by a number other than 0"};
  return {v[0] - v[1] * std::floor(v[0] / v[1])};
}

double smooth_min(double a, double b, double width) {
  const double h = std::max(width - std::fabs(a - b), 0.0);
  return std::min(a, b) - (h == 0 ? 0 : h * (h / width) * 0.25);
}
Folded fold_smooth_min(Values v) {
  return {smooth_min(v[0], v[1], v[2])};
}
Folded fold_smooth_max(Values v) {
  return {-smooth_min(-v[0], -v[1], v[2])};
}

Folded fold_sqrt(Values v) {
  if (v[0] < 0)
    return {0, "the square root of a negative number",
            "write sqrt(abs(v)) to drop the sign, or sqrt(max(0, v)) to take 0"};
  return {std::sqrt(v[0])};
}

Folded fold_clamp(Values v) {
  if (v[1] > v[2])
    return {0, "the low bound of 'clamp' is greater than the high one", "swap the two: clamp(v, low, high)"};
  return {std::min(std::max(v[0], v[1]), v[2])};
}

Folded fold_smoothstep(Values v) {
  if (v[0] >= v[1])
    return {0, "edge0 of 'smoothstep' must be less than edge1",
            "give edge0 the smaller value; 1 - smoothstep(edge0, edge1, v) falls from 1 to 0"};
  const double t = std::min(std::max((v[2] - v[0]) / (v[1] - v[0]), 0.0), 1.0);
  return {t * t * (3 - 2 * t)};
}

Folded fold_remap(Values v) {
  if (v[1] == v[2])
    return {0, "'remap' from a range of zero width", "give from_low and from_high two different numbers"};
  return {mix(v[3], v[4], (v[0] - v[1]) / (v[2] - v[1]))};
}

// Products where the exponent is whole, so that 10^3 is 1000 and may count octaves.
double constant_power(double base, double exponent) {
  constexpr double largest_product = 1024;
  if (std::floor(exponent) != exponent || std::fabs(exponent) > largest_product) return power(base, exponent);
  double product = 1;
  double square = base;
  for (auto n = static_cast<unsigned>(std::fabs(exponent)); n != 0; n >>= 1U) {
    if ((n & 1U) != 0) product *= square;
    square *= square;
  }
  return exponent < 0 ? 1 / product : product;
}

Folded fold_divide(Values v) {
  if (v[1] == 0) return {0, "division by zero", "divide by a number other than 0"};
  return {v[0] / v[1]};
}

Folded fold_power(Values v) {
  if (v[0] < 0 && std::floor(v[1]) != v[1])
    return {0, "a broken power of a negative number", "write a whole exponent, or abs(base) ^ exponent"};
  if (v[0] == 0 && v[1] < 0)
    return {0, "division by zero: a negative power of 0", "give a base other than 0, or an exponent of 0 or more"};
  return {constant_power(v[0], v[1])};
}

Folded truth(bool holds) {
  return {holds ? 1.0 : 0.0};
}

constexpr std::array<FunctionArgument, 1> unary_arguments{{{"v", Goes::port, "input"}}};
constexpr std::array<FunctionArgument, 1> list_arguments{{{"a", Goes::port, "inputs"}}};
constexpr std::array<FunctionArgument, 2> atan2_arguments{{{"y", Goes::port, "y"}, {"x", Goes::port, "x"}}};
constexpr std::array<FunctionArgument, 2> binary_arguments{{{"a", Goes::port, "a"}, {"b", Goes::port, "b"}}};
constexpr std::array<FunctionArgument, 3> clamp_arguments{
    {{"v", Goes::port, "input"}, {"low", Goes::param, "low"}, {"high", Goes::param, "high"}}};
constexpr std::array<FunctionArgument, 3> mix_arguments{
    {{"a", Goes::port, "a"}, {"b", Goes::port, "b"}, {"t", Goes::port, "t"}}};
constexpr std::array<FunctionArgument, 2> power_arguments{
    {{"base", Goes::port, "base"}, {"exponent", Goes::port, "exponent"}}};
constexpr std::array<FunctionArgument, 3> select_arguments{
    {{"condition", Goes::port, "condition"}, {"a", Goes::port, "a"}, {"b", Goes::port, "b"}}};
constexpr std::array<FunctionArgument, 3> smooth_arguments{
    {{"a", Goes::port, "a"}, {"b", Goes::port, "b"}, {"width", Goes::port, "width"}}};
constexpr std::array<FunctionArgument, 3> smoothstep_arguments{
    {{"edge0", Goes::param, "low"}, {"edge1", Goes::param, "high"}, {"v", Goes::port, "input"}}};
constexpr std::array<FunctionArgument, 2> step_arguments{{{"edge", Goes::param, "edge"}, {"v", Goes::port, "input"}}};
constexpr std::array<FunctionArgument, 5> remap_arguments{{{"value", Goes::port, "input"},
                                                           {"from_low", Goes::pair_part, "from", 0},
                                                           {"from_high", Goes::pair_part, "from", 1},
                                                           {"to_low", Goes::pair_part, "to", 0},
                                                           {"to_high", Goes::pair_part, "to", 1}}};

constexpr auto table = std::to_array<Function>({
    {"abs", "abs(v)", 1, 1, fold_abs, "abs", unary_arguments, {}},
    {"atan", "atan(v)", 1, 1, fold_atan, {}, unary_arguments, "atan2(v, 1)", {}, UnitRule::ratio},
    {"atan2", "atan2(y, x)", 2, 2, fold_atan2, "atan2", atan2_arguments, {}, {}, UnitRule::ratio},
    {"ceil", "ceil(v)", 1, 1, fold_ceil, {}, unary_arguments, "-floor(-v)"},
    {"clamp", "clamp(v, low, high)", 3, 3, fold_clamp, "clamp", clamp_arguments, "min(max(v, low), high)"},
    {"cos", "cos(v)", 1, 1, fold_angle<cosine>, "cos", unary_arguments, {}, {}, UnitRule::turn},
    {"degrees", "degrees(v)", 1, 1, fold_degrees, {}, unary_arguments, "v * (180 / pi)", {}, UnitRule::plain},
    {"exp", "exp(v)", 1, 1, fold_exp, "exp", unary_arguments, {}, {}, UnitRule::plain},
    {"exp2", "exp2(v)", 1, 1, fold_exp2, "exp2", unary_arguments, {}, {}, UnitRule::plain},
    {"floor", "floor(v)", 1, 1, fold_floor, "floor", unary_arguments, {}},
    {"fract", "fract(v)", 1, 1, fold_fract, {}, unary_arguments, "v - floor(v)"},
    {"hypot", "hypot(a, b)", 2, 2, fold_hypot, {}, binary_arguments, "sqrt(a * a + b * b)"},
    {"log", "log(v)", 1, 1, fold_log<natural_log>, "log", unary_arguments, {}, {}, UnitRule::plain},
    {"log2", "log2(v)", 1, 1, fold_log<binary_log>, "log2", unary_arguments, {}, {}, UnitRule::plain},
    {"max", "max(a, b, ...)", 2, Function::any, fold_max, "max", list_arguments, {}},
    {"min", "min(a, b, ...)", 2, Function::any, fold_min, "min", list_arguments, {}},
    {"mix", "mix(a, b, t)", 3, 3, fold_mix, "mix", mix_arguments, {}, {}, UnitRule::mix},
    {"mod", "mod(a, b)", 2, 2, fold_mod, {}, binary_arguments, "a - b * floor(a / b)"},
    {"pow", "pow(base, exponent)", 2, 2, fold_power, "power", power_arguments, {}, {}, UnitRule::power},
    {"radians", "radians(v)", 1, 1, fold_radians, {}, unary_arguments, "v * (pi / 180)", {}, UnitRule::plain},
    {"remap", "remap(value, from_low, from_high, to_low, to_high)", 5, 5, fold_remap, "remap", remap_arguments,
     "mix(to_low, to_high, (value - from_low) / (from_high - from_low))", "from_low and from_high", UnitRule::remap},
    {"round", "round(v)", 1, 1, fold_round, "round", unary_arguments, {}},
    {"select", "select(condition, a, b)", 3, 3, fold_select, "select", select_arguments, {}, {}, UnitRule::choice},
    {"sign", "sign(v)", 1, 1, fold_sign, {}, unary_arguments, "(v > 0) - (v < 0)", {}, UnitRule::ratio},
    {"sin", "sin(v)", 1, 1, fold_angle<sine>, "sin", unary_arguments, {}, {}, UnitRule::turn},
    {"smooth_max", "smooth_max(a, b, width)", 3, 3, fold_smooth_max, "smooth_max", smooth_arguments, {}},
    {"smooth_min", "smooth_min(a, b, width)", 3, 3, fold_smooth_min, "smooth_min", smooth_arguments, {}},
    {"smoothstep", "smoothstep(edge0, edge1, v)", 3, 3, fold_smoothstep, "smoothstep", smoothstep_arguments,
     "smoothstep(0, 1, (v - edge0) / (edge1 - edge0))", "edge0 and edge1", UnitRule::ratio},
    {"sqrt", "sqrt(v)", 1, 1, fold_sqrt, "sqrt", unary_arguments, {}, {}, UnitRule::root},
    {"square", "square(v)", 1, 1, fold_square, "square", unary_arguments, {}, {}, UnitRule::square},
    {"step", "step(edge, v)", 2, 2, fold_step, "step", step_arguments, "v >= edge", {}, UnitRule::ratio},
    {"tan", "tan(v)", 1, 1, fold_angle<tangent>, {}, unary_arguments, "sin(v) / cos(v)", {}, UnitRule::turn},
});

struct Operator {
  Expression::Kind kind;
  std::string_view symbol;
  Folded (*fold)(Values operands);
  OperatorNode node;
  UnitRule units = UnitRule::alike;
};

using Kind = Expression::Kind;
constexpr auto operators = std::to_array<Operator>({
    {Kind::negate, "-", [](Values v) { return Folded{-v[0]}; }, {"negate", "input", {}}},
    {Kind::add, "+", [](Values v) { return Folded{v[0] + v[1]}; }, {"add", "inputs", "inputs"}},
    {Kind::subtract, "-", [](Values v) { return Folded{v[0] - v[1]}; }, {"subtract", "a", "b"}},
    {Kind::multiply,
     "*",
     [](Values v) { return Folded{v[0] * v[1]}; },
     {"multiply", "inputs", "inputs"},
     UnitRule::product},
    {Kind::divide, "/", fold_divide, {"divide", "a", "b"}, UnitRule::quotient},
    {Kind::power, "^", fold_power, {"power", "base", "exponent"}, UnitRule::power},
    {Kind::less, "<", [](Values v) { return truth(v[0] < v[1]); }, {"compare", "a", "b", "less"}, UnitRule::ratio},
    {Kind::less_equal,
     "<=",
     [](Values v) { return truth(v[0] <= v[1]); },
     {"compare", "a", "b", "less_equal"},
     UnitRule::ratio},
    {Kind::greater,
     ">",
     [](Values v) { return truth(v[0] > v[1]); },
     {"compare", "a", "b", "greater"},
     UnitRule::ratio},
    {Kind::greater_equal,
     ">=",
     [](Values v) { return truth(v[0] >= v[1]); },
     {"compare", "a", "b", "greater_equal"},
     UnitRule::ratio},
    {Kind::equal,
     "==",
     [](Values v) { return truth(v[0] == v[1]); },
     {"compare", "a", "b", "equal"},
     UnitRule::ratio},
    {Kind::not_equal,
     "!=",
     [](Values v) { return truth(v[0] != v[1]); },
     {"compare", "a", "b", "not_equal"},
     UnitRule::ratio},
    {Kind::logical_and,
     "&&",
     [](Values v) { return truth(v[0] != 0 && v[1] != 0); },
     {"logical_and", "inputs", "inputs"},
     UnitRule::truth},
    {Kind::logical_or,
     "||",
     [](Values v) { return truth(v[0] != 0 || v[1] != 0); },
     {"logical_or", "inputs", "inputs"},
     UnitRule::truth},
    {Kind::logical_not,
     "!",
     [](Values v) { return truth(v[0] == 0); },
     {"logical_not", "input", {}},
     UnitRule::truth},
});

const Operator& operator_of(Expression::Kind kind) {
  const auto* it = std::ranges::find(operators, kind, &Operator::kind);
  if (it == operators.end()) throw InternalError("operator_of: not an operator");
  return *it;
}

}  // namespace

std::span<const Function> functions() {
  return table;
}

const Function* find_function(std::string_view name) {
  const auto* it = std::find_if(table.begin(), table.end(), [&](const Function& f) { return f.name == name; });
  return it == table.end() ? nullptr : it;
}

std::vector<std::string_view> function_names() {
  std::vector<std::string_view> names;
  for (const Function& f : table) names.push_back(f.name);
  return names;
}

std::string arity_text(const Function& function) {
  if (function.most == Function::any)
    return fmt::format("{} takes {} or more arguments", function.name, function.least);
  return fmt::format("{} takes {} argument{}", function.name, function.least, function.least == 1 ? "" : "s");
}

OperatorNode operator_node(Expression::Kind kind) {
  return operator_of(kind).node;
}

UnitRule unit_rule(const Expression& expression) {
  const bool call = expression.kind == Expression::Kind::call;
  return call ? find_function(expression.name)->units : operator_of(expression.kind).units;
}

std::string_view symbol_of(const Expression& expression) {
  const bool call = expression.kind == Expression::Kind::call;
  return call ? std::string_view(expression.name) : operator_of(expression.kind).symbol;
}

std::optional<double> named_constant(std::string_view name) {
  return name == "pi" ? std::optional(pi) : std::nullopt;
}

bool is_taken_name(std::string_view name) {
  return name == "x" || name == "y" || named_constant(name) || find_function(name) != nullptr;
}

std::optional<double> fold_constants(const Expression& expression, std::span<const double> operands,
                                     Diagnostics& diagnostics) {
  const bool call = expression.kind == Expression::Kind::call;
  const Folded folded = (call ? find_function(expression.name)->fold : operator_of(expression.kind).fold)(operands);
  if (!folded.problem.empty()) {
    diagnostics.error(expression.loc, std::string(folded.problem), std::string(folded.help));
    return std::nullopt;
  }
  if (!std::isfinite(folded.value)) {
    diagnostics.error(expression.loc,
                      fmt::format("the result of '{}' is too large for a number", symbol_of(expression)),
                      "numbers reach up to 1.79e308: take smaller ones");
    return std::nullopt;
  }
  return folded.value;
}

}  // namespace orograph
