// SPDX-License-Identifier: MIT
// NameScope: hashed look-up of names.
#include "graph/name_scope.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orograph {

NameScope::NameScope(const ScopeNames& names, const Recipe& recipe, const NodeRegistry& registry, bool complete)
    : names_(names),
      recipe_(&recipe),
      registry_(&registry),
      complete_(complete),
      used_params_(names.params.size()),
      used_inputs_(names.inputs.size()) {
  for (std::size_t i = 0; i < names.nodes.size(); ++i)
    nodes_.emplace(names.nodes[i].name, names.first_node + static_cast<NodeId>(i));
  for (std::size_t i = 0; i < names.inputs.size(); ++i) inputs_.emplace(names.inputs[i].name, i);
  for (std::size_t i = 0; i < names.params.size(); ++i) params_.emplace(names.params[i].name, i);
}

NodeId NameScope::node(std::string_view name) const {
  if (const auto it = inputs_.find(name); it != inputs_.end()) return names_.input_nodes[it->second];
  const auto it = nodes_.find(name);
  return it == nodes_.end() ? no_node : it->second;
}

std::size_t NameScope::input(std::string_view name) const {
  const auto it = inputs_.find(name);
  if (it == inputs_.end()) return no_input;
  used_inputs_[it->second] = true;
  return it->second;
}

const NodeSpec* NameScope::noise(std::string_view name) const {
  const NodeSpec* spec = registry_->find(name);
  return spec != nullptr && spec->category == "noise" ? spec : nullptr;
}

std::optional<Quantity> NameScope::param(std::string_view name) const {
  const auto it = params_.find(name);
  if (it == params_.end()) return std::nullopt;
  const Param& param = names_.params[it->second];
  used_params_[it->second] = true;
  wrong_uses_ += param.wrong ? 1 : 0;
  overrides_.note(param);
  return param.quantity();
}

bool NameScope::has(std::string_view name) const {
  return nodes_.contains(name) || inputs_.contains(name) || params_.contains(name) || noise(name) != nullptr ||
         name == "x" || name == "y";
}

std::vector<std::string_view> NameScope::names() const {
  std::vector<std::string_view> names;
  for (const Param& param : names_.params) names.push_back(param.name);
  return names;
}

std::vector<std::string_view> NameScope::field_names() const {
  std::vector<std::string_view> names = this->names();
  for (const FunctionInput& input : names_.inputs) names.push_back(input.name);
  for (const NodeDefinition& definition : names_.nodes) names.push_back(definition.name);
  for (const NodeSpec* spec : registry_->all()) {
    const bool hidden = nodes_.contains(spec->type) || params_.contains(spec->type) || inputs_.contains(spec->type);
    if (spec->category == "noise" && !hidden) names.push_back(spec->type);
  }
  names.push_back("x");
  names.push_back("y");
  return names;
}

std::string NameScope::outside_help(std::string_view name) const {
  if (names_.outside == nullptr) return {};
  if (std::ranges::find(names_.outside->params, name, &Param::name) != names_.outside->params.end())
    return fmt::format(
        "'{0}' is a parameter of the recipe, which its functions do not see: write '{0}' under the function's\n"
        "'params', and '{0}: {0}' in the call",
        name);
  if (std::ranges::find(names_.outside->nodes, name, &NodeDefinition::name) != names_.outside->nodes.end())
    return fmt::format(
        "'{0}' is a node of the recipe, which its functions do not see: write '{0}:' under the function's\n"
        "'inputs', and '{0}: {0}' in the call",
        name);
  return {};
}

}  // namespace orograph
