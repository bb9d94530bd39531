// SPDX-License-Identifier: MIT
// NoiseEvaluator: one noise instruction, row by row or strip by strip of a tile. Chooses for each octave where its
// samples come from: spans of lattice rows on the plain grid, a patch of lattice points where both axes vary along
// the row, or hashes of each sample's own corners. The choice changes no bit.
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
  // `cells` is scratch memory for the cells of one octave, `cells_at_once` of each axis, which noises may share.
  // Everything must outlive this.
  NoiseEvaluator(const NoiseSum& sum, const NoisePlan& plan, Rate rate, bool displaced, const Kernels& kernels,
                 TileTables& tables, const std::array<CellArrays, 3>& cells);

  // Few enough that an octave's cells stay in the nearest cache beside what they are made of.
  static constexpr std::size_t cells_at_once = 1024;

  // After the tables have the tile's positions.
  void start_tile();

  // For this tile, whose rows will be asked for whole: rows may be put straight to output[r * stride]; past the
  // caches if `stream`, for which the stride must be a multiple of block_multiple.
  void send_to(float* output, std::size_t stride, bool stream);

  // Samples of the row or strip tables.row (or of the column, row or uniform values): in `out`, or in memory of its
  // own until another row's are asked for. Returns where sample 0 would be; null when the row was sent.
  const float* run(const std::array<Operand, 3>& displacements, float* out, const SampleRange& samples);

  // Whether the row or strip was sent already, with others of its group. Asked before run(), whose call for nothing
  // would be a tenth of a plain noise's time.
  bool sent(std::size_t row) const { return sent_ && row < group_first_ + group_count_; }
  // Whether all samples that were sent in this tile are finite.
  bool sent_finite() const { return sent_finite_; }

 private:
  // Where a coordinate that does not change along the row comes from, and whether it changes with the row.
  struct RowSource {
    const CoordinateTable* table = nullptr;
    bool varies = false;
    double factor = 0;  // of a world unit, in cells
    double offset = 0;
    RowCell cell(std::size_t row) const;
    // Whether as many rows from that one on are in the same cell.
    bool same_cell(std::size_t row, std::size_t rows) const;
    // The most cells that group_rows rows touch where they are so far apart, or one more; at most group_rows.
    std::size_t cells_of_group(double step, double farthest) const;
  };
  struct Octave {
    std::array<AxisView, 3> axes;         // of samples one by one
    std::unique_ptr<LatticeRows> rows;    // null: never
    bool on_rows = false;                 // whether this tile's samples come from `rows`
    std::unique_ptr<LatticePatch> patch;  // null: never
    RowSource y, z;
  };
  // A displacement over one row or strip of samples.
  struct Range {
    float low = 0, high = 0;
    float a_column = 0;  // their difference over the columns
    bool known = true;   // false when a sample is NaN or infinite
  };

  AxisView axis_view(const AxisPlan& plan, const AffineAxis& axis, std::int32_t period);
  PartView part_view(const CoordinateTable& table, bool is_row) const;
  const CoordinateTable& uniform_part(const PartSpec& part);
  RowSource row_source(const AxisPlan& plan, const AffineAxis& axis, std::int32_t period);
  std::int32_t base_of(const AxisPlan& plan) const;

  void start_group();
  void complete_group(const SampleRange& samples);
  void prepare_spans(std::size_t k, std::size_t rows);
  void add_samples(std::size_t k, std::size_t row, float* out, SumStart start, const SampleRange& samples);
  const float* group_strip(float* out, const SampleRange& samples);
  bool touched_cells(const AxisPlan& plan, AxisView& view, const Range& moved, const SampleRange& samples,
                     std::int64_t& low, std::int64_t& high) const;
  void cover_points(std::size_t k, const std::array<Range, 2>& moved, const SampleRange& samples);
  bool take_steady_axes(std::size_t k, OctaveView& view) const;

  const NoiseSum& sum_;
  const NoisePlan& plan_;
  Rate rate_;
  const Kernels& k_;
  const NoiseKernels& noise_;
  TileTables& tables_;
  std::array<CellArrays, 3> cells_;
  std::size_t dimensions_;
  // Layouts of point values: those of other values of the row, and the own ones. Only what is computed ahead differs.
  bool strips_ = false, own_strips_ = false;

  std::vector<Octave> octaves_;
  std::vector<OctaveView> views_;  // per octave; read while it is not on rows
  std::vector<SpansView> spans_;   // per octave; read while it is
  std::vector<std::unique_ptr<CoordinateTable>> uniform_parts_;

  // What no other value of the row displaces is computed for groups of rows at once and kept, chunk by chunk of their
  // samples: as many octaves as are on rows, from the first one on, together. Always in rows.
  static constexpr std::size_t chunk = block_multiple;
  bool ahead_ = false;
  std::size_t grouped_ = 0;  // of the octaves, together
  AlignedArray<float> group_;
  std::vector<bool> chunk_done_;
  SampleRange done_;  // were asked for last, so all their chunks are done
  std::size_t group_first_ = 0, group_count_ = 0;

  float* output_ = nullptr;  // null: rows are not sent
  std::size_t output_stride_ = 0;
  bool stream_ = false, sent_ = false, sent_finite_ = true;  // sent_: the group under way
};

}  // namespace orograph
