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

namespace orograph {

class NameScope : public ConstantScope {
 public:
  NameScope(const Recipe& recipe, const NodeRegistry& registry);

  NodeId node(std::string_view name) const;            // by its place under `nodes`, or no_node
  const NodeSpec* noise(std::string_view name) const;  // a type that may stand for itself, or null
  std::optional<double> param(std::string_view name) const;
  const std::vector<bool>& used_params() const { return used_params_; }

  std::optional<double> lookup(std::string_view name) const override { return param(name); }
  std::vector<std::string_view> names() const override;  // of the params
  std::vector<std::string_view> field_names() const;     // of everything that may stand for a field

 private:
  const Recipe& recipe_;
  const NodeRegistry& registry_;
  std::unordered_map<std::string_view, NodeId> nodes_;
  std::unordered_map<std::string_view, std::size_t> params_;
  mutable std::vector<bool> used_params_;
};

}  // namespace orograph
