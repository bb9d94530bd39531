// SPDX-License-Identifier: MIT
// NodeRegistry: the node types, sorted by name, each once.
#include "graph/node_spec.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/diagnostic.hpp"

namespace orograph {

bool holds_any_float(const ParamRange& range) {
  constexpr double largest = std::numeric_limits<float>::max();
  const bool bounded = std::isfinite(range.low) || std::isfinite(range.high);
  return bounded && range.low <= -largest && range.high >= largest;
}

NodeRegistry::NodeRegistry(std::vector<const NodeSpec*> specs) : specs_(std::move(specs)) {
  std::ranges::sort(specs_, {}, &NodeSpec::type);
  const auto twin = std::ranges::adjacent_find(specs_, {}, &NodeSpec::type);
  if (twin != specs_.end()) throw InternalError("two node types are called '" + std::string((*twin)->type) + "'");
}

const NodeSpec* NodeRegistry::find(std::string_view type) const {
  const auto it = std::ranges::lower_bound(specs_, type, {}, &NodeSpec::type);
  return it != specs_.end() && (*it)->type == type ? *it : nullptr;
}

std::vector<std::string_view> NodeRegistry::types() const {
  std::vector<std::string_view> types;
  for (const NodeSpec* spec : specs_) types.push_back(spec->type);
  return types;
}

std::vector<std::string_view> keys_of(const NodeSpec& spec) {
  std::vector<std::string_view> keys{"type"};
  for (const PortSpec& port : spec.inputs) keys.push_back(port.name);
  for (const ParamSpec& param : spec.params) keys.push_back(param.name);
  return keys;
}

}  // namespace orograph
