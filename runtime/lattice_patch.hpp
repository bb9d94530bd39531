// SPDX-License-Identifier: MIT
// LatticePatch: the lattice points around an octave's samples where x and y of the lattice both vary along the row
// (warped, rotated or simplex noise), z being the same everywhere; 3D simplex noise does without. A ring of
// lattice rows, each made when a strip of samples first comes near it, so that a point is hashed about once a tile
// and not once a corner of a sample. Points are made again where samples leave the ring's columns.
#pragma once
#include <cstdint>
#include <vector>

#include "runtime/aligned.hpp"
#include "runtime/kernels.hpp"

namespace orograph {

// Lattice points from (i0, j0) to (i1, j1), both included; indices before the period is applied.
struct LatticeBox {
  std::int64_t i0 = 0, i1 = 0, j0 = 0, j1 = 0;
};

class LatticePatch {
 public:
  explicit LatticePatch(NoiseKind kind);

  // Starts a tile: forgets every point.
  void start(const NoiseOctave& octave, int directions, const RowCell& z);

  // Makes the points of a box ready in view(), for `samples` samples. False when there are so many, in this strip or
  // in the tile so far, that hashing the corners of each sample is cheaper.
  bool cover(const NoiseKernels& kernels, const LatticeBox& box, std::size_t samples);

  const PointsView& view() const { return view_; }

 private:
  bool reserve(const NoiseKernels& kernels, const LatticeBox& box);
  void fill_row(const NoiseKernels& kernels, std::int64_t j);

  std::size_t components_;
  std::size_t plane_ = 0;  // floats of one component
  const NoiseOctave* octave_ = nullptr;
  int directions_ = 256;
  AlignedArray<float> memory_;
  AlignedArray<std::int32_t> x_parts_;
  std::vector<std::int64_t> row_of_slot_;  // which lattice row a slot of the ring holds
  std::int64_t first_column_ = 0, columns_ = 0;
  RowCell z_;
  std::uint64_t filled_points_ = 0, seen_samples_ = 0;
  PointsView view_;
};

}  // namespace orograph
