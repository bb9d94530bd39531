// SPDX-License-Identifier: MIT
#include "cli/recipe_lints.hpp"

#include <algorithm>
#include <limits>

#include "graph/lints.hpp"
#include "runtime/renderer.hpp"

namespace orograph {
namespace {

bool has_narrowable_range(const Recipe& recipe) {
  return std::ranges::any_of(recipe.outputs,
                             [](const Output& output) { return output.type == SampleType::u16 && output.range; });
}

std::size_t channel_count(const Recipe& recipe) {
  std::size_t count = 0;
  for (const Output& output : recipe.outputs) count += output.channels.size();
  return count;
}

// The whole window in at most 256 x 256 steps.
GridWindow coarse(GridWindow window) {
  constexpr std::int64_t most = 256;
  for (const std::size_t axis : {0U, 1U}) {
    std::int64_t& size = axis == 0 ? window.width : window.height;
    std::int64_t& first = axis == 0 ? window.column : window.row;
    const std::int64_t step = (size + most - 1) / most;
    window.origin[axis] += static_cast<double>(first) * window.spacing[axis];
    window.spacing[axis] *= static_cast<double>(step);
    first = 0;
    size /= step;
  }
  return window;
}

std::vector<Interval> bounds_of_outputs(const Schedule& schedule) {
  std::vector<Interval> values;
  for (const ProgramOutput& output : schedule.program.outputs) values.push_back(schedule.bounds[output.value.id]);
  return values;
}

// What the samples span; the bounds where some sample is no number.
std::vector<Interval> sampled_outputs(const Schedule& schedule, const GridWindow& window) {
  std::vector<Interval> values(
      schedule.program.outputs.size(),
      Interval{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(), false});
  RenderOptions options;
  options.threads = 1;
  try {
    render(schedule, window, options, [&](const Band& band) {
      for (std::size_t o = 0; o < values.size(); ++o)
        for (std::int64_t r = 0; r < band.rows; ++r) {
          const float* const row = band.outputs[o] + r * band.stride;
          const auto [low, high] = std::minmax_element(row, row + window.width);
          values[o].low = std::min(values[o].low, *low);
          values[o].high = std::max(values[o].high, *high);
        }
    });
  } catch (const NotFinite&) {
    return bounds_of_outputs(schedule);
  }
  return values;
}

}  // namespace

void lint_graph(const CompiledRecipe& compiled, Diagnostics& diagnostics) {
  warn_about_warps(compiled.graph, diagnostics);
  warn_about_clamps(compiled.graph, diagnostics);
}

void lint_on_grid(const CompiledRecipe& compiled, const SelectedGrid& selected, RangeLint ranges,
                  Diagnostics& diagnostics) {
  const Schedule& schedule = compiled.schedule;
  warn_about_sampling(schedule.program, compiled.graph, selected.grid, diagnostics);
  warn_about_coordinates(schedule.program, compiled.graph, selected.grid, diagnostics);
  const bool of_outputs = schedule.program.outputs.size() == channel_count(compiled.recipe);
  if (!of_outputs || !has_narrowable_range(compiled.recipe)) return;
  warn_about_ranges(
      compiled.recipe.outputs,
      ranges == RangeLint::samples ? sampled_outputs(schedule, coarse(selected.window)) : bounds_of_outputs(schedule),
      diagnostics);
}

}  // namespace orograph
