// SPDX-License-Identifier: MIT
// LatticeRows: an octave of square-lattice noise on the grid, row by row, as spans. Lattice points are hashed once
// (once a row of samples where z changes with the row), blended along x once a lattice row (lines), and combined in
// pairs once a row of cells (spans, which begin with their lower line); a sample then costs a few operations on its
// span.
#pragma once
#include <cstdint>

#include "runtime/aligned.hpp"
#include "runtime/kernels.hpp"

namespace orograph {

class CoordinateTable;

class LatticeRows {
 public:
  // For tiles of at most `samples` columns.
  LatticeRows(NoiseKind kind, std::size_t samples);

  // Starts a tile whose columns are the first `samples` of `x`, and which asks for up to `at_once` <= group_rows
  // spans at once. False when the octave has so many lattice columns that hashing sample by sample is no dearer, or
  // `x` is not steady; the octave then does without this.
  bool start(const NoiseKernels& kernels, const NoiseOctave& octave, int directions, const CoordinateTable& x,
             std::size_t samples, std::size_t at_once);

  // The spans of the row at y, z. They stay until as many others were asked for as the tile asks for at once.
  const SpanRow& spans(const NoiseKernels& kernels, const RowCell& y, const RowCell& z) {
    if (!filled_ || y.i0 != y0_ || y.i1 != y1_ || (three_d_ && !(z == z_))) enter(kernels, y, z);
    return rows_[newest_];
  }

 private:
  void enter(const NoiseKernels& kernels, const RowCell& y, const RowCell& z);
  // The lattice row's points, indexed by a cell relative to the base of the tile's columns.
  LatticeRow points_at(const NoiseKernels& kernels, std::int32_t y, const RowCell& z);

  bool three_d_;
  std::size_t samples_, columns_;  // room for
  AlignedArray<float> memory_;     // one lattice row of points, then the ring of spans
  AlignedArray<std::int32_t> x_parts_;
  LatticeRow points_;

  // The newest spans' upper line is the lower one of the spans to come.
  struct Spans {
    LatticeRow line, rise;
  };
  static constexpr std::size_t most_spans = group_rows + 1;
  std::array<Spans, most_spans> spans_;
  std::array<SpanRow, most_spans> rows_{};
  std::size_t ring_size_ = most_spans;  // of them, in this tile: the fewer, the more stay in the caches
  std::size_t newest_ = 0;

  PartView view_;            // the tile's columns
  std::int32_t lowest_ = 0;  // the cell of the first lattice column
  std::size_t sample_count_ = 0, column_count_ = 0;
  int directions_ = 256;
  bool filled_ = false;
  std::int32_t y0_ = 0, y1_ = 0;  // of the newest spans
  RowCell z_;
};

}  // namespace orograph
