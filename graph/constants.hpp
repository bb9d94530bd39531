// SPDX-License-Identifier: MIT
// Constants: a YAML value to a finite double, over the names of a scope.
#pragma once
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/expression.hpp"
#include "graph/recipe.hpp"

namespace orograph {

// Adds an error and returns false when `value` cannot be a constant, whatever the names in it stand for. `what` names
// the value in messages ("'octaves'").
bool check_constant_shape(const YamlValue& value, std::string_view what, Diagnostics& diagnostics);

std::optional<double> read_constant(const YamlValue& value, const ConstantScope& scope, std::string_view what,
                                    Diagnostics& diagnostics);

// The params of a recipe by name; notes which were looked up. `params` may change their values, not their names.
class ParamScope : public ConstantScope {
 public:
  explicit ParamScope(const std::vector<Param>& params);

  std::optional<double> lookup(std::string_view name) const override;
  std::vector<std::string_view> names() const override;
  const std::vector<bool>& used() const { return used_; }  // one a param

 private:
  const std::vector<Param>* params_;
  std::unordered_map<std::string_view, std::size_t> index_;
  mutable std::vector<bool> used_;
};

}  // namespace orograph
