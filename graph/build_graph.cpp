// SPDX-License-Identifier: MIT
// build_graph: Recipe -> Graph. Definitions become nodes, aliases copies of what they rename, inputs edges; then
// the whole is checked.
#include <fmt/format.h>

#include <boost/graph/reverse_graph.hpp>
#include <boost/graph/topological_sort.hpp>
#include <deque>
#include <iterator>

#include "graph/field_builder.hpp"
#include "graph/graph_checks.hpp"
#include "graph/lower.hpp"

namespace orograph {
namespace {

// A node that only renames another becomes a copy of it: the compiler shares equal fields anyway. Without cycles
// every chain of aliases ends; each is walked once.
void copy_aliases(std::deque<GraphNode>& nodes, std::vector<NodeId> aliases) {
  std::vector<NodeId> chain;
  for (NodeId id = 0; id < aliases.size(); ++id) {
    NodeId end = id;
    for (; end < aliases.size() && aliases[end] != no_node; end = aliases[end]) chain.push_back(end);
    for (const NodeId alias : chain) {
      GraphNode copy = nodes[end];
      nodes[end].copied = true;
      copy.name = std::move(nodes[alias].name);
      copy.named = nodes[alias].named;
      if (nodes[alias].loc.known()) {  // else the result of a call: its place is in the function
        copy.loc = nodes[alias].loc;
        copy.call = nodes[alias].call;
        copy.label = std::move(nodes[alias].label);
      }
      nodes[alias] = std::move(copy);
      aliases[alias] = no_node;
    }
    chain.clear();
  }
}

void add_nodes(Graph& graph, std::deque<GraphNode>& nodes) {
  graph.dag.m_vertices.resize(nodes.size());
  for (NodeId id = 0; !nodes.empty(); ++id) {
    graph.dag[id] = std::move(nodes.front());
    nodes.pop_front();
  }
  for (NodeId id = 0; id < graph.size(); ++id) {
    for (const auto& port : graph.dag[id].inputs) {
      for (const NodeId input : port) boost::add_edge(input, id, graph.dag);
    }
  }
  // Depth first along the inputs: each node comes right behind what it is made of.
  const auto users_first = boost::make_reverse_graph(graph.dag);
  boost::topological_sort(users_first, std::back_inserter(graph.order));
}

// Nodes of which every part is without a mistake; none that is part of a cycle.
std::vector<bool> whole_nodes(const FieldBuilder& builder) {
  const std::deque<GraphNode>& nodes = builder.nodes();
  const std::vector<NodeId>& aliases = builder.aliases();
  std::vector<std::vector<NodeId>> users(nodes.size());
  std::vector<std::size_t> waits(nodes.size());
  std::vector<NodeId> ready;
  const auto wait_for = [&](NodeId id, NodeId part) {
    ++waits[id];
    if (part != no_node) users[part].push_back(id);
  };
  for (NodeId id = 0; id < nodes.size(); ++id) {
    const bool alias = id < aliases.size() && aliases[id] != no_node;
    if (alias) wait_for(id, aliases[id]);
    for (const auto& port : nodes[id].inputs)
      for (const NodeId input : port) wait_for(id, input);
    const bool lowered = nodes[id].spec != nullptr && nodes[id].spec->lower != nullptr;
    if ((!lowered && !alias) || builder.doubtful(id)) wait_for(id, no_node);
    if (waits[id] == 0) ready.push_back(id);
  }
  std::vector<bool> whole(nodes.size());
  while (!ready.empty()) {
    const NodeId id = ready.back();
    ready.pop_back();
    whole[id] = true;
    for (const NodeId user : users[id])
      if (--waits[user] == 0) ready.push_back(user);
  }
  return whole;
}

// What lowering finds wrong, told beside the mistakes that keep the whole from being lowered.
void report_mistakes_of_whole_nodes(const FieldBuilder& builder, std::int64_t seed, Diagnostics& diagnostics) {
  const std::vector<bool> whole = whole_nodes(builder);
  std::deque<GraphNode> nodes = builder.nodes();
  std::vector<NodeId> aliases = builder.aliases();
  for (NodeId id = 0; id < nodes.size(); ++id) {
    if (whole[id]) continue;
    nodes[id] = {};
    if (id < aliases.size()) aliases[id] = no_node;
  }
  copy_aliases(nodes, std::move(aliases));
  Graph graph;
  graph.seed = seed;
  add_nodes(graph, nodes);
  report_mistakes_of(graph, unused_by_nodes(graph), diagnostics);
}

// Those that were looked into; what is added to `diagnostics` is said in the call that was.
template <typename Do>
void for_each_function(const Recipe& recipe, const FieldBuilder& builder, Diagnostics& diagnostics, const Do& act) {
  for (std::size_t i = 0; i < recipe.functions.size(); ++i) {
    const FunctionUses& uses = builder.function_uses()[i];
    if (!uses.known) continue;
    const InCall in_call(diagnostics, uses.call);
    act(recipe.functions[i], uses);
  }
}

}  // namespace

Graph build_graph(const Recipe& recipe, const NodeRegistry& registry, Diagnostics& diagnostics, UnusedNodes unused) {
  Graph graph;
  graph.seed = recipe.seed;
  const std::size_t errors = diagnostics.error_count();
  FieldBuilder builder(recipe, registry, diagnostics);
  for (NodeId id = 0; id < recipe.nodes.size(); ++id) builder.define(id);
  for (std::size_t i = 0; i < recipe.outputs.size(); ++i) {
    auto& channels = graph.outputs.emplace_back();
    for (const OutputChannel& channel : recipe.outputs[i].channels) {
      const NodeId node = builder.output_field(channel.field, fmt::format("outputs[{}].{}", i, channel.name));
      channels.push_back({channel.name, node});
    }
  }
  builder.expand_calls();
  check_cycles({recipe.nodes, builder.references()}, builder.scope(), diagnostics);
  for_each_function(recipe, builder, diagnostics, [&](const RecipeFunction& function, const FunctionUses& uses) {
    check_cycles({function.nodes, uses.references}, builder.scope(), diagnostics);
  });
  const bool whole = diagnostics.error_count() == errors && !recipe.names_unread;
  if (diagnostics.has_errors()) report_mistakes_of_whole_nodes(builder, graph.seed, diagnostics);
  if (!whole) return graph;

  copy_aliases(builder.nodes(), builder.aliases());
  add_nodes(graph, builder.nodes());
  if (diagnostics.has_errors()) return graph;  // of the recipe: what it lacks may be what uses the rest
  if (unused == UnusedNodes::warn) warn_unused_nodes(recipe, builder.references(), diagnostics);
  warn_unused_params(recipe, builder.scope().used_params(), diagnostics);
  for_each_function(recipe, builder, diagnostics, [&](const RecipeFunction& function, const FunctionUses& uses) {
    warn_unused_parts(function, uses, diagnostics);
  });
  return graph;
}

}  // namespace orograph
