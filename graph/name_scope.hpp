// SPDX-License-Identifier: MIT
// NameScope: what a bare name in a recipe, or in one of its functions, stands for: a node, an input, a param, the
// position, or a noise with its defaults.
// A node's name hides a noise type of the same name. Looking a param up marks it as used.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/expression.hpp"
#include "graph/graph.hpp"
#include "graph/override_log.hpp"

namespace orograph {

inline constexpr std::size_t no_input = ~std::size_t{0};

// What a scope is made of. It must outlive the scope.
struct ScopeNames {
  std::span<const Param> params;
  std::span<const NodeDefinition> nodes;
  NodeId first_node = 0;  // the number of the first of them; the others follow
  std::span<const FunctionInput> inputs = {};
  std::span<const NodeId> input_nodes = {};  // one an input
  const Recipe* outside = nullptr;           // of a function: the recipe, whose names it does not see
};

class NameScope : public ConstantScope {
 public:
  NameScope(const ScopeNames& names, const Recipe& recipe, const NodeRegistry& registry, bool complete);

  NodeId node(std::string_view name) const;            // of this name, or that an input stands for; no_node: neither
  std::size_t input(std::string_view name) const;      // by its place, marked as used; no_input
  const NodeSpec* noise(std::string_view name) const;  // a type that may stand for itself, or null
  std::optional<Quantity> param(std::string_view name) const;
  const std::vector<bool>& used_params() const { return used_params_; }
  const std::vector<bool>& used_inputs() const { return used_inputs_; }

  std::optional<Quantity> lookup(std::string_view name) const override { return param(name); }
  std::vector<std::string_view> names() const override;  // of the params
  std::vector<std::string_view> field_names() const;     // of everything that may stand for a field, each once
  bool has(std::string_view name) const override;        // a param or field
  std::string_view world_unit() const override { return recipe_->units; }
  bool complete() const override { return complete_; }
  std::string outside_help(std::string_view name) const override;
  void watch_overrides() const override { overrides_.clear(); }
  std::string overrides_seen() const override { return overrides_.text(); }
  std::size_t uses_of_wrong_params() const { return wrong_uses_; }  // so far

 private:
  ScopeNames names_;
  const Recipe* recipe_;
  const NodeRegistry* registry_;
  bool complete_;
  std::unordered_map<std::string_view, NodeId> nodes_;
  std::unordered_map<std::string_view, std::size_t> params_, inputs_;
  mutable std::vector<bool> used_params_, used_inputs_;
  mutable std::size_t wrong_uses_ = 0;
  mutable OverrideLog overrides_;
};

}  // namespace orograph
