// SPDX-License-Identifier: MIT
#include "runtime/coordinate_table.hpp"

#include <cmath>

#include "graph/reference.hpp"
#include "runtime/lattice_index.hpp"

namespace orograph {
namespace {

// Cells of one table lie less than this from their base, so that sums of a few of them stay inside an int32.
constexpr double max_span = 1 << 28;

}  // namespace

CoordinateTable::CoordinateTable(const PartSpec& part, std::size_t capacity)
    : part_(part),
      cell_(padded(capacity) + column_slack),
      row_cell_(block_multiple),
      fraction_(padded(capacity) + column_slack),
      fade_(capacity),
      row_fraction_(block_multiple) {}

void CoordinateTable::fill_steady(const Kernels& kernels, std::span<const double> positions) {
  const double first = std::floor(positions.front() * part_.factor + part_.offset);
  const double last = std::floor(positions.back() * part_.factor + part_.offset);
  if (!(std::fabs(last - first) < max_span)) return fill_scattered(kernels, positions);
  kernels.split(positions.data(), part_.factor, part_.offset, first, cell_.data(), fraction_.data(), fade_.data(),
                positions.size());
  base_ = split_part(first, part_.period).cell;
  steady_ = true;
  broadcast_ = none;
}

void CoordinateTable::fill_scattered(const Kernels& kernels, std::span<const double> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const AxisPart part = split_part(positions[i] * part_.factor + part_.offset, part_.period);
    cell_[i] = part.cell;
    fraction_[i] = part.fraction;
  }
  kernels.fade(fraction_.data(), fade_.data(), positions.size());
  base_ = 0;
  steady_ = false;
  broadcast_ = none;
}

RowCell CoordinateTable::row_cell(std::size_t i) const {
  return make_row_cell(index_plus(base_, cell_[i]), fraction_[i], fade_[i], part_.period);
}

void CoordinateTable::repeat(std::size_t i, Spread spread) {
  broadcast_ = i;
  spread_ = spread;
  for (std::size_t n = 0; n < block_multiple; ++n) {
    const std::size_t from = spread == Spread::rows ? i + row_of(n) : i;
    row_cell_[n] = cell_[from];
    row_fraction_[n] = fraction_[from];
  }
}

RowCell make_row_cell(std::int32_t index, float fraction, float fade, std::int32_t period) {
  if (period == 0) return {index, index_plus(index, 1), fraction, fade};
  std::int32_t i0 = index % period;
  if (i0 < 0) i0 += period;
  return {i0, i0 + 1 == period ? 0 : i0 + 1, fraction, fade};
}

}  // namespace orograph
