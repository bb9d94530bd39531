// SPDX-License-Identifier: MIT
#include "cli/render_report.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <map>

#include "cli/share.hpp"
#include "graph/warning.hpp"

namespace orograph {
namespace {

double samples_of(const GridWindow& window) {
  return static_cast<double>(window.width) * static_cast<double>(window.height);
}

double peak_megabytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

void describe_clamped(const OutputFile& file, std::span<const Quantized> channels, std::vector<std::string>& lines) {
  constexpr std::array<double, 2> halves{-largest_half, largest_half};
  const ImageSpec& spec = file.spec;
  const std::array<double, 2> range = spec.range.value_or(halves);
  const bool inverted = range[1] < range[0];
  const double samples = static_cast<double>(spec.width) * static_cast<double>(spec.height);
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const std::uint64_t count = channels[c].clamped_low + channels[c].clamped_high;
    if (count == 0) continue;
    lines.push_back(fmt::format("warning: {}: channel '{}': {} samples ({}) clamped: {} below {}, {} above {} [{}]\n",
                                file.target.string(), spec.channels[c], count, share_of(count, samples),
                                inverted ? channels[c].clamped_high : channels[c].clamped_low,
                                std::min(range[0], range[1]),
                                inverted ? channels[c].clamped_low : channels[c].clamped_high,
                                std::max(range[0], range[1]), warning_code(Warning::clamped_samples)));
  }
}

void warn_zero_divisions(const RenderReport& report, const CompiledRecipe& compiled, const GridWindow& window,
                         Diagnostics& diagnostics) {
  std::map<NodeId, std::uint64_t> counts;  // a node may divide at several places
  const auto& checks = compiled.schedule.program.division_checks;
  for (std::size_t c = 0; c < checks.size(); ++c) counts[checks[c].node] += report.zero_divisions[c];
  for (const auto& [id, count] : counts) {
    if (count == 0) continue;
    const GraphNode& node = compiled.graph.node(id);
    const InCall in_call(diagnostics, node.call);
    if (!node.of_function.empty()) {
      diagnostics.warning(
          node.loc,
          coded(Warning::division_by_zero,
                fmt::format("{} of '{}' in '{}' are equal at {} samples ({}), where its ramp is taken as 0",
                            node.equal_arguments, node.of_function, node.name.substr(0, node.name.rfind('(')), count,
                            share_of(count, samples_of(window)))));
      continue;
    }
    diagnostics.warning(
        node.loc, coded(Warning::division_by_zero,
                        fmt::format("'{}' divided by zero {} times ({} of the samples) and gave 0 there", node.name,
                                    count, share_of(count, samples_of(window)))));
  }
}

std::string describe_stats(const CompiledRecipe& compiled, const RenderReport& report, const GridWindow& window,
                           const Kernels& kernels, const RenderTimes& times) {
  const double samples = samples_of(window);
  std::string text;
  const auto line = [&](std::string_view what, double seconds, std::string_view note = {}) {
    text += fmt::format("{:<18}{:>10.3f} ms{}\n", what, seconds * 1000, note);
  };
  for (const StageTime& time : compiled.times) line(time.stage, time.seconds);
  line("render", times.render);
  line("  compute", report.compute_seconds, "  (summed over threads)");
  line("  encode and write", report.sink_seconds, "  (beside computing)");
  line("finish", times.finish);
  text +=
      fmt::format("{:<18}{:>10.0f}  of {} channel{}\n", "samples", samples, compiled.schedule.program.outputs.size(),
                  compiled.schedule.program.outputs.size() == 1 ? "" : "s");
  text += fmt::format("{:<18}{:>10.2f}  million\n", "samples a second", samples / times.render / 1e6);
  text += fmt::format("{:<18}{:>10}\n", "instruction set", kernels.target);
  text += fmt::format("{:<18}{:>10}\n", "threads", report.threads);
  text += fmt::format("{:<18}{:>10.1f}  MiB\n", "peak memory", peak_megabytes());
  return text;
}

}  // namespace orograph
