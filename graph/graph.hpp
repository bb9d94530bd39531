// SPDX-License-Identifier: MIT
// Graph: the recipe as an acyclic graph of typed nodes. Names are resolved, parameters checked and filled with
// their defaults, expressions taken apart into nodes. Edges run from an input to the node that uses it.
#pragma once
#include <boost/graph/adjacency_list.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/node_spec.hpp"
#include "graph/recipe.hpp"

namespace orograph {

using NodeId = std::uint32_t;  // the vertex descriptor
inline constexpr NodeId no_node = ~NodeId{0};

struct GraphNode {
  const NodeSpec* spec = nullptr;
  // The recipe's name, or a path for inline ones ("mask.input", "height(max)", "outputs[0].Y") and for those that a
  // call brings ("range.ridges").
  std::string name;
  std::string label;       // of those: the part of the name that its function gives
  bool named = false;      // stands under `nodes`, of the recipe or of a function
  bool copied = false;     // another node is this one by another name
  std::uint32_t call = 0;  // the call that brings it (Diagnostics::add_call); 0: none
  SourceLoc loc;
  std::vector<ParamValue> params;     // one per spec->params
  std::vector<SourceLoc> param_locs;  // where each was given; the node's own place for defaults
  std::vector<bool> param_given;
  std::vector<std::vector<NodeId>> inputs;  // one list per spec->inputs; single ports hold exactly one
  std::string set_note;  // params in the constants that --set changed: "cells = 4.5 (--set)"; empty: none
  // Of the division inside a function: its arguments that are equal where it divides by 0 ("edge0 and edge1"), and
  // the function.
  std::string_view equal_arguments = {}, of_function = {};

  // Whether it stands under the recipe's own `nodes`: only paths have points.
  bool is_own() const { return named && name.find('.') == std::string::npos; }
  // What messages call it, in the file that `loc` is of.
  const std::string& shown_name() const { return call == 0 ? name : label; }

  // Parameters by name; InternalError when the spec has none of that name or kind.
  double number(std::string_view param) const;  // number, integer or angle
  std::int64_t integer(std::string_view param) const;
  bool flag(std::string_view param) const;
  std::string_view choice(std::string_view param) const;
  const std::vector<double>& numbers(std::string_view param) const;  // pair or period; empty when absent
  bool given(std::string_view param) const;                          // written in the recipe
  SourceLoc loc_of(std::string_view param) const;
  NodeId input(std::string_view port) const;  // of a single port
  std::span<const NodeId> input_list(std::string_view port) const;
};

struct GraphOutput {
  std::string channel;
  NodeId node = no_node;
};

struct Graph {
  using Dag = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, GraphNode>;
  Dag dag;
  std::vector<NodeId> order;                      // topological: inputs first
  std::vector<std::vector<GraphOutput>> outputs;  // per Recipe::outputs, channels in the order written
  std::int64_t seed = 0;

  Graph() = default;
  Graph(const Graph&) = default;
  Graph& operator=(const Graph&) = default;
  // Boost's graphs only copy, every node and edge one by one. Their edges are list nodes, which stay where they are.
  Graph(Graph&& other) { *this = std::move(other); }
  Graph& operator=(Graph&& other);
  ~Graph() = default;

  const GraphNode& node(NodeId id) const { return dag[id]; }
  std::size_t size() const { return boost::num_vertices(dag); }
  NodeId find(std::string_view name) const;     // a named node, or no_node
  std::vector<std::string_view> names() const;  // of the named nodes, the recipe's own first, in the order written
};

// Builds the graph of all named nodes and all output channels. Adds every mistake to `diagnostics`: unknown
// types, keys and names, wrong kinds, values out of range, missing inputs, cycles (the path of names), and
// warnings for unused nodes and params. The result is whole only when no error was added. Who asks for one node, not
// for the outputs, ignores nodes that no output uses.
enum class UnusedNodes { warn, ignore };
Graph build_graph(const Recipe& recipe, const NodeRegistry& registry, Diagnostics& diagnostics,
                  UnusedNodes unused = UnusedNodes::warn);

// Text for `explain --after=graph`, and Graphviz DOT for `orograph graph`.
std::string print(const Graph& graph);
std::string print_dot(const Graph& graph);

}  // namespace orograph
