// SPDX-License-Identifier: MIT
#include "runtime/lattice_rows.hpp"

#include <utility>

namespace orograph {
namespace {

// Up to this many lattice columns a sample, a row of columns costs less than hashing four corners a sample.
std::size_t max_columns(std::size_t samples) {
  return samples + samples / 2 + 2;
}

}  // namespace

LatticeRows::LatticeRows(NoiseKind kind, std::size_t samples)
    : value_noise_(kind == NoiseKind::value_2d || kind == NoiseKind::value_3d),
      capacity_(padded(max_columns(samples)) + lattice_slack),
      memory_(8 * capacity_),
      low_(make_row(0)),
      high_(make_row(1)),
      p_(memory_.data() + 6 * capacity_),
      q_(memory_.data() + 7 * capacity_) {}

LatticeRow LatticeRows::make_row(std::size_t which) {
  float* start = memory_.data() + 3 * which * capacity_;
  return {{start, start + capacity_, start + 2 * capacity_}};
}

bool LatticeRows::start(const NoiseOctave& octave, int directions, std::int32_t base, std::int32_t first_cell,
                        std::int32_t last_cell) {
  const std::int32_t low = std::min(first_cell, last_cell);
  count_ = static_cast<std::size_t>(std::max(first_cell, last_cell) - low) + 2;
  if (padded(count_) + lattice_slack > capacity_) return false;
  octave_ = &octave;
  directions_ = directions;
  low_cell_ = low;
  first_ = static_cast<std::int32_t>(static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(low));
  filled_ = false;
  return true;
}

void LatticeRows::fill(const NoiseKernels& kernels, const LatticeRow& row, std::int32_t y, const RowCell& z) const {
  kernels.lattice_points(row, *octave_, directions_, first_, y, z, count_);
}

ColumnsView LatticeRows::row(const NoiseKernels& kernels, const RowCell& y, const RowCell& z) {
  const bool same_z = filled_ && z == z_;
  if (!same_z || y.i0 != y0_ || y.i1 != y1_) {
    if (same_z && y.i0 == y1_)
      std::swap(low_, high_);
    else
      fill(kernels, low_, y.i0, z);
    fill(kernels, high_, y.i1, z);
    filled_ = true;
    y0_ = y.i0, y1_ = y.i1, z_ = z;
  }
  kernels.lattice_columns(p_, q_, low_, high_, y, count_);
  // Indexed by a cell relative to base: cell low_cell_ is column 0. low_cell_ is 0 or negative.
  return {p_ - low_cell_, value_noise_ ? nullptr : q_ - low_cell_};
}

}  // namespace orograph
