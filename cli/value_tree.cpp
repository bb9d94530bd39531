// SPDX-License-Identifier: MIT
#include "cli/value_tree.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "graph/lower.hpp"
#include "graph/origin_place.hpp"
#include "graph/reference.hpp"

namespace orograph {
namespace {

// Where an input of a node is read: what the node's own lowering does.
Place place_of_input(Lowering& lowering, const GraphNode& node, std::string_view port, const Place& place) {
  if (port != "source") return place;
  if (node.spec->type == "domain_warp") {
    const Value amplitude = lowering.input(node, "amplitude", place);
    const auto amount = [&](std::string_view name) {
      return lowering.emit(Op::multiply, amplitude, lowering.input(node, name, place));
    };
    return lowering.displaced(place, {amount("x"), amount("y"), place.three_d ? amount("z") : lowering.constant(0)});
  }
  if (node.spec->type == "transform") {
    const std::vector<double>& translate = node.numbers("translate");
    return lowering.transformed(place, node.number("scale"), node.number("rotate"), {translate[0], translate[1]});
  }
  if (node.spec->type == "slice") return lowering.sliced(place, lowering.input(node, "z", place));
  return place;
}

struct Row {
  std::size_t depth = 0;
  std::string_view port;  // of the node above; empty at the top
  NodeId node = no_node;
  Value value;
  Place place;
  bool moved = false;  // not where the node above is
  bool above = false;  // its parts were told
};

class ValueTree {
 public:
  ValueTree(const Graph& graph, Diagnostics& diagnostics) : graph_(graph), lowering_(graph, diagnostics) {}

  void add(NodeId root) { visit(root, origin_place(graph_), {0, {}, root, {}, {}, false, false}); }

  std::size_t size() const { return rows_.size(); }
  const Row& row(std::size_t index) const { return rows_[index]; }
  Program take_program() { return lowering_.take_program(); }

 private:
  void visit(NodeId id, const Place& place, Row row) {
    const GraphNode& node = graph_.node(id);
    row.value = lowering_.at(id, place);
    row.place = place;
    const bool has_parts = !node.inputs.empty() && node.spec->category != "fractal";
    row.above = has_parts && !told_.emplace(id, row.value.id).second;
    rows_.push_back(row);
    if (!has_parts || row.above) return;
    for (std::size_t p = 0; p < node.inputs.size(); ++p) {
      const std::string_view port = node.spec->inputs[p].name;
      const Place of_input = place_of_input(lowering_, node, port, place);
      const bool moved = !(of_input == place);
      for (const NodeId input : node.inputs[p])
        visit(input, of_input, {row.depth + 1, port, input, {}, {}, moved, false});
    }
  }

  const Graph& graph_;
  Lowering lowering_;
  std::vector<Row> rows_;
  std::set<std::pair<NodeId, std::uint32_t>> told_;  // with equal values, and so with equal parts
};

double coordinate(const PlaceAxis& axis, double x, double y, const std::vector<float>& values) {
  const double affine = axis.column * x + axis.row * y + axis.offset;
  if (!axis.displacement.valid()) return affine;
  return affine + axis.displacement_scale * static_cast<double>(values[axis.displacement.id]);
}

std::string position_text(const Place& place, double x, double y, const std::vector<float>& values) {
  std::string text = fmt::format("at x = {:.9g}, y = {:.9g}", coordinate(place.axes[0], x, y, values),
                                 coordinate(place.axes[1], x, y, values));
  if (place.three_d) text += fmt::format(", z = {:.9g}", coordinate(place.axes[2], x, y, values));
  return text;
}

std::string kind_text(const Graph& graph, const GraphNode& node) {
  if (node.spec->category != "fractal") return std::string(node.spec->type);
  const std::int64_t octaves = node.integer("octaves");
  return fmt::format("{}, {} octave{} of '{}'", node.spec->type, octaves, octaves == 1 ? "" : "s",
                     graph.node(node.input("source")).name);
}

std::string place_in_file(const GraphNode& node, const Diagnostics& sources) {
  return fmt::format("{}:{}", std::filesystem::path(sources.source_name(node.loc)).filename().string(),
                     node.loc.line);
}

std::string line_of(const Graph& graph, const Row& row, double x, double y, const std::vector<float>& values,
                    const Diagnostics& sources) {
  const GraphNode& node = graph.node(row.node);
  std::string text(2 * row.depth, ' ');
  const float value = values[row.value.id];
  if (!row.port.empty()) text += fmt::format("{}: ", row.port);
  if (node.spec->type == "constant") return text + fmt::format("{}\n", value);
  text += fmt::format("{} = {}  ({}", node.name, value, kind_text(graph, node));
  if (node.named) text += ", " + place_in_file(node, sources);
  text += ')';
  if (row.moved) text += "  " + position_text(row.place, x, y, values);
  if (row.above) text += "  as above";
  return text + '\n';
}

}  // namespace

std::string describe_values_at(const CompiledRecipe& compiled, double x, double y, const Diagnostics& sources) {
  Diagnostics known;  // what lowering finds was told when the recipe was compiled
  ValueTree tree(compiled.graph, known);
  std::vector<std::size_t> first_rows;
  for (const ProgramOutput& output : compiled.schedule.program.outputs) {
    first_rows.push_back(tree.size());
    tree.add(output.node);
  }
  first_rows.push_back(tree.size());
  const std::vector<float> values = evaluate_reference(tree.take_program(), x, y);
  std::string text = fmt::format("at x = {}, y = {}\n", x, y);
  for (std::size_t o = 0; o + 1 < first_rows.size(); ++o) {
    text += fmt::format("\n{}\n", compiled.schedule.program.outputs[o].name);
    for (std::size_t r = first_rows[o]; r < first_rows[o + 1]; ++r)
      text += line_of(compiled.graph, tree.row(r), x, y, values, sources);
  }
  return text;
}

}  // namespace orograph
