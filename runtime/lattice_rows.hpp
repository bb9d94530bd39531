// SPDX-License-Identifier: MIT
// LatticeRows: an octave of square-lattice noise on the grid, row by row. Keeps the two lattice rows around the
// current row and makes them anew only when the row enters the next cell; per row only the columns are blended.
#pragma once
#include <cstdint>

#include "runtime/aligned.hpp"
#include "runtime/kernels.hpp"

namespace orograph {

class LatticeRows {
 public:
  // For tiles of at most `samples` columns.
  LatticeRows(NoiseKind kind, std::size_t samples);

  // Starts a tile whose cells run from first_cell to last_cell (relative to base). False when the octave has so many
  // lattice columns that hashing sample by sample is no dearer; the octave then does without this.
  bool start(const NoiseOctave& octave, int directions, std::int32_t base, std::int32_t first_cell,
             std::int32_t last_cell);

  // The columns of the row at y, z.
  ColumnsView row(const NoiseKernels& kernels, const RowCell& y, const RowCell& z);

 private:
  LatticeRow make_row(std::size_t which);
  void fill(const NoiseKernels& kernels, const LatticeRow& row, std::int32_t y, const RowCell& z) const;

  bool value_noise_;
  std::size_t capacity_;        // lattice columns with slack
  AlignedArray<float> memory_;  // two lattice rows of three components, then p and q
  LatticeRow low_, high_;
  float* p_;
  float* q_;

  const NoiseOctave* octave_ = nullptr;
  int directions_ = 256;
  std::int32_t first_ = 0;     // lattice index of the first column
  std::int32_t low_cell_ = 0;  // the cell, relative to base, of the first column
  std::size_t count_ = 0;
  bool filled_ = false;
  std::int32_t y0_ = 0, y1_ = 0;  // of the filled rows
  RowCell z_;
};

}  // namespace orograph
