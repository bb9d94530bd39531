// SPDX-License-Identifier: MIT
// GridSelection: the recipe's grid, --resolution, --region and --window to the samples that are rendered. A part of a
// grid is whole pixels of it, so that it equals that crop of the whole.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "graph/bounds.hpp"
#include "graph/recipe.hpp"
#include "runtime/renderer.hpp"

namespace orograph {

struct GridSelection {
  std::optional<std::array<std::int64_t, 2>> resolution;
  std::optional<std::array<double, 4>> region;        // x0, y0, x1, y1
  std::optional<std::array<std::int64_t, 4>> window;  // column, row, width, height
};

struct SelectedGrid {
  Grid grid;                          // the recipe's, or what --resolution makes of it
  GridWindow window;                  // the part that is rendered
  std::array<double, 4> world_box{};  // of the window: outer edges (area) or outermost samples (point)
};

// UsageError when the options do not fit the grid, or each other.
SelectedGrid select_grid(const std::optional<Grid>& grid, const GridSelection& selection);

// The positions of a window's samples.
Domain domain_of(const GridWindow& window);

}  // namespace orograph
