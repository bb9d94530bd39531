// SPDX-License-Identifier: MIT
// Graph: what a node answers about itself, and nodes by name.
#include "graph/graph.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orograph {
namespace {

std::size_t param_index(const GraphNode& node, std::string_view param) {
  const auto it = std::ranges::find(node.spec->params, param, &ParamSpec::name);
  if (it == node.spec->params.end()) {
    throw InternalError(fmt::format("node type '{}' has no parameter '{}'", node.spec->type, param));
  }
  return static_cast<std::size_t>(it - node.spec->params.begin());
}

template <typename T>
const T& param_as(const GraphNode& node, std::string_view param) {
  const T* value = std::get_if<T>(&node.params[param_index(node, param)]);
  if (value == nullptr) {
    throw InternalError(fmt::format("parameter '{}' of '{}' is absent or of another kind", param, node.spec->type));
  }
  return *value;
}

std::size_t port_index(const GraphNode& node, std::string_view port) {
  const auto it = std::ranges::find(node.spec->inputs, port, &PortSpec::name);
  if (it == node.spec->inputs.end()) {
    throw InternalError(fmt::format("node type '{}' has no input '{}'", node.spec->type, port));
  }
  return static_cast<std::size_t>(it - node.spec->inputs.begin());
}

}  // namespace

double GraphNode::number(std::string_view param) const {
  if (const auto* whole = std::get_if<std::int64_t>(&params[param_index(*this, param)])) {
    return static_cast<double>(*whole);
  }
  return param_as<double>(*this, param);
}

std::int64_t GraphNode::integer(std::string_view param) const {
  return param_as<std::int64_t>(*this, param);
}
bool GraphNode::flag(std::string_view param) const {
  return param_as<bool>(*this, param);
}
std::string_view GraphNode::choice(std::string_view param) const {
  return param_as<std::string>(*this, param);
}

const std::vector<double>& GraphNode::numbers(std::string_view param) const {
  static const std::vector<double> absent;
  const bool given_value = !std::holds_alternative<std::monostate>(params[param_index(*this, param)]);
  return given_value ? param_as<std::vector<double>>(*this, param) : absent;
}

bool GraphNode::given(std::string_view param) const {
  return param_given[param_index(*this, param)];
}
SourceLoc GraphNode::loc_of(std::string_view param) const {
  return param_locs[param_index(*this, param)];
}

NodeId GraphNode::input(std::string_view port) const {
  const auto& list = inputs[port_index(*this, port)];
  if (list.size() != 1) throw InternalError(fmt::format("input '{}' of '{}' is no single field", port, spec->type));
  return list.front();
}

std::span<const NodeId> GraphNode::input_list(std::string_view port) const {
  return inputs[port_index(*this, port)];
}

Graph& Graph::operator=(Graph&& other) {
  dag.m_vertices.swap(other.dag.m_vertices);
  dag.m_edges.swap(other.dag.m_edges);
  order = std::move(other.order);
  outputs = std::move(other.outputs);
  seed = other.seed;
  return *this;
}

NodeId Graph::find(std::string_view name) const {
  for (NodeId id = 0; id < size(); ++id) {
    if (dag[id].named && dag[id].name == name) return id;
  }
  return no_node;
}

std::vector<std::string_view> Graph::names() const {
  std::vector<std::string_view> names;
  for (NodeId id = 0; id < size(); ++id)
    if (dag[id].named) names.push_back(dag[id].name);
  return names;
}

}  // namespace orograph
