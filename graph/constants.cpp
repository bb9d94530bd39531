// SPDX-License-Identifier: MIT
// Constants: numbers at once, everything else as an expression.
#include "graph/constants.hpp"

#include <fmt/format.h>

#include "graph/number_text.hpp"
#include "graph/text.hpp"

namespace orograph {

using Kind = YamlValue::Kind;

bool check_constant_shape(const YamlValue& value, std::string_view what, Diagnostics& diagnostics) {
  if (value.kind == Kind::null) {
    diagnostics.error(value.loc, fmt::format("{} has no value", what), "give a number, or an expression over params");
    return false;
  }
  if (value.kind != Kind::scalar) {
    diagnostics.error(value.loc, fmt::format("{} needs a number, and this is {}", what, value.kind_name()),
                      "give a number, or an expression over params");
    return false;
  }
  if (looks_infinite(value.scalar)) {
    diagnostics.error(value.loc, fmt::format("{} is {}, and must be finite", what, quote(value.scalar)),
                      "give a number");
    return false;
  }
  if (looks_like_number(value.scalar) && !value.quoted && !value.as_number()) {
    diagnostics.error(value.loc,
                      fmt::format("{} is {}, which double precision cannot hold", what, quote(value.scalar)),
                      "numbers reach from 5e-324 to 1.7e308");
    return false;
  }
  return true;
}

ParseContext context_of(const ConstantScope& scope) {
  ParseContext context;
  context.is_name = [&scope](std::string_view name) { return scope.has(name); };
  context.world_unit = scope.world_unit();
  return context;
}

std::optional<Quantity> read_quantity(const YamlValue& value, const ConstantScope& scope, std::string_view what,
                                      Diagnostics& diagnostics) {
  if (!check_constant_shape(value, what, diagnostics)) return std::nullopt;
  if (const auto number = value.as_number()) return Quantity{*number};
  const auto expression = parse_expression(value.scalar, value.loc, diagnostics, context_of(scope));
  if (!expression) return std::nullopt;
  return evaluate_constant(*expression, scope, diagnostics);
}

std::optional<double> read_constant(const YamlValue& value, Wanted wanted, const ConstantScope& scope,
                                    std::string_view what, Diagnostics& diagnostics) {
  const auto quantity = read_quantity(value, scope, what, diagnostics);
  return quantity ? take(*quantity, wanted, what, value.scalar, value.loc, diagnostics) : std::nullopt;
}

ParamScope::ParamScope(const std::vector<Param>& params, std::string_view world_unit, bool complete)
    : params_(&params), world_unit_(world_unit), complete_(complete), used_(params.size()) {
  for (std::size_t i = 0; i < params.size(); ++i) index_.emplace(params[i].name, i);
}

std::optional<Quantity> ParamScope::lookup(std::string_view name) const {
  const auto it = index_.find(name);
  if (it == index_.end()) return std::nullopt;
  used_[it->second] = true;
  overrides_.note((*params_)[it->second]);
  return (*params_)[it->second].quantity();
}

std::vector<std::string_view> ParamScope::names() const {
  std::vector<std::string_view> names;
  for (const Param& param : *params_) names.push_back(param.name);
  return names;
}

}  // namespace orograph
