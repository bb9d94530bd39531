// SPDX-License-Identifier: MIT
#include "cli/grid_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/usage_error.hpp"

namespace orograph {
namespace {

constexpr double too_many_samples = 1e12;

double half_of(const Grid& grid) {
  return grid.registration == Registration::area ? 0.5 : 0.0;
}

// Outer edges (area) or outermost samples (point) of whole pixels first .. first + count - 1.
std::array<double, 2> extent(const Grid& grid, std::size_t axis, std::int64_t first, std::int64_t count) {
  const double last =
      static_cast<double>(grid.registration == Registration::area ? first + count : first + count - 1);
  return {grid.origin[axis] + static_cast<double>(first) * grid.spacing[axis],
          grid.origin[axis] + last * grid.spacing[axis]};
}

// `count` samples over low .. high.
void resample(Grid& grid, std::size_t axis, double low, double high, std::int64_t count) {
  const std::int64_t steps = grid.registration == Registration::area ? count : count - 1;
  grid.origin[axis] = low;
  grid.resolution[axis] = count;
  if (steps == 0) return;  // a lone sample at a point: any spacing serves
  grid.spacing[axis] = (high - low) / static_cast<double>(steps);
}

void check_positions(const Grid& grid) {
  if (static_cast<double>(grid.resolution[0]) * static_cast<double>(grid.resolution[1]) >= too_many_samples)
    throw UsageError(fmt::format("{} x {} samples are too many: an image holds fewer than 10^12", grid.resolution[0],
                                 grid.resolution[1]),
                     "take a smaller --resolution");
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::array<double, 2> ends = extent(grid, axis, 0, grid.resolution[axis]);
    const double farthest = std::max(std::abs(ends[0]), std::abs(ends[1]));
    const double ulp = std::nextafter(farthest, std::numeric_limits<double>::infinity()) - farthest;
    if (!(farthest <= max_position))
      throw UsageError(fmt::format("the samples reach {} = {:g}", axis ? "y" : "x", farthest),
                       fmt::format("positions lie within +-{:g}: take a smaller --region", max_position));
    // Also not so for a spacing of NaN or 0.
    if (grid.resolution[axis] > 1 && !(grid.spacing[axis] >= 2 * ulp))
      throw UsageError(
          fmt::format("at this resolution neighbouring samples would have the same {}", axis ? "y" : "x"),
          "take a smaller --resolution or a larger --region");
  }
}

void apply_resolution(Grid& grid, const GridSelection& selection) {
  if (!selection.resolution) return;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    std::array<double, 2> ends = extent(grid, axis, 0, grid.resolution[axis]);
    if (selection.region) ends = {(*selection.region)[axis], (*selection.region)[axis + 2]};
    resample(grid, axis, ends[0], ends[1], (*selection.resolution)[axis]);
  }
  check_positions(grid);
}

// An edge written as a decimal number rarely meets a pixel's edge exactly.
double snapped(double pixels) {
  constexpr double tolerance = 1e-6;
  const double whole = std::round(pixels);
  return std::abs(pixels - whole) <= tolerance ? whole : pixels;
}

struct Pixels {
  std::int64_t first = 0, count = 0;
};

// The pixels that low .. high touches (area), or the samples that lie in it (point).
Pixels touched(const Grid& grid, std::size_t axis, double low, double high) {
  const auto limit = static_cast<double>(grid.resolution[axis]);
  const double from = snapped((low - grid.origin[axis]) / grid.spacing[axis]);
  const double to = snapped((high - grid.origin[axis]) / grid.spacing[axis]);
  const bool area = grid.registration == Registration::area;
  const double first = std::clamp(area ? std::floor(from) : std::ceil(from), 0.0, limit);
  const double end = std::clamp(area ? std::ceil(to) : std::floor(to) + 1, 0.0, limit);
  return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(std::max(end - first, 0.0))};
}

void apply_region(GridWindow& window, const Grid& grid, const std::array<double, 4>& region) {
  const Pixels columns = touched(grid, 0, region[0], region[2]);
  const Pixels rows = touched(grid, 1, region[1], region[3]);
  if (columns.count == 0 || rows.count == 0) {
    const auto x = extent(grid, 0, 0, grid.resolution[0]), y = extent(grid, 1, 0, grid.resolution[1]);
    throw UsageError("--region holds no sample of the grid",
                     fmt::format("the grid spans {},{},{},{}; with --resolution any region is sampled anew", x[0],
                                 y[0], x[1], y[1]));
  }
  window.column = columns.first, window.width = columns.count;
  window.row = rows.first, window.height = rows.count;
}

void apply_window(GridWindow& window, const Grid& grid, const std::array<std::int64_t, 4>& w) {
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::int64_t size = grid.resolution[axis];
    if (w[axis] >= 0 && w[axis] < size && w[axis + 2] <= size - w[axis]) continue;
    throw UsageError(
        fmt::format("--window {},{},{},{} leaves the grid", w[0], w[1], w[2], w[3]),
        fmt::format("the grid has {} x {} pixels, counted from 0", grid.resolution[0], grid.resolution[1]));
  }
  window.column = w[0], window.row = w[1], window.width = w[2], window.height = w[3];
}

Grid whole_grid(const std::optional<Grid>& grid, const GridSelection& selection) {
  if (grid) return *grid;
  if (selection.resolution && selection.region) return {};
  throw UsageError("the recipe has no 'grid', so there is nothing to sample",
                   "add 'grid: {spacing: 4, resolution: [1024, 1024]}' to the recipe,\n"
                   "or give both --region X0,Y0,X1,Y1 and --resolution WxH");
}

}  // namespace

SelectedGrid select_grid(const std::optional<Grid>& grid, const GridSelection& selection) {
  if (selection.region && selection.window)
    throw UsageError("--region and --window both choose a part of the grid", "give one of them");
  SelectedGrid selected;
  selected.grid = whole_grid(grid, selection);
  apply_resolution(selected.grid, selection);

  const Grid& g = selected.grid;
  GridWindow& window = selected.window;
  window.origin = g.origin;
  window.spacing = g.spacing;
  window.half = half_of(g);
  window.width = g.resolution[0];
  window.height = g.resolution[1];
  if (selection.region && !selection.resolution) apply_region(window, g, *selection.region);
  if (selection.window) apply_window(window, g, *selection.window);

  const auto x = extent(g, 0, window.column, window.width), y = extent(g, 1, window.row, window.height);
  selected.world_box = {x[0], y[0], x[1], y[1]};
  return selected;
}

Domain domain_of(const GridWindow& window) {
  return {window.x(0), window.x(window.width - 1), window.y(0), window.y(window.height - 1)};
}

}  // namespace orograph
