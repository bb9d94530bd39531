// SPDX-License-Identifier: MIT
// Dimensional analysis, by the rules of the table of functions: products add exponents.
#include "graph/fold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "graph/functions.hpp"

namespace orograph {
namespace {

class DimensionFolder {
 public:
  DimensionFolder(const Expression& expression, std::span<const Quantity> operands, Diagnostics& diagnostics)
      : expression_(expression), operands_(operands), diagnostics_(diagnostics) {}

  std::optional<Dimension> run() {
    std::optional<Dimension> result = by_rule();
    if (result) result->stated = std::ranges::any_of(operands_, [](const Quantity& q) { return q.dimension.stated; });
    return result;
  }

 private:
  std::optional<Dimension> by_rule() {
    const std::size_t count = operands_.size();
    switch (unit_rule(expression_)) {
      case UnitRule::alike:
        return alike(0, count);
      case UnitRule::ratio:
        return alike(0, count) ? std::optional(Dimension{}) : std::nullopt;
      case UnitRule::truth:
        return Dimension{};
      case UnitRule::product:
        return scaled_sum(1);
      case UnitRule::quotient:
        return scaled_sum(-1);
      case UnitRule::power:
        return plain(1) ? std::optional(to_power(operands_[1].value)) : std::nullopt;
      case UnitRule::square:
        return to_power(2);
      case UnitRule::root:
        return to_power(0.5);
      case UnitRule::mix:
        return plain(count - 1) ? alike(0, count - 1) : std::nullopt;
      case UnitRule::choice:
        return alike(1, count);
      case UnitRule::remap:
        return alike(0, 3) ? alike(3, count) : std::nullopt;
      case UnitRule::plain:
        return all_plain() ? std::optional(Dimension{}) : std::nullopt;
      case UnitRule::turn:
        return at(0).measures_as(angle_dimension) || plain(0) ? std::optional(Dimension{}) : std::nullopt;
    }
    throw InternalError("DimensionFolder: unknown rule");
  }

  const Dimension& at(std::size_t i) const { return operands_[i].dimension; }

  // What those operands measure that are no plain numbers.
  std::optional<Dimension> alike(std::size_t first, std::size_t end) {
    Dimension common;
    std::optional<std::size_t> unitless;  // but 0, which is the same in every unit
    for (std::size_t i = first; i < end; ++i) {
      if (at(i).is_plain() && operands_[i].value != 0) unitless = i;
      if (at(i).is_plain() || common.measures_as(at(i))) continue;
      if (!common.is_plain()) {
        diagnostics_.error(
            loc_of(i),
            fmt::format("'{}' of {} and {}", symbol_of(expression_), dimension_text(common), dimension_text(at(i))),
            "they must measure the same: lengths go with lengths, angles with angles");
        return std::nullopt;
      }
      common = at(i);
    }
    if (!unitless || !common.measures_as(angle_dimension)) return common;
    diagnostics_.error(
        loc_of(*unitless), fmt::format("'{}' of an angle and a number without a unit", symbol_of(expression_)),
        "say what the number is: '90 deg', '1.57 rad'; or divide the angle: 'angle / 1 deg' is a number "
        "of degrees");
    return std::nullopt;
  }

  SourceLoc loc_of(std::size_t operand) const {
    return expression_.kind == Expression::Kind::call ? expression_.operands[operand].loc : expression_.loc;
  }

  Dimension scaled_sum(double sign) const {
    return {at(0).length + sign * at(1).length, at(0).angle + sign * at(1).angle};
  }

  Dimension to_power(double exponent) const { return {at(0).length * exponent, at(0).angle * exponent}; }

  bool all_plain() {
    bool all = true;
    for (std::size_t i = 0; i < operands_.size(); ++i) all = plain(i) && all;
    return all;
  }

  bool plain(std::size_t i) {
    if (at(i).is_plain()) return true;
    const std::string what = unit_rule(expression_) == UnitRule::power
                                 ? "an exponent"
                                 : fmt::format("argument {} of '{}'", i + 1, symbol_of(expression_));
    take(operands_[i], Wanted::plain, what, {}, expression_.operands[i].loc, diagnostics_);
    return false;
  }

  const Expression& expression_;
  std::span<const Quantity> operands_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<Dimension> fold_dimension(const Expression& expression, std::span<const Quantity> operands,
                                        Diagnostics& diagnostics) {
  return DimensionFolder(expression, operands, diagnostics).run();
}

std::optional<Quantity> fold(const Expression& expression, std::span<const Quantity> operands,
                             Diagnostics& diagnostics) {
  const auto dimension = fold_dimension(expression, operands, diagnostics);
  if (!dimension) return std::nullopt;
  const UnitRule rule = unit_rule(expression);
  std::vector<double> values;
  for (const Quantity& operand : operands)
    values.push_back(rule == UnitRule::turn ? field_value(operand) : operand.value);
  const auto value = fold_constants(expression, values, diagnostics);
  if (!value) return std::nullopt;
  return Quantity{*value, *dimension};
}

}  // namespace orograph
