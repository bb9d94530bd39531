// SPDX-License-Identifier: MIT
// NameScope: what a bare name in a recipe stands for: a node, a param, the position, or a noise with its defaults.
// A node's name hides a noise type of the same name. Looking a param up marks it as used.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/expression.hpp"
#include "graph/graph.hpp"
#include "graph/override_log.hpp"

namespace orograph {

class NameScope : public ConstantScope {
 public:
  NameScope(const Recipe& recipe, const NodeRegistry& registry);

  NodeId node(std::string_view name) const;            // by its place under `nodes`, or no_node
  const NodeSpec* noise(std::string_view name) const;  // a type that may stand for itself, or null
  std::optional<Quantity> param(std::string_view name) const;
  const std::vector<bool>& used_params() const { return used_params_; }

  std::optional<Quantity> lookup(std::string_view name) const override { return param(name); }
  std::vector<std::string_view> names() const override;  // of the params
  std::vector<std::string_view> field_names() const;     // of everything that may stand for a field, each once
  bool has(std::string_view name) const override;        // a param or field
  std::string_view world_unit() const override { return recipe_.units; }
  bool complete() const override { return !recipe_.names_unread; }
  void watch_overrides() const override { overrides_.clear(); }
  std::string overrides_seen() const override { return overrides_.text(); }
  std::size_t uses_of_wrong_params() const { return wrong_uses_; }  // so far

 private:
  const Recipe& recipe_;
  const NodeRegistry& registry_;
  std::unordered_map<std::string_view, NodeId> nodes_;
  std::unordered_map<std::string_view, std::size_t> params_;
  mutable std::vector<bool> used_params_;
  mutable std::size_t wrong_uses_ = 0;
  mutable OverrideLog overrides_;
};

}  // namespace orograph
