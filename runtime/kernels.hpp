// SPDX-License-Identifier: MIT
// Kernels: the inner loops, one set an instruction set, all compiled from one source. Loops over samples run over a
// whole number of `block_multiple`, but where any number is allowed; arrays of samples are padded to that and aligned
// to 64 bytes.
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

// Samples are run over along a row, or as strips: four rows together, block after block of 4 x 4 samples, so that the
// samples of a vector are neighbours both ways and mostly lie in one cell of a lattice. Sample i of a strip:
inline constexpr std::size_t strip_rows = 4;
constexpr std::size_t column_of(std::size_t i) {
  return i / block_multiple * strip_rows + i % strip_rows;
}
constexpr std::size_t row_of(std::size_t i) {
  return i % block_multiple / strip_rows;
}
static_assert(block_multiple == strip_rows * strip_rows);

// Rows of lattice points are read a vector at a time from any of them: that many floats follow the last.
inline constexpr std::size_t lattice_slack = 2 * block_multiple;

// Cells and fractions of columns are read eight vectors at a time from any block's first: that many follow the last.
inline constexpr std::size_t column_slack = 8 * block_multiple;

// A float operand: sample i reads data[i & index_mask]. The mask is ~0 for one value a sample, 0 for one value for
// all, which stands there block_multiple times, and block_multiple - 1 for one value a row of a strip.
struct Operand {
  const float* data = nullptr;
  std::size_t index_mask = ~std::size_t{0};

  // From sample `first` on.
  Operand from(std::size_t first) const { return {data + (first & index_mask), index_mask}; }
};

// Samples begin .. end - 1 of a row; both are multiples of block_multiple. Where each row passes one on it goes by
// reference: a copy would be read as one vector where two words were written, which waits for all stores before it.
struct SampleRange {
  std::size_t begin = 0, end = 0;

  std::size_t count() const { return end - begin; }
  bool empty() const { return begin >= end; }
};

// Which entry of a PartView a sample reads.
enum class Spread : std::uint8_t {
  each,     // its own
  same,     // one for all, which stands there block_multiple times
  columns,  // of a strip: its column's
  rows,     // of a strip: its row's, which stand as the samples of a block do
};

// One affine part of a coordinate: cells relative to a base, fractions and their fades.
struct PartView {
  const std::int32_t* cell = nullptr;  // null: this part is absent
  const float* fraction = nullptr;
  const float* fade = nullptr;  // null when nobody reads it
  Spread spread = Spread::each;

  // From sample `first`, a multiple of block_multiple, on.
  PartView from(std::size_t first) const {
    if (cell == nullptr || spread == Spread::same || spread == Spread::rows) return *this;
    const std::size_t by = spread == Spread::columns ? column_of(first) : first;
    return {cell + by, fraction + by, fade == nullptr ? nullptr : fade + by, spread};
  }
};

// Where an axis of an octave evaluated sample by sample comes from.
struct AxisView {
  PartView first, second;
  std::int32_t base = 0;  // added to the cells
  Operand displacement;   // null: none
  float displacement_scale = 1;
  bool displacement_small = false;  // no displacement of this row or strip reaches small_displacement cells
};
inline constexpr float small_displacement = 1 << 27;

// How many rows of samples a noise on spans computes at once, and how many of them share at most two spans.
inline constexpr std::size_t group_rows = 8;
inline constexpr std::size_t run_rows = 4;

// The coefficients of a span (LaneHeightSpan, LaneGradientSpan), one a sample: two of value noise, four of gradient
// noise.
using SpanRow = std::array<const float*, 4>;

// An octave on spans for a group of rows.
struct SpansView {
  float weight = 1;
  bool same = false;  // whether all rows of the group have the same spans: the first ones
  // Of each run_rows rows: how many have the spans of their first one, where the others have those of their last one;
  // 0 where they have more than two.
  std::array<std::uint8_t, group_rows / run_rows> run{};
  std::array<const SpanRow*, group_rows> spans{};
  const float *t = nullptr, *s = nullptr;  // each row's fraction and its fade
};

// The lattice points around an octave's samples of a strip, as rows of a ring: point (first_column + c, j) is
// components[..][(j & row_mask) * pitch + c]. The first ring_overlap rows stand behind the last ones again.
inline constexpr std::size_t ring_overlap = 4;
struct PointsView {
  std::array<const float*, 3> components{};
  std::int32_t first_column = 0;  // lattice index, before the period is applied
  std::int32_t row_mask = 0;
  std::size_t pitch = 0;
};

// One axis of an octave's samples of a strip where it is the sum of a column's part and a row's.
struct SteadyAxis {
  PartView columns, rows;
  std::int32_t base = 0;                         // added to the cells
  bool column_falls = false, row_falls = false;  // from one to the next; else it rises
};

// One axis of an octave's samples: lattice index before the period, and fraction.
struct CellArrays {
  std::int32_t* index = nullptr;
  float* t = nullptr;
};

// An octave evaluated sample by sample, for a row or a strip; for a strip where it has `points`.
struct OctaveView {
  enum class Source : std::uint8_t {
    hash,           // every sample hashes the lattice points around it
    points,         // `points` holds the lattice points of all samples
    steady_points,  // the same, and `steady` their cells, which keep to `pace`
  };
  const NoiseOctave* octave = nullptr;
  Source source = Source::hash;
  // Cells from a column of samples to the next, and from a row to the next, along x and y of the lattice: the most
  // when steady, else a guess.
  std::array<float, 2> column_pace{}, row_pace{};
  PointsView points;
  std::array<CellArrays, 3> cells;
  std::array<SteadyAxis, 2> steady;  // in place of cells when the source is steady_points
};

