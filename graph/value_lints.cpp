// SPDX-License-Identifier: MIT
// Lints of values: coordinates that a float is too coarse for, ranges that are hardly used, clamps that never act.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "graph/lints.hpp"
#include "graph/lower.hpp"
#include "graph/warning.hpp"

namespace orograph {
namespace {

struct CoordinateSteps {
  double farthest = 0;  // from 0, in the node's own units
  double of_float = 0;  // there, to the next float
  double of_grid = 0;   // from sample to sample, along the direction in which it is largest
};

CoordinateSteps steps_of(const AffineAxis& axis, const Grid& grid) {
  const double half = grid.registration == Registration::area ? 0.5 : 0.0;
  CoordinateSteps steps;
  for (const bool right : {false, true})
    for (const bool below : {false, true}) {
      const auto end = [&](std::size_t d, bool last) {
        const double index = half + (last ? static_cast<double>(grid.resolution[d] - 1) : 0);
        return grid.origin[d] + index * grid.spacing[d];
      };
      steps.farthest =
          std::max(steps.farthest, std::abs(axis.column * end(0, right) + axis.row * end(1, below) + axis.offset));
    }
  const auto farthest = static_cast<float>(steps.farthest);
  steps.of_float = static_cast<double>(std::nextafter(farthest, HUGE_VALF)) - static_cast<double>(farthest);
  if (grid.resolution[0] > 1) steps.of_grid = std::abs(axis.column * grid.spacing[0]);
  if (grid.resolution[1] > 1) steps.of_grid = std::max(steps.of_grid, std::abs(axis.row * grid.spacing[1]));
  return steps;
}

// One digit finer than the width needs, so that the range that is proposed is a round one.
std::array<double, 2> rounded_outwards(double low, double high) {
  const double digit = std::pow(10, std::floor(std::log10(high - low)) - 1);
  return {std::floor(low / digit) * digit, std::ceil(high / digit) * digit};
}

void check_range(const Output& output, const OutputChannel& channel, const Interval& values,
                 Diagnostics& diagnostics) {
  constexpr double least_share = 0.3;
  const double least = std::min((*output.range)[0], (*output.range)[1]);
  const double most = std::max((*output.range)[0], (*output.range)[1]);
  const double low = std::max(least, static_cast<double>(values.low));
  const double high = std::min(most, static_cast<double>(values.high));
  const double share = (high - low) / (most - least);
  // What lies outside is clamped, which is another warning; of a constant no range is narrow enough.
  if (values.may_be_nan || !(share > 0) || share >= least_share) return;
  std::array<double, 2> better = rounded_outwards(low, high);
  if ((*output.range)[1] < (*output.range)[0]) std::swap(better[0], better[1]);
  diagnostics.warning(output.range_loc,
                      coded(Warning::narrow_range, fmt::format("channel '{}' uses {:.2g} % of this range: its values "
                                                               "lie within {:.6g} .. {:.6g}",
                                                               channel.name, 100 * share, low, high)),
                      fmt::format("write 'range: [{:.6g}, {:.6g}]'", better[0], better[1]));
}

// Nodes that some slice reads in 3D, where noises have other bounds.
std::set<NodeId> nodes_in_slices(const Graph& graph) {
  std::vector<NodeId> open;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).spec->type == "slice") open.push_back(id);
  std::set<NodeId> inside;
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    for (const auto& port : graph.node(id).inputs)
      for (const NodeId input : port)
        if (inside.insert(input).second) open.push_back(input);
  }
  return inside;
}

struct ClampedInput {
  NodeId node = no_node, input = no_node;
  double low = 0, high = 0;  // what the input may be for the clamp not to act
};

std::vector<ClampedInput> clamped_inputs(const Graph& graph) {
  std::vector<ClampedInput> clamps;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const GraphNode& node = graph.node(id);
    if (node.call != 0) continue;  // what one call gives a function needs no clamp, what another gives may
    if (node.spec->type == "clamp") {
      clamps.push_back({id, node.input("input"), node.number("low"), node.number("high")});
    } else if (node.spec->type == "remap" && node.flag("clamp")) {
      const std::vector<double>& from = node.numbers("from");
      clamps.push_back({id, node.input("input"), std::min(from[0], from[1]), std::max(from[0], from[1])});
    }
  }
  if (clamps.empty()) return clamps;
  const std::set<NodeId> in_slices = nodes_in_slices(graph);
  std::erase_if(clamps, [&](const ClampedInput& clamp) { return in_slices.contains(clamp.node); });
  return clamps;
}

}  // namespace

void warn_about_coordinates(const Program& program, const Graph& graph, const Grid& grid, Diagnostics& diagnostics) {
  constexpr double most_share = 0.125;
  std::set<std::string_view> told;
  for (const Instruction& i : program.instructions) {
    if (i.op != Op::coordinate) continue;
    const GraphNode& node = graph.node(i.node);
    const CoordinateSteps steps = steps_of(program.axis(i), grid);
    if (steps.of_float <= most_share * steps.of_grid || steps.of_grid == 0) continue;
    const std::string_view axis = node.spec->type == "coordinate" ? node.choice("axis") : "its position";
    if (!told.insert(axis).second) continue;
    const InCall in_call(diagnostics, node.call);
    diagnostics.warning(
        node.loc,
        coded(Warning::coarse_coordinate,
              fmt::format("{} is a float, which goes in steps of {:.4g} at {:.6g}, but samples lie {:.4g} apart",
                          axis, steps.of_float, steps.farthest, steps.of_grid)),
        fmt::format("measure from the grid's origin: put what uses {} under a node {{type: transform, source: ..., "
                    "translate: [{}, {}]}}",
                    axis, grid.origin[0], grid.origin[1]));
  }
}

void warn_about_ranges(std::span<const Output> outputs, std::span<const Interval> values, Diagnostics& diagnostics) {
  std::size_t index = 0;
  for (const Output& output : outputs)
    for (const OutputChannel& channel : output.channels) {
      const Interval& of_channel = values[index++];
      if (output.type == SampleType::u16 && output.range) check_range(output, channel, of_channel, diagnostics);
    }
}

void warn_about_clamps(const Graph& graph, Diagnostics& diagnostics) {
  const std::vector<ClampedInput> clamps = clamped_inputs(graph);
  if (clamps.empty()) return;
  std::vector<NodeId> inputs;
  for (const ClampedInput& clamp : clamps) inputs.push_back(clamp.input);
  Diagnostics known;  // what lowering finds was told before
  const Program program = lower_nodes(graph, inputs, known);
  if (known.has_errors()) return;
  const std::vector<Interval> intervals = bounds(program);
  for (std::size_t k = 0; k < clamps.size(); ++k) {
    const Interval& values = intervals[program.outputs[k].value.id];
    const bool inside =
        static_cast<double>(values.low) >= clamps[k].low && static_cast<double>(values.high) <= clamps[k].high;
    if (values.may_be_nan || !inside || values.low == values.high) continue;
    const GraphNode& node = graph.node(clamps[k].node);
    diagnostics.warning(
        node.loc,
        coded(Warning::idle_clamp, fmt::format("the clamp of '{}' never acts: its input lies within {:.6g} .. {:.6g}",
                                               node.name, values.low, values.high)),
        node.spec->type == "clamp" ? "leave the clamp out, or narrow its bounds"
                                   : "leave 'clamp: true' out, or narrow 'from'");
  }
}

}  // namespace orograph
