// SPDX-License-Identifier: MIT
// NameScope: hashed look-up of the names of a recipe.
#include "graph/name_scope.hpp"

namespace orograph {

NameScope::NameScope(const Recipe& recipe, const NodeRegistry& registry)
    : recipe_(recipe), registry_(registry), used_params_(recipe.params.size()) {
  for (std::size_t i = 0; i < recipe.nodes.size(); ++i) nodes_.emplace(recipe.nodes[i].name, static_cast<NodeId>(i));
  for (std::size_t i = 0; i < recipe.params.size(); ++i) params_.emplace(recipe.params[i].name, i);
}

NodeId NameScope::node(std::string_view name) const {
  const auto it = nodes_.find(name);
  return it == nodes_.end() ? no_node : it->second;
}

const NodeSpec* NameScope::noise(std::string_view name) const {
  const NodeSpec* spec = registry_.find(name);
  return spec != nullptr && spec->category == "noise" ? spec : nullptr;
}

std::optional<Quantity> NameScope::param(std::string_view name) const {
  const auto it = params_.find(name);
  if (it == params_.end()) return std::nullopt;
  const Param& param = recipe_.params[it->second];
  used_params_[it->second] = true;
  wrong_uses_ += param.wrong ? 1 : 0;
  overrides_.note(param);
  return param.quantity();
}

bool NameScope::has(std::string_view name) const {
  return nodes_.contains(name) || params_.contains(name) || noise(name) != nullptr || name == "x" || name == "y";
}

std::vector<std::string_view> NameScope::names() const {
  std::vector<std::string_view> names;
  for (const Param& param : recipe_.params) names.push_back(param.name);
  return names;
}

std::vector<std::string_view> NameScope::field_names() const {
  std::vector<std::string_view> names = this->names();
  for (const NodeDefinition& definition : recipe_.nodes) names.push_back(definition.name);
  for (const NodeSpec* spec : registry_.all()) {
    if (spec->category == "noise" && !nodes_.contains(spec->type) && !params_.contains(spec->type))
      names.push_back(spec->type);
  }
  names.push_back("x");
  names.push_back("y");
  return names;
}

}  // namespace orograph
