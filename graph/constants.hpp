// SPDX-License-Identifier: MIT
// Constants: a YAML value to a finite number and what it measures, over the names of a scope.
#pragma once
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/expression.hpp"
#include "graph/override_log.hpp"
#include "graph/recipe.hpp"

namespace orograph {

// Adds an error and returns false when `value` cannot be a constant, whatever the names in it stand for. `what` names
// the value in messages ("'octaves'").
bool check_constant_shape(const YamlValue& value, std::string_view what, Diagnostics& diagnostics);

// How a constant of this scope is parsed; not longer than the scope lives.
ParseContext context_of(const ConstantScope& scope);

std::optional<Quantity> read_quantity(const YamlValue& value, const ConstantScope& scope, std::string_view what,
                                      Diagnostics& diagnostics);

// The same where something certain is wanted: in world units, degrees ...
std::optional<double> read_constant(const YamlValue& value, Wanted wanted, const ConstantScope& scope,
                                    std::string_view what, Diagnostics& diagnostics);

// The params of a recipe by name; notes which were looked up. `params` may change their values, not their names.
class ParamScope : public ConstantScope {
 public:
  explicit ParamScope(const std::vector<Param>& params, std::string_view world_unit = {}, bool complete = true);

  std::optional<Quantity> lookup(std::string_view name) const override;
  std::vector<std::string_view> names() const override;
  bool has(std::string_view name) const override { return index_.contains(name); }
  std::string_view world_unit() const override { return world_unit_; }
  bool complete() const override { return complete_; }
  void watch_overrides() const override { overrides_.clear(); }
  std::string overrides_seen() const override { return overrides_.text(); }
  const std::vector<bool>& used() const { return used_; }  // one a param

 private:
  const std::vector<Param>* params_;
  std::unordered_map<std::string_view, std::size_t> index_;
  std::string world_unit_;
  bool complete_ = true;
  mutable std::vector<bool> used_;
  mutable OverrideLog overrides_;
};

}  // namespace orograph
