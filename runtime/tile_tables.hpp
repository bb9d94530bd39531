// SPDX-License-Identifier: MIT
// TileTables: the coordinate tables of the tile under way, and its size. Shared by all noises of an evaluator.
#pragma once
#include <vector>

#include "runtime/coordinate_table.hpp"

namespace orograph {

struct TileTables {
  std::size_t width = 0, height = 0;           // room for samples of a row and for rows, padded
  bool scattered = false;                      // one row of any positions; row tables hold one entry a sample
  bool in_strips = false;                      // point values are laid out in strips
  std::vector<CoordinateTable> columns, rows;  // per Schedule::column_parts and row_parts

  // Between neighbouring samples of a row, and of a column, in world units; where they rise steadily.
  double longest_step = 0, longest_row_step = 0;
  // The largest |x| and |y|: what a coordinate is rounded by grows with them.
  double farthest_x = 0, farthest_y = 0;

  std::size_t samples = 0, padded_samples = 0;  // of a row of the tile
  std::size_t row_count = 1;
  std::size_t row = 0;  // under way, or the first of the strip
};

}  // namespace orograph
