// SPDX-License-Identifier: MIT
// Graph -> text, one line a node, inputs before the nodes that use them; and Graph -> Graphviz DOT, inputs on the
// left, outputs as boxes on the right.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/graph.hpp"

namespace orograph {
namespace {

struct ParamText {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(double v) const { return fmt::format("{}", v); }
  std::string operator()(std::int64_t v) const { return fmt::format("{}", v); }
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(const std::string& v) const { return v; }
  std::string operator()(const std::vector<double>& v) const { return fmt::format("[{}]", fmt::join(v, ", ")); }
};

std::string params_text(const GraphNode& node) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < node.params.size(); ++i) {
    const std::string value = std::visit(ParamText{}, node.params[i]);
    if (!value.empty()) parts.push_back(fmt::format("{}: {}", node.spec->params[i].name, value));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string inputs_text(const Graph& graph, const GraphNode& node) {
  std::vector<std::string> ports;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    std::vector<std::string_view> names;
    for (const NodeId input : node.inputs[i]) names.push_back(graph.node(input).name);
    const PortSpec& port = node.spec->inputs[i];
    const std::string joined = fmt::format("{}", fmt::join(names, ", "));
    ports.push_back(fmt::format("{}: {}", port.name, port.list ? '[' + joined + ']' : joined));
  }
  return fmt::format("{}", fmt::join(ports, ", "));
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string label_of(const GraphNode& node) {
  std::string type(node.spec->type);
  if (type == "constant" || type == "coordinate") type += ' ' + std::visit(ParamText{}, node.params.front());
  return quoted(node.name + '\n' + type);
}

// What calls bring and nothing needs is left out.
std::vector<bool> shown_nodes(const Graph& graph) {
  std::vector<bool> shown(graph.size());
  for (const auto& channels : graph.outputs)
    for (const GraphOutput& output : channels) shown[output.node] = true;
  for (auto id = graph.order.rbegin(); id != graph.order.rend(); ++id) {  // users first
    const GraphNode& node = graph.node(*id);
    shown[*id] = shown[*id] || node.is_own();
    if (!shown[*id]) continue;
    for (const auto& port : node.inputs)
      for (const NodeId input : port) shown[input] = true;
  }
  return shown;
}

}  // namespace

std::string print(const Graph& graph) {
  std::string out;
  const std::vector<bool> shown = shown_nodes(graph);
  for (const NodeId id : graph.order) {
    if (!shown[id]) continue;
    const GraphNode& node = graph.node(id);
    const std::string params = params_text(node);
    const std::string inputs = inputs_text(graph, node);
    out += fmt::format("{} = {}({}{}{})\n", node.name, node.spec->type, params,
                       params.empty() || inputs.empty() ? "" : "; ", inputs);
  }
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    for (const GraphOutput& output : graph.outputs[i]) {
      out += fmt::format("output {} {} = {}\n", i, output.channel, graph.node(output.node).name);
    }
  }
  return out;
}

std::string print_dot(const Graph& graph) {
  std::string out =
      "digraph orograph {\n"
      "  rankdir=LR;\n"
      "  node [shape=ellipse, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  const std::vector<bool> shown = shown_nodes(graph);
  for (const NodeId id : graph.order) {
    if (!shown[id]) continue;
    const GraphNode& node = graph.node(id);
    out += fmt::format("  n{} [label={}];\n", id, label_of(node));
    for (std::size_t port = 0; port < node.inputs.size(); ++port) {
      for (const NodeId input : node.inputs[port]) {
        out += fmt::format("  n{} -> n{} [label={}];\n", input, id, quoted(node.spec->inputs[port].name));
      }
    }
  }
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    for (std::size_t c = 0; c < graph.outputs[i].size(); ++c) {
      const GraphOutput& output = graph.outputs[i][c];
      out += fmt::format("  o{}_{} [shape=box, label={}];\n", i, c,
                         quoted(fmt::format("output {}\n{}", i + 1, output.channel)));
      out += fmt::format("  n{} -> o{}_{};\n", output.node, i, c);
    }
  }
  return out + "}\n";
}

}  // namespace orograph
