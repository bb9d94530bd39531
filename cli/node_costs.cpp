// SPDX-License-Identifier: MIT
#include "cli/node_costs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace orograph {
namespace {

std::string place_of(const GraphNode& node, const Diagnostics& sources) {
  return fmt::format("{}:{}", std::filesystem::path(sources.source_name(node.loc)).filename().string(),
                     node.loc.line);
}

// "height(max)" stands in "height", "mask.input.source" in "mask.input", and that in "mask".
NodeId owner_by_name(std::string_view name, const std::unordered_map<std::string_view, NodeId>& named) {
  name = name.substr(0, name.find('('));
  for (;;) {
    if (const auto found = named.find(name); found != named.end()) return found->second;
    const std::size_t point = name.rfind('.');
    if (point == std::string_view::npos) return no_node;
    name = name.substr(0, point);
  }
}

std::vector<bool> reached_by_outputs(const CompiledRecipe& compiled) {
  const Graph& graph = compiled.graph;
  std::vector<bool> reached(graph.size());
  std::vector<NodeId> open;
  for (const ProgramOutput& output : compiled.schedule.program.outputs) open.push_back(output.node);
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (reached[id]) continue;
    reached[id] = true;
    for (const auto& port : graph.node(id).inputs) open.insert(open.end(), port.begin(), port.end());
  }
  return reached;
}

// The first few, and how many more.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more",
                     fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(most), ", "),
                     names.size() - most);
}

// Instructions of arms that a mix or select may hide.
std::vector<bool> guarded(const Schedule& s) {
  std::vector<bool> result(s.program.instructions.size());
  std::size_t until = 0;
  for (std::size_t k = 0; k < s.steps.size(); ++k) {
    const Step& step = s.steps[k];
    if (step.kind == Step::Kind::guard)
      until = std::max(until, k + 1 + step.count);
    else if (k < until)
      result[step.value.id] = true;
  }
  return result;
}

struct Fate {
  std::size_t instructions = 0, point = 0, skipped = 0, users = 0;
};

}  // namespace

std::vector<NodeId> owners(const Graph& graph) {
  std::unordered_map<std::string_view, NodeId> named;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).named) named.emplace(graph.node(id).name, id);
  std::vector<NodeId> result(graph.size());
  for (NodeId id = 0; id < graph.size(); ++id) {
    const NodeId owner = graph.node(id).named ? id : owner_by_name(graph.node(id).name, named);
    result[id] = owner == no_node ? id : owner;
  }
  return result;
}

std::vector<NodeCost> node_costs(const CompiledRecipe& compiled, const Profile& profile,
                                 std::span<const NodeId> owner, const std::vector<bool>& counted) {
  std::map<NodeId, double> seconds;
  for (std::size_t id = 0; id < profile.instructions.size(); ++id)
    if (counted[id] && profile.instructions[id] > 0)
      seconds[owner[compiled.schedule.program.instructions[id].node]] += profile.instructions[id];
  std::vector<NodeCost> costs;
  for (const auto& [node, sum] : seconds) costs.push_back({node, sum});
  // Dearest first, equals by node. Not std::stable_sort: libstdc++ allocates its buffer in a way clang calls
  // deprecated.
  std::ranges::sort(costs, {}, [](const NodeCost& cost) { return std::pair(-cost.seconds, cost.node); });
  return costs;
}

std::string describe_share(const CompiledRecipe& compiled, const Profile& profile, std::span<const NodeCost> costs,
                           const Diagnostics& sources) {
  constexpr std::size_t most_told = 4;
  constexpr double least_share = 0.01;
  const double total = profile.total();
  double whole = 0, told = 0;
  std::vector<std::string> parts;
  for (const NodeCost& cost : costs) {
    whole += cost.seconds;
    if (parts.size() == most_told || cost.seconds < least_share * total) continue;
    const GraphNode& node = compiled.graph.node(cost.node);
    parts.push_back(fmt::format("{} {:.0f} % ({})", node.name, 100 * cost.seconds / total, place_of(node, sources)));
    told += cost.seconds;
  }
  if (whole - told >= least_share * total)
    parts.push_back(fmt::format("others {:.0f} %", 100 * (whole - told) / total));
  return fmt::format("{:.0f} % of it{}{}", 100 * whole / total, parts.empty() ? "" : ": ", fmt::join(parts, ", "));
}

std::string describe_costs(const CompiledRecipe& compiled, const Profile& profile, std::span<const NodeCost> costs,
                           const Diagnostics& sources) {
  constexpr double least_share = 0.005;
  const double total = profile.total();
  const auto line = [&](double seconds, std::string_view what, const std::string& place) {
    std::string text = fmt::format("  {:>5.1f} %  {:<32}{}", 100 * seconds / total, what, place);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  };
  std::string text;
  double small = 0;
  std::size_t small_count = 0;
  for (const NodeCost& cost : costs) {
    if (cost.seconds < least_share * total) {
      small += cost.seconds;
      ++small_count;
      continue;
    }
    const GraphNode& node = compiled.graph.node(cost.node);
    text += line(cost.seconds, node.name, place_of(node, sources));
  }
  if (small_count > 0)
    text += line(small, fmt::format("{} other node{}", small_count, small_count == 1 ? "" : "s"), "");
  return text + line(profile.coordinates + profile.guards + profile.results, "positions, masks and storing", "");
}

std::string describe_fates(const CompiledRecipe& compiled, std::span<const NodeId> owner) {
  const Graph& graph = compiled.graph;
  const Schedule& s = compiled.schedule;
  const std::vector<bool> is_guarded = guarded(s), reached = reached_by_outputs(compiled);
  std::vector<Fate> fates(graph.size());
  for (std::size_t id = 0; id < s.program.instructions.size(); ++id) {
    const Instruction& i = s.program.instructions[id];
    if (i.op == Op::constant) continue;
    Fate& fate = fates[owner[i.node]];
    ++fate.instructions;
    fate.point += s.rate[id] == Rate::point ? 1U : 0U;
    fate.skipped += is_guarded[id] ? 1U : 0U;
  }
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (!reached[id]) continue;
    for (const auto& port : graph.node(id).inputs)
      for (const NodeId input : port) ++fates[input].users;
  }
  for (const ProgramOutput& output : s.program.outputs) ++fates[output.node].users;
  std::vector<std::string> shared, hoisted, skipped, folded;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const GraphNode& node = graph.node(id);
    const Fate& fate = fates[id];
    if (!node.named || !reached[id]) continue;
    if (fate.instructions == 0) {
      folded.push_back(node.name);
      continue;
    }
    if (fate.users > 1) shared.push_back(fmt::format("{} ({} uses)", node.name, fate.users));
    if (fate.point == 0) hoisted.push_back(node.name);
    if (fate.point > 0 && fate.skipped == fate.point) skipped.push_back(node.name);
  }
  std::string text;
  const auto line = [&](std::string_view fate, const std::vector<std::string>& names, std::string_view what) {
    if (!names.empty()) text += fmt::format("  {:<11}{}: {}\n", fate, listed(names), what);
  };
  line("shared", shared, "computed once");
  line("hoisted", hoisted, "once a row, a column or a render, not once a sample");
  line("skipped", skipped, "only where a mix, or a condition, shows them");
  line("folded", folded, "no work of their own, as constants, copies or another node read elsewhere");
  return text.empty() ? text : "nodes\n" + text;
}

}  // namespace orograph