// A lattice coordinate shared by a whole row.
struct RowCell {
  std::int32_t i0 = 0, i1 = 0;
  float t = 0, s = 0;
  friend bool operator==(const RowCell&, const RowCell&) = default;
};

// One row of lattice points, as up to three arrays (height; or gradient x, y and the blended z part); or a line of
// them, as up to two (height; or p and q).
struct LatticeRow {
  std::array<float*, 3> components{};
};

using CopyKernel = bool (*)(float* out, Operand a, std::size_t count);
using ElementwiseKernel = void (*)(float* out, Operand a, Operand b, Operand c, std::size_t count);

// Rows of samples; all but the first `rows` are unused.
using GroupRows = std::array<float*, group_rows>;

// Whether a sum starts here or goes on from what `out` holds.
enum class SumStart : std::uint8_t { anew, onto };

// Arrays of lattice points need no alignment; those of lines and spans are aligned as all others.
struct NoiseKernels {
  // Adds the octaves' weighted, shaped values at those samples of row r to out[r], in order. Null for simplex.
  void (*add_spans)(const GroupRows& out, std::size_t rows, std::span<const SpansView> octaves, NoiseShape shape,
                    SumStart start, SampleRange samples);
  // The first `count` sums (any number) of all rows of a group; false when one of them is NaN or infinite. If
  // `stream`, those of plain noise go past the caches, as by stream_finite; all rows must then stand alike in their
  // cache lines. Reads spans up to block_multiple samples past the padding. Null for simplex.
  bool (*put_spans)(const GroupRows& out, std::span<const SpansView> octaves, NoiseShape shape, std::size_t count,
                    bool stream);
  // Adds the octave's weighted, shaped value at sample i to out[i].
  void (*add_octave)(float* out, const OctaveView& octave, NoiseShape shape, int directions, SumStart start,
                     std::size_t count);
  // The x parts of lattice points first, first + 1, ... (indices before the period is applied). This and
  // lattice_points are null for 3D simplex noise.
  void (*lattice_x_parts)(std::int32_t* out, const NoiseOctave& octave, std::int32_t first, std::size_t count);
  // The lattice points of these x parts at lattice row y (after the period).
  void (*lattice_points)(const LatticeRow& out, const std::int32_t* x_parts, int directions, std::int32_t y,
                         const RowCell& z, std::size_t count);
  // One line a sample: between the points of its cell and the next one. Cells rise or fall steadily, by less than two
  // vectors' width along a vector. This and lattice_rise are null for simplex.
  void (*lattice_line)(const LatticeRow& out, const LatticeRow& points, const PartView& columns, std::size_t count);
  // The line `high` of these points, and what a span consists of behind the components of its lower line, `low`.
  void (*lattice_rise)(const LatticeRow& rise, const LatticeRow& high, const LatticeRow& low,
                       const LatticeRow& points, const PartView& columns, std::size_t count);
};

struct Kernels {
  std::string_view target;                              // "scalar", "sse4", "avx2", "avx512", "neon"
  std::array<ElementwiseKernel, op_count> elementwise;  // null for constant, coordinate, noise
  std::array<NoiseKernels, noise_kind_count> noise;
  // a = position * factor + offset; cell = floor(a) - base, which must fit an int32; fraction = a - floor(a).
  void (*split)(const double* position, double factor, double offset, double base, std::int32_t* cell,
                float* fraction, float* fade, std::size_t count);
  // The cells of an axis.
  void (*axis_cells)(const AxisView& axis, const CellArrays& out, std::size_t count);
  // Whether add_octave takes steady_points of these paces (OctaveView).
  bool (*steady_fits)(const std::array<float, 2>& column_pace, const std::array<float, 2>& row_pace);
  // out[i] = position[i] * factor + offset, or + parts[i % block_multiple] + offset, in double precision.
  void (*positions)(const double* position, double factor, const double* parts, double offset, float* out,
                    std::size_t count);
  // out[i] += displacement * scale.
  void (*displace)(float* out, Operand displacement, float scale, std::size_t count);
  // fade[i] = 6 t^5 - 15 t^4 + 10 t^3.
  void (*fade)(const float* t, float* out, std::size_t count);
  // The samples from the first to the last one that is not v, as whole blocks; empty when there is none.
  SampleRange (*others)(Operand a, float v, SampleRange among);
  // The least and the greatest of count samples; false, and neither, when one of them is NaN or infinite.
  bool (*range)(Operand a, std::size_t count, float& low, float& high);
  // Copy `count` (any number of) samples; false when one of them is NaN or infinite. The second writes past the
  // caches; other threads see that after flush_stream(), which waits for it: once a tile, not once a row.
  CopyKernel copy_finite, stream_finite;
  void (*flush_stream)();
  // Between strips and rows: those samples of four rows as a strip, and `columns` (any number) of a strip as its
  // first `row_count` rows; false when one of these is NaN or infinite. If `stream`, past the caches.
  void (*to_strip)(float* out, const std::array<const float*, strip_rows>& rows, SampleRange samples);
  bool (*from_strip)(const std::array<float*, strip_rows>& out, std::size_t row_count, Operand a, std::size_t columns,
                     bool stream);
};

}  // namespace orograph
