// SPDX-License-Identifier: MIT
#include "runtime/lattice_patch.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "runtime/coordinate_table.hpp"

namespace orograph {
namespace {

constexpr std::int64_t max_points = 1 << 16;  // of a ring: 512 KiB of 2D gradients; most are far smaller
constexpr std::int64_t max_rows = 1 << 8;
constexpr std::int64_t no_row = std::numeric_limits<std::int64_t>::min();

// Points that pay: a sample that hashes makes four of its own. A tile may start with more, for what later rows share.
constexpr std::uint64_t points_a_sample = 3;
constexpr std::uint64_t points_at_start = 1 << 14;

}  // namespace

LatticePatch::LatticePatch(NoiseKind kind)
    : components_(kind == NoiseKind::value_2d || kind == NoiseKind::value_3d                         ? 1
                  : kind == NoiseKind::perlin_octahedron_3d || kind == NoiseKind::perlin_improved_3d ? 3
                                                                                                     : 2) {}

void LatticePatch::start(const NoiseOctave& octave, int directions, const RowCell& z) {
  octave_ = &octave;
  z_ = z;
  directions_ = directions;
  columns_ = 0;
  filled_points_ = seen_samples_ = 0;
}

bool LatticePatch::cover(const NoiseKernels& kernels, const LatticeBox& box, std::size_t samples) {
  seen_samples_ += samples;
  if (filled_points_ > points_at_start + points_a_sample * seen_samples_) return false;
  const bool inside = columns_ != 0 && box.i0 >= first_column_ && box.i1 < first_column_ + columns_ &&
                      box.j1 - box.j0 < static_cast<std::int64_t>(row_of_slot_.size());
  if (!inside && !reserve(kernels, box)) return false;
  for (std::int64_t j = box.j0; j <= box.j1; ++j)
    if (row_of_slot_[static_cast<std::size_t>(j & view_.row_mask)] != j) fill_row(kernels, j);
  return true;
}

bool LatticePatch::reserve(const NoiseKernels& kernels, const LatticeBox& box) {
  // Rows to come may reach a little further.
  const std::int64_t width = box.i1 - box.i0 + 1, height = box.j1 - box.j0 + 1;
  if (width > max_points || height > max_rows) return false;
  const std::int64_t margin = 2 + width / 8;
  const std::int64_t columns = width + 2 * margin;
  const std::size_t pitch = padded(static_cast<std::size_t>(columns)) + lattice_slack;
  const auto rows =
      static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(2 * height, 8))));
  if (rows * static_cast<std::int64_t>(pitch) > max_points) return false;
  first_column_ = box.i0 - margin;
  columns_ = columns;
  plane_ = (static_cast<std::size_t>(rows) + ring_overlap) * pitch;
  if (memory_.size() < components_ * plane_) memory_ = AlignedArray<float>(components_ * plane_);
  if (x_parts_.size() < pitch) x_parts_ = AlignedArray<std::int32_t>(pitch);
  row_of_slot_.assign(static_cast<std::size_t>(rows), no_row);
  for (std::size_t c = 0; c < components_; ++c) view_.components[c] = memory_.data() + c * plane_;
  view_.first_column = static_cast<std::int32_t>(static_cast<std::uint32_t>(first_column_));
  view_.row_mask = static_cast<std::int32_t>(rows - 1);
  view_.pitch = pitch;
  kernels.lattice_x_parts(x_parts_.data(), *octave_, view_.first_column, static_cast<std::size_t>(columns_));
  return true;
}

void LatticePatch::fill_row(const NoiseKernels& kernels, std::int64_t j) {
  const auto slot = static_cast<std::size_t>(j & view_.row_mask);
  const auto index = static_cast<std::int32_t>(static_cast<std::uint32_t>(j));
  LatticeRow row;
  for (std::size_t c = 0; c < components_; ++c) row.components[c] = memory_.data() + c * plane_ + slot * view_.pitch;
  const std::int32_t y = make_row_cell(index, 0, 0, octave_->period[1]).i0;
  kernels.lattice_points(row, x_parts_.data(), directions_, y, z_, static_cast<std::size_t>(columns_));
  if (slot < ring_overlap) {
    for (std::size_t c = 0; c < components_; ++c)
      std::copy_n(row.components[c], view_.pitch, row.components[c] + row_of_slot_.size() * view_.pitch);
  }
  row_of_slot_[slot] = j;
  filled_points_ += static_cast<std::uint64_t>(columns_);
}

}  // namespace orograph
