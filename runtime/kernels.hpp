// SPDX-License-Identifier: MIT
// Kernels: the inner loops, one set an instruction set, all compiled from one source. Every loop runs over a whole
// number of `block_multiple` samples; arrays are padded to that and aligned to 64 bytes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "graph/ir.hpp"

namespace orograph {

inline constexpr std::size_t block_multiple = 16;  // floats of the widest vector

// The samples that loops over `count` of them run over, and arrays have room for.
constexpr std::size_t padded(std::size_t count) {
  return (count + block_multiple - 1) / block_multiple * block_multiple;
}

// Lattice columns are read a vector at a time from any of them: that many floats follow the last.
inline constexpr std::size_t lattice_slack = 2 * block_multiple;

// A float operand: sample i reads data[i & index_mask]. The mask is ~0 for one value a sample, and 0 for one value
// for all, which stands there block_multiple times.
struct Operand {
  const float* data = nullptr;
  std::size_t index_mask = ~std::size_t{0};
};

// One affine part of a coordinate: cells relative to a base, fractions and their fades.
struct PartView {
  const std::int32_t* cell = nullptr;  // null: this part is absent
  const float* fraction = nullptr;
  const float* fade = nullptr;
  std::size_t index_mask = ~std::size_t{0};  // as of Operand
};

// A coordinate of an octave evaluated sample by sample.
struct AxisView {
  PartView first, second;
  std::int32_t base = 0;  // added to the cells
  Operand displacement;   // null: none
  float displacement_scale = 1;
  std::int32_t period = 0;
};

// Lattice columns of an octave for one row; index them by a sample's cell.
struct ColumnsView {
  const float* p = nullptr;
  const float* q = nullptr;  // null for value noise
};

struct OctaveView {
  const NoiseOctave* octave = nullptr;
  bool on_lattice = false;  // whether `columns` holds this row's lattice columns
  ColumnsView columns;
  std::array<AxisView, 3> axes;  // on_lattice: only axes[0].first is read
};

// A lattice coordinate shared by a whole row.
struct RowCell {
  std::int32_t i0 = 0, i1 = 0;
  float t = 0, s = 0;
  friend bool operator==(const RowCell&, const RowCell&) = default;
};

// One row of lattice points, as up to three arrays (height; or gradient x, y and the blended z part).
struct LatticeRow {
  std::array<float*, 3> components{};
};

using ElementwiseKernel = void (*)(float* out, Operand a, Operand b, Operand c, std::size_t count);

struct NoiseKernels {
  // out[i] = sum of the octaves' weighted, shaped values at sample i.
  void (*sum)(float* out, std::span<const OctaveView> octaves, NoiseShape shape, int directions, std::size_t count);
  // Lattice points first, first + 1, ... (indices before the period is applied) of lattice row y. Null for simplex.
  void (*lattice_points)(const LatticeRow& out, const NoiseOctave& octave, int directions, std::int32_t first,
                         std::int32_t y, const RowCell& z, std::size_t count);
  // The columns between two lattice rows. Null for simplex.
  void (*lattice_columns)(float* p, float* q, const LatticeRow& low, const LatticeRow& high, const RowCell& y,
                          std::size_t count);
};

struct Kernels {
  std::string_view target;                              // "scalar", "sse4", "avx2", "avx512", "neon"
  std::array<ElementwiseKernel, op_count> elementwise;  // null for constant, coordinate, noise
  std::array<NoiseKernels, noise_kind_count> noise;
  // a = position * factor + offset; cell = floor(a) - base, which must fit an int32; fraction = a - floor(a).
  void (*split)(const double* position, double factor, double offset, double base, std::int32_t* cell,
                float* fraction, float* fade, std::size_t count);
  // fade[i] = 6 t^5 - 15 t^4 + 10 t^3.
  void (*fade)(const float* t, float* out, std::size_t count);
  // Whether all of `count` (any number of) samples equal v.
  bool (*all_equal)(Operand a, float v, std::size_t count);
  // Copies `count` (any number of) samples; false when one of them is NaN or infinite.
  bool (*copy_finite)(float* out, Operand a, std::size_t count);
};

}  // namespace orograph
