// SPDX-License-Identifier: MIT
// Checks of a whole graph. All of them walk with a stack of their own: a chain of names may be as long as a file.
#include "graph/graph_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/depth_first_search.hpp>
#include <set>

#include "graph/warning.hpp"

namespace orograph {
namespace {

// User -> used, one vertex a named node, the place of the name on the edge.
using NameGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, SourceLoc>;

NameGraph name_graph(std::size_t nodes, const std::vector<NameReference>& references) {
  NameGraph graph(nodes);
  for (const NameReference& r : references) {
    if (r.from != no_node) boost::add_edge(r.from, r.to, r.loc, graph);
  }
  return graph;
}

// The key whose value stands at `loc`, however deep in `value`; empty when it is part of an expression or a list.
std::string_view key_of_value_at(const YamlValue& value, SourceLoc loc) {
  for (const YamlValue::Entry& entry : value.entries) {
    if (entry.value.kind == YamlValue::Kind::scalar && entry.value.loc == loc) return entry.key;
    if (const std::string_view key = key_of_value_at(entry.value, loc); !key.empty()) return key;
  }
  for (const YamlValue& item : value.items)
    if (const std::string_view key = key_of_value_at(item, loc); !key.empty()) return key;
  return {};
}

class CycleVisitor : public boost::default_dfs_visitor {
 public:
  struct State {
    std::vector<NodeId> parents;
    std::set<std::pair<NodeId, NodeId>> reported;
  };
  CycleVisitor(const NamedNodes& nodes, const NameScope& scope, State& state, Diagnostics& diagnostics)
      : nodes_(nodes), scope_(scope), state_(state), diagnostics_(diagnostics) {}

  template <typename Edge>
  void tree_edge(Edge edge, const NameGraph& graph) {
    state_.parents[boost::target(edge, graph)] = static_cast<NodeId>(boost::source(edge, graph));
  }

  // Every cycle holds a reference back to a node whose definition is still open.
  template <typename Edge>
  void back_edge(Edge edge, const NameGraph& graph) {
    constexpr std::size_t most_reported = 100;
    const auto from = static_cast<NodeId>(boost::source(edge, graph));
    const auto to = static_cast<NodeId>(boost::target(edge, graph));
    if (state_.reported.size() >= most_reported || !state_.reported.emplace(from, to).second) return;
    const std::string hidden = hidden_noise_help(from, to, graph[edge]);
    if (from == to) {
      diagnostics_.error(graph[edge], fmt::format("node '{0}' refers to itself: {0} -> {0}", name(to)),
                         hidden.empty() ? "a node is made of other nodes" : hidden);
      return;
    }
    diagnostics_.error(graph[edge], fmt::format("nodes depend on each other: {}", path(from, to)),
                       fmt::format("node '{}' needs '{}', which is what is being computed", name(from), name(to)) +
                           (hidden.empty() ? "" : "\n" + hidden));
  }

 private:
  // Who names a node after a noise may still mean the noise by its name.
  std::string hidden_noise_help(NodeId from, NodeId to, SourceLoc loc) const {
    if (scope_.noise(name(to)) == nullptr) return {};
    const std::string_view key = key_of_value_at(nodes_.definitions[from].value, loc);
    return fmt::format("the node's name hides the noise '{}': write '{}{{type: {}}}', or rename the node", name(to),
                       key.empty() ? "" : fmt::format("{}: ", key), name(to));
  }

  const std::string& name(NodeId id) const { return nodes_.definitions[id].name; }

  // "to -> ... -> from -> to"; long ones without their middle.
  std::string path(NodeId from, NodeId to) const {
    constexpr std::size_t most_shown = 12;
    std::vector<NodeId> nodes{to, from};
    while (nodes.back() != to) nodes.push_back(state_.parents[nodes.back()]);
    std::ranges::reverse(nodes);
    std::string text = name(nodes.front());
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      if (nodes.size() > most_shown && i == most_shown / 2) {
        const std::size_t left_out = nodes.size() - most_shown;
        text += fmt::format(" -> ({} more)", left_out);
        i += left_out;
      }
      text += " -> " + name(nodes[i]);
    }
    return text;
  }

  const NamedNodes& nodes_;
  const NameScope& scope_;
  State& state_;
  Diagnostics& diagnostics_;
};

// The definitions that something outside of them needs.
std::vector<bool> reached(const NamedNodes& nodes) {
  const NameGraph graph = name_graph(nodes.definitions.size(), nodes.references);
  std::vector<bool> used(nodes.definitions.size());
  std::vector<NodeId> open;
  const auto reach = [&](NodeId id) {
    if (used[id]) return;
    used[id] = true;
    open.push_back(id);
  };
  for (const NameReference& r : nodes.references) {
    if (r.from == no_node) reach(r.to);
  }
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    for (auto [it, end] = boost::adjacent_vertices(id, graph); it != end; ++it) reach(static_cast<NodeId>(*it));
  }
  return used;
}

}  // namespace

void check_cycles(const NamedNodes& nodes, const NameScope& scope, Diagnostics& diagnostics) {
  const NameGraph graph = name_graph(nodes.definitions.size(), nodes.references);
  CycleVisitor::State state;
  state.parents.assign(nodes.definitions.size(), no_node);
  boost::depth_first_search(graph, boost::visitor(CycleVisitor(nodes, scope, state, diagnostics)));
}

void warn_unused_nodes(const Recipe& recipe, const std::vector<NameReference>& references, Diagnostics& diagnostics) {
  if (recipe.outputs.empty()) return;
  const std::vector<bool> used = reached({recipe.nodes, references});
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) continue;
    diagnostics.warning(
        recipe.nodes[i].loc,
        coded(Warning::unused_node, fmt::format("node '{}' is not used by any output", recipe.nodes[i].name)),
        "name it in an output, or in a node that one needs; or remove it");
  }
}

void warn_unused_parts(const RecipeFunction& function, const FunctionUses& uses, Diagnostics& diagnostics) {
  const auto warn = [&](bool used, SourceLoc loc, std::string_view what, std::string_view name) {
    if (used) return;
    diagnostics.warning(
        loc,
        coded(Warning::unused_in_function,
              fmt::format("{} '{}' is not used by the result of function '{}'", what, name, function.name)),
        "name it in the result, or in a node that the result needs; or remove it");
  };
  const std::vector<bool> nodes = reached({function.nodes, uses.references});
  for (std::size_t i = 0; i < nodes.size(); ++i)
    warn(nodes[i], function.nodes[i].loc, "node", function.nodes[i].name);
  for (std::size_t i = 0; i < function.params.size(); ++i)
    warn(uses.params[i], function.params[i].loc, "parameter", function.params[i].name);
  for (std::size_t i = 0; i < function.inputs.size(); ++i)
    warn(uses.inputs[i], function.inputs[i].loc, "input", function.inputs[i].name);
}

void warn_unused_params(const Recipe& recipe, const std::vector<bool>& used, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < recipe.params.size(); ++i) {
    const Param& param = recipe.params[i];
    if (!param.used && !used[i])
      diagnostics.warning(param.loc,
                          coded(Warning::unused_param, fmt::format("parameter '{}' is not used", param.name)),
                          "name it in a node, the grid or an output; or remove it");
  }
}

}  // namespace orograph
