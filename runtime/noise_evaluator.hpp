// SPDX-License-Identifier: MIT
// NoiseEvaluator: one noise instruction, row by row of a tile. Chooses for each octave where its samples come from:
// spans of lattice rows on the plain grid, a patch of lattice points where both axes vary along the row, or hashes of
// each sample's own corners. The choice changes no bit.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "graph/schedule.hpp"
#include "runtime/aligned.hpp"
#include "runtime/kernels.hpp"
#include "runtime/lattice_patch.hpp"
#include "runtime/lattice_rows.hpp"
#include "runtime/tile_tables.hpp"

namespace orograph {

class NoiseEvaluator {
 public:
  // `cells` is scratch memory for the cells of one octave, which noises may share. Everything must outlive this.
  NoiseEvaluator(const NoiseSum& sum, const NoisePlan& plan, Rate rate, const Kernels& kernels,
                 const TileTables& tables, const std::array<CellArrays, 3>& cells);

  // After the tables have the tile's positions. Marks the row tables that must be broadcast for each row.
  void start_tile(std::vector<bool>& broadcast);

  // Samples of row tables.row (or of the column, row or uniform values): in `out`, or in memory of its own until
  // another row's are asked for. Returns where sample 0 would be.
  const float* run(const std::array<Operand, 3>& displacements, float* out, SampleRange samples);

 private:
  // Where a coordinate that does not change along the row comes from, and whether it changes with the row.
  struct RowSource {
    const CoordinateTable* table = nullptr;
    bool varies = false;
    const RowCell& cell(std::size_t row) const;
  };
  struct Octave {
    std::array<AxisView, 3> axes;         // of samples one by one
    std::unique_ptr<LatticeRows> rows;    // null: never
    bool on_rows = false;                 // whether this tile's samples come from `rows`
    std::unique_ptr<LatticePatch> patch;  // null: never
    RowSource y, z;
  };
  // A displacement over one row of samples.
  struct Range {
    float low = 0, high = 0;
    bool known = true;  // false when a sample is NaN or infinite
  };

  AxisView axis_view(const AxisPlan& plan, const AffineAxis& axis, std::int32_t period);
  PartView part_view(const CoordinateTable& table, bool is_row) const;
  const CoordinateTable& uniform_part(const PartSpec& part);
  RowSource row_source(const AxisPlan& plan, const AffineAxis& axis, std::int32_t period);
  std::int32_t base_of(const AxisPlan& plan) const;

  void start_group();
  void complete_group(SampleRange samples);
  void prepare_spans(std::size_t k, std::size_t rows);
  void add_samples(std::size_t k, const std::array<Range, 2>& moved, float* out, SumStart start, SampleRange samples);
  bool touched_cells(const AxisPlan& plan, AxisView& view, const Range& moved, SampleRange samples, std::int64_t& low,
                     std::int64_t& high) const;
  void cover_points(std::size_t k, const std::array<Range, 2>& moved, SampleRange samples);
  bool take_steady_axes(std::size_t k, OctaveView& view, SampleRange samples) const;

  const NoiseSum& sum_;
  const NoisePlan& plan_;
  Rate rate_;
  const Kernels& k_;
  const NoiseKernels& noise_;
  const TileTables& tables_;
  std::array<CellArrays, 3> cells_;
  std::size_t dimensions_;

  std::vector<Octave> octaves_;
  std::vector<OctaveView> views_;  // per octave; read while it is not on rows
  std::vector<SpansView> spans_;   // per octave; read while it is
  std::vector<std::unique_ptr<CoordinateTable>> uniform_parts_;

  // When all octaves are on rows, groups of rows are computed at once and kept, chunk by chunk of their samples.
  static constexpr std::size_t chunk = 64;
  bool grouped_ = false;
  AlignedArray<float> group_;
  std::vector<bool> chunk_done_;
  std::size_t group_first_ = 0, group_count_ = 0;
};

}  // namespace orograph
