// SPDX-License-Identifier: MIT
#include "runtime/lattice_rows.hpp"

#include <utility>

#include "runtime/coordinate_table.hpp"
#include "runtime/lattice_index.hpp"

namespace orograph {
namespace {

// Up to this many lattice columns a row of samples, sharing them costs less than hashing four corners a sample. No
// vector's cells then span two vectors, as lattice_line() asks.
std::size_t max_columns(std::size_t samples) {
  return samples + samples / 2 + 2;
}

// From one array of a span to the next: at a distance of whole pages all would share few sets of a cache.
std::size_t pitch_of(std::size_t samples) {
  return samples + block_multiple;
}

}  // namespace

LatticeRows::LatticeRows(NoiseKind kind, std::size_t samples)
    : three_d_(noise_dimensions(kind) == 3),
      samples_(padded(samples)),
      columns_(padded(max_columns(samples)) + lattice_slack),
      memory_(3 * columns_ + 4 * most_spans * pitch_of(samples_), Content::unset),
      x_parts_(columns_) {
  float* next = memory_.data();
  const auto take = [&](std::size_t count) { return std::exchange(next, next + count); };
  for (float*& component : points_.components) component = take(columns_);
  const std::size_t of_line = kind == NoiseKind::value_2d || kind == NoiseKind::value_3d ? 1 : 2;
  for (std::size_t r = 0; r < most_spans; ++r) {
    for (std::size_t c = 0; c < 2 * of_line; ++c) {
      float* const component = take(pitch_of(samples_));
      rows_[r][c] = component;
      (c < of_line ? spans_[r].line : spans_[r].rise).components[c % of_line] = component;
    }
  }
}

bool LatticeRows::start(const NoiseKernels& kernels, const NoiseOctave& octave, int directions,
                        const CoordinateTable& x, std::size_t samples, std::size_t at_once) {
  if (!x.steady()) return false;
  const std::int32_t first = x.cells()[0], last = x.cells()[samples - 1];
  lowest_ = std::min(first, last);
  column_count_ = static_cast<std::size_t>(std::max(first, last) - lowest_) + 2;
  if (column_count_ > max_columns(samples)) return false;
  kernels.lattice_x_parts(x_parts_.data(), octave, index_plus(x.base(), lowest_), column_count_);
  view_ = x.view();
  sample_count_ = padded(samples);
  directions_ = directions;
  ring_size_ = at_once + 1;
  newest_ = 0;
  filled_ = false;
  return true;
}

LatticeRow LatticeRows::points_at(const NoiseKernels& kernels, std::int32_t y, const RowCell& z) {
  kernels.lattice_points(points_, x_parts_.data(), directions_, y, z, column_count_);
  LatticeRow points = points_;
  for (float*& component : points.components) component -= lowest_;
  return points;
}

void LatticeRows::enter(const NoiseKernels& kernels, const RowCell& y, const RowCell& z) {
  const bool goes_on = filled_ && y.i0 == y1_ && (!three_d_ || z == z_);
  newest_ = (newest_ + 1) % ring_size_;
  const Spans& now = spans_[newest_];
  if (!goes_on) kernels.lattice_line(now.line, points_at(kernels, y.i0, z), view_, sample_count_);
  const Spans& next = spans_[(newest_ + 1) % ring_size_];
  kernels.lattice_rise(now.rise, next.line, now.line, points_at(kernels, y.i1, z), view_, sample_count_);
  filled_ = true;
  y0_ = y.i0, y1_ = y.i1, z_ = z;
}

}  // namespace orograph
