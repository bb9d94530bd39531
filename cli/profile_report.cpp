// SPDX-License-Identifier: MIT
#include "cli/profile_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace orograph {
namespace {

struct Line {
  double seconds = 0;
  std::string what, node, place;
};

// "noise perlin_diamond_2d, 8 octaves", "multiply"
std::string what_of(const Program& program, const Instruction& i) {
  const std::string_view name = op_info(i.op).name;
  if (i.op != Op::noise) return std::string(name);
  const NoiseSum& sum = program.noise(i);
  return fmt::format("{} {}, {} octave{}", name, noise_kind_name(sum.kind), sum.octaves.size(),
                     sum.octaves.size() == 1 ? "" : "s");
}

Line line_of(const CompiledRecipe& compiled, std::uint32_t id, double seconds, const Diagnostics& sources) {
  const Instruction& i = compiled.schedule.program.instructions[id];
  const GraphNode& node = compiled.graph.node(i.node);
  const std::string file = std::filesystem::path(sources.source_name(node.loc)).filename().string();
  return {seconds, what_of(compiled.schedule.program, i), node.name, fmt::format("{}:{}", file, node.loc.line)};
}

}  // namespace

std::string describe_profile(const CompiledRecipe& compiled, const Profile& profile, double samples,
                             const Diagnostics& sources) {
  constexpr double least_share = 0.005;
  const double total = profile.total();
  std::vector<Line> lines{{profile.coordinates, "lattice cells of columns and rows", "", ""},
                          {profile.guards, "which arms of mixes show", "", ""},
                          {profile.results, "checking and storing the channels", "", ""}};
  std::erase_if(lines, [](const Line& line) { return line.seconds <= 0; });
  Line others;
  std::size_t other_count = 0;
  for (std::uint32_t id = 0; id < profile.instructions.size(); ++id) {
    const double seconds = profile.instructions[id];
    if (seconds >= least_share * total) {
      lines.push_back(line_of(compiled, id, seconds, sources));
    } else if (compiled.schedule.rate[id] != Rate::uniform) {
      others.seconds += seconds;
      ++other_count;
    }
  }
  std::ranges::sort(lines, std::greater(), &Line::seconds);
  others.what = fmt::format("{} more, each below {} %", other_count, 100 * least_share);
  if (other_count > 0) lines.push_back(others);
  std::string text = fmt::format("{:>7}{:>11}  {:<40}{:<28}{}\n", "share", "ns/sample", "step", "node", "place");
  for (const Line& line : lines) {
    std::string row = fmt::format("{:>5.1f} %{:>11.3f}  {:<40}{:<28}{}", 100 * line.seconds / total,
                                  1e9 * line.seconds / samples, line.what, line.node, line.place);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text;
}

}  // namespace orograph
