// SPDX-License-Identifier: MIT
#include "runtime/evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/aligned.hpp"
#include "runtime/coordinate_table.hpp"
#include "runtime/lattice_patch.hpp"
#include "runtime/lattice_rows.hpp"

namespace orograph {
namespace {

// Positions padded to whole vectors by repeating the last.
std::span<const double> pad_into(AlignedArray<double>& memory, std::span<const double> positions) {
  std::copy(positions.begin(), positions.end(), memory.data());
  std::fill(memory.data() + positions.size(), memory.data() + padded(positions.size()), positions.back());
  return {memory.data(), padded(positions.size())};
}

// The dimensions of a loop over samples: which of a value's storages it reads and writes.
enum class Block { uniform, column, row, point };

struct OctaveState {
  std::array<AxisView, 3> axes;         // of samples one by one
  std::unique_ptr<LatticeRows> rows;    // null: never
  bool on_rows = false;                 // whether this tile's samples come from `rows`
  std::unique_ptr<LatticePatch> patch;  // null: never
  // Where y and z come from when they do not change along the row, and whether they change with it.
  struct RowSource {
    const CoordinateTable* table = nullptr;
    bool varies = false;
    const RowCell& cell(std::size_t row) const {
      static constexpr RowCell none;
      return table == nullptr ? none : table->row_cell(varies ? row : 0);
    }
  };
  RowSource y, z;
};

}  // namespace

class Evaluator::State {
  struct NoiseState {
    std::vector<OctaveState> octaves;
    std::vector<OctaveView> views;  // of octaves that are not on rows
    std::vector<SpansView> spans;   // of those that are
    bool grouped = false;           // whether all of this tile's octaves are
    AlignedArray<float> group;      // a grouped noise's rows from group_first on
    std::size_t group_first = 0, group_count = 0;
  };

 public:
  State(const Schedule& schedule, const Kernels& kernels, std::size_t columns, std::size_t rows)
      : s_(schedule),
        k_(kernels),
        width_(padded(std::max<std::size_t>(columns, 1))),
        height_(padded(std::max<std::size_t>(rows, 1))),
        x_(width_),
        y_(scattered() ? width_ : height_),
        uniform_(schedule.uniform.size() * block_multiple),
        column_(schedule.column.size() * width_),
        row_(schedule.row.size() * height_),
        row_broadcast_(schedule.row.size() * block_multiple),
        registers_(schedule.registers * width_),
        nothing_(block_multiple),
        cell_index_(3 * std::max(width_, height_)),
        cell_fraction_(3 * std::max(width_, height_)),
        point_data_(schedule.program.instructions.size(), nullptr) {
    const std::size_t most = std::max(width_, height_);
    for (std::size_t d = 0; d < 3; ++d) cells_[d] = {cell_index_.data() + d * most, cell_fraction_.data() + d * most};
    for (std::size_t id = 0; id < point_data_.size(); ++id)
      if (s_.rate[id] == Rate::point) point_data_[id] = registers_.data() + s_.slot[id] * width_;
    for (const PartSpec& part : schedule.column_parts) column_tables_.emplace_back(part, width_);
    for (const PartSpec& part : schedule.row_parts) row_tables_.emplace_back(part, scattered() ? width_ : height_);
    prepare_noises();
    for (const Value v : s_.uniform) run(v, Block::uniform, block_multiple);
  }

  TileReport evaluate(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs,
                      std::size_t stride, bool stream) {
    copy_ = stream ? k_.stream_finite : k_.copy_finite;
    const std::span<const double> xs = pad_into(x_, x), ys = pad_into(y_, y);
    columns_in_use_ = xs.size();
    samples_in_use_ = x.size();
    rows_in_use_ = y.size();
    for (CoordinateTable& table : column_tables_) table.fill_steady(k_, xs);
    for (CoordinateTable& table : row_tables_) {
      table.fill_steady(k_, ys);
      table.fill_row_cells();
    }
    start_octaves();
    for (const Value v : s_.column) run(v, Block::column, xs.size());
    for (const Value v : s_.row) run(v, Block::row, ys.size());
    TileReport report;
    report.zero_divisions.assign(s_.program.division_checks.size(), 0);
    for (std::size_t r = 0; r < y.size(); ++r) {
      start_row(r);
      run_steps(x.size(), xs.size());
      finish_row(report, x.size(), outputs, r * stride);
    }
    return report;
  }

  TileReport evaluate_points(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs) {
    const std::span<const double> xs = pad_into(x_, x), ys = pad_into(y_, y);
    columns_in_use_ = xs.size();
    for (CoordinateTable& table : column_tables_) table.fill_scattered(k_, xs);
    for (CoordinateTable& table : row_tables_) table.fill_scattered(k_, ys);
    start_octaves();
    TileReport report;
    report.zero_divisions.assign(s_.program.division_checks.size(), 0);
    run_steps(x.size(), xs.size());
    finish_row(report, x.size(), outputs, 0);
    return report;
  }

  bool scattered() const { return s_.positions == Positions::scattered; }

 private:
  // ---- Where values are ----
  Operand operand(Value v, Block block) const {
    if (!v.valid()) return {nothing_.data(), 0};
    const std::size_t slot = s_.slot[v.id];
    switch (s_.rate[v.id]) {
      case Rate::uniform:
        return {uniform_.data() + slot * block_multiple, 0};
      case Rate::column:
        return {column_.data() + slot * width_, ~std::size_t{0}};
      case Rate::row:
        if (block == Block::row) return {row_.data() + slot * height_, ~std::size_t{0}};
        return {row_broadcast_.data() + slot * block_multiple, 0};
      case Rate::point:
        break;
    }
    return {point_data_[v.id], ~std::size_t{0}};
  }

  float* result(Value v) {
    const std::size_t slot = s_.slot[v.id];
    switch (s_.rate[v.id]) {
      case Rate::uniform:
        return uniform_.data() + slot * block_multiple;
      case Rate::column:
        return column_.data() + slot * width_;
      case Rate::row:
        return row_.data() + slot * height_;
      case Rate::point:
        break;
    }
    return registers_.data() + slot * width_;
  }

  static Block block_of(Rate rate) { return static_cast<Block>(rate); }

  // ---- Coordinates ----
  PartView part_view(const CoordinateTable& table, bool is_row, Block block) const {
    return is_row && block == Block::point && !scattered() ? table.row_view() : table.view();
  }

  AxisView axis_view(const AxisPlan& plan, const AffineAxis& axis, std::int32_t period, Value displacement,
                     Block block) {
    AxisView view;
    if (plan.column_part != no_part) view.first = part_view(column_tables_[plan.column_part], false, block);
    if (plan.row_part != no_part) {
      PartView& part = plan.column_part != no_part ? view.second : view.first;
      part = part_view(row_tables_[plan.row_part], true, block);
    }
    if (plan.column_part == no_part && plan.row_part == no_part)
      view.first = uniform_part({0, axis.offset, period}).row_view();
    if (displacement.valid()) view.displacement_scale = axis.displacement_scale;
    return view;
  }

  const CoordinateTable& uniform_part(const PartSpec& part) {
    uniform_parts_.push_back(std::make_unique<CoordinateTable>(part, block_multiple));
    const std::vector<double> origin(block_multiple, 0.0);
    uniform_parts_.back()->fill_scattered(k_, origin);
    uniform_parts_.back()->fill_row_cells();
    uniform_parts_.back()->broadcast(0);
    return *uniform_parts_.back();
  }

  OctaveState::RowSource row_source(const AxisPlan& plan, const AffineAxis& axis, std::int32_t period) {
    if (plan.row_part != no_part) return {&row_tables_[plan.row_part], true};
    return {&uniform_part({0, axis.offset, period}), false};
  }

  void prepare_noises() {
    noises_.resize(s_.program.noises.size());
    for (std::uint32_t id = 0; id < s_.program.instructions.size(); ++id) {
      const Instruction& i = s_.program.instructions[id];
      if (i.op == Op::noise) prepare_noise(i, block_of(s_.rate[id]));
    }
  }

  void prepare_noise(const Instruction& i, Block block) {
    const NoiseSum& sum = s_.program.noise(i);
    const NoisePlan& plan = s_.noise_plans[i.payload];
    NoiseState& noise = noises_[i.payload];
    if (plan.first_lattice != no_part) noise.group = AlignedArray<float>(group_rows * width_);
    const auto dimensions = static_cast<std::size_t>(noise_dimensions(sum.kind));
    for (std::size_t k = 0; k < sum.octaves.size(); ++k) {
      const NoiseOctave& o = sum.octaves[k];
      const std::array<AxisPlan, 3>& axes = plan.octaves[k];
      OctaveView& view = noise.views.emplace_back();
      view.octave = &o;
      view.cells = cells_;
      noise.spans.emplace_back().weight = o.weight;
      OctaveState& octave = noise.octaves.emplace_back();
      for (std::size_t d = 0; d < dimensions; ++d)
        octave.axes[d] = axis_view(axes[d], o.axes[d], o.period[d], i.operands[d], block);
      const bool on_rows = plan.first_lattice != no_part;
      if (on_rows) octave.rows = std::make_unique<LatticeRows>(sum.kind, width_);
      if (on_rows) octave.y = row_source(axes[1], o.axes[1], o.period[1]);
      if (plan.shares_points) octave.patch = std::make_unique<LatticePatch>(sum.kind);
      if (dimensions == 3 && (on_rows || plan.shares_points)) octave.z = row_source(axes[2], o.axes[2], o.period[2]);
    }
  }

  // The lattice index of an axis is the sum of its tables' bases and cells.
  std::int32_t base_of(const AxisPlan& plan) const {
    std::uint32_t base = 0;
    if (plan.column_part != no_part) base += static_cast<std::uint32_t>(column_tables_[plan.column_part].base());
    if (plan.row_part != no_part) base += static_cast<std::uint32_t>(row_tables_[plan.row_part].base());
    return static_cast<std::int32_t>(base);
  }

  void start_octaves() {
    std::vector<bool> wanted(row_tables_.size(), false);
    for (std::size_t n = 0; n < noises_.size(); ++n) {
      const NoiseSum& sum = s_.program.noises[n];
      const NoiseKernels& kernels = k_.noise[static_cast<std::size_t>(sum.kind)];
      NoiseState& noise = noises_[n];
      noise.group_count = 0;
      noise.grouped = true;
      for (std::size_t k = 0; k < noise.octaves.size(); ++k) {
        OctaveState& octave = noise.octaves[k];
        const std::array<AxisPlan, 3>& axes = s_.noise_plans[n].octaves[k];
        for (std::size_t d = 0; d < 3; ++d) octave.axes[d].base = base_of(axes[d]);
        if (octave.patch) octave.patch->start(sum.octaves[k], sum.directions);
        octave.on_rows = octave.rows && octave.rows->start(kernels, sum.octaves[k], sum.directions,
                                                           column_tables_[axes[0].column_part], samples_in_use_);
        noise.grouped &= octave.on_rows;
        if (!octave.on_rows) {
          for (const AxisPlan& plan : axes)
            if (plan.row_part != no_part) wanted[plan.row_part] = true;
        }
      }
    }
    broadcast_parts_.clear();
    for (std::uint32_t part = 0; part < wanted.size(); ++part)
      if (wanted[part]) broadcast_parts_.push_back(part);
  }

  // ---- Running ----
  void start_row(std::size_t r) {
    for (std::size_t slot = 0; slot < s_.row.size(); ++slot)
      std::fill_n(row_broadcast_.data() + slot * block_multiple, block_multiple, row_[slot * height_ + r]);
    for (const std::uint32_t part : broadcast_parts_) row_tables_[part].broadcast(r);
    row_index_ = r;
  }

  void run_steps(std::size_t count, std::size_t padded_count) {
    for (std::size_t k = 0; k < s_.steps.size(); ++k) {
      const Step& step = s_.steps[k];
      if (step.kind == Step::Kind::compute)
        run(step.value, Block::point, padded_count);
      else if (k_.all_equal(operand(step.value, Block::point), step.constant, count))
        k += step.count;
    }
  }

  void run(Value v, Block block, std::size_t count) {
    const Instruction& i = s_.program[v];
    switch (i.op) {
      case Op::constant:
        std::fill_n(result(v), count, i.constant);
        break;
      case Op::coordinate:
        run_coordinate(i, result(v), block, count);
        break;
      case Op::noise:
        run_noise(v, i, block, count);
        break;
      default:
        k_.elementwise[static_cast<std::size_t>(i.op)](result(v), operand(i.operands[0], block),
                                                       operand(i.operands[1], block), operand(i.operands[2], block),
                                                       count);
    }
  }

  void run_coordinate(const Instruction& i, float* out, Block block, std::size_t count) {
    const AffineAxis& axis = s_.program.axis(i);
    const bool row_fixed = block == Block::point && !scattered();
    const Operand displacement = operand(i.operands[0], block);
    for (std::size_t n = 0; n < count; ++n) {
      double a = 0;
      if (axis.column != 0) a = axis.column * x_[n];
      if (axis.row != 0) {
        const double part = axis.row * y_[row_fixed ? row_index_ : n];
        a = axis.column != 0 ? a + part : part;
      }
      float position = static_cast<float>(a + axis.offset);
      if (i.operands[0].valid())
        position = position + displacement.data[n & displacement.index_mask] * axis.displacement_scale;
      out[n] = position;
    }
  }

  void run_noise(Value v, const Instruction& i, Block block, std::size_t count) {
    const NoiseSum& sum = s_.program.noise(i);
    const NoiseKernels& kernels = k_.noise[static_cast<std::size_t>(sum.kind)];
    NoiseState& noise = noises_[i.payload];
    if (noise.grouped) {
      if (noise.group_count == 0 || row_index_ >= noise.group_first + noise.group_count)
        run_group(kernels, sum, noise, count);
      point_data_[v.id] = noise.group.data() + (row_index_ - noise.group_first) * width_;
      return;
    }
    float* out = result(v);
    if (s_.rate[v.id] == Rate::point) point_data_[v.id] = out;
    const bool shares_points = s_.noise_plans[i.payload].shares_points && !scattered();
    std::array<DisplacementRange, 2> moved;
    if (shares_points)
      for (std::size_t d = 0; d < 2; ++d) moved[d] = displacement_range(i.operands[d], count);
    for (std::size_t k = 0; k < noise.octaves.size(); ++k) {
      OctaveState& octave = noise.octaves[k];
      const SumStart start = k == 0 ? SumStart::anew : SumStart::onto;
      if (octave.on_rows) {
        prepare_spans(kernels, octave, noise.spans[k], row_index_, 1);
        kernels.add_spans({out}, 1, {&noise.spans[k], 1}, sum.shape, start, count);
      } else {
        // A point value may lie elsewhere in each row.
        for (std::size_t d = 0; d < 3; ++d)
          if (i.operands[d].valid()) octave.axes[d].displacement = operand(i.operands[d], block);
        if (shares_points)
          cover_points(kernels, octave, noise.views[k], s_.noise_plans[i.payload].octaves[k], moved, count);
        for (std::size_t d = 0; d < static_cast<std::size_t>(noise_dimensions(sum.kind)); ++d)
          k_.axis_cells(octave.axes[d], cells_[d], count);
        kernels.add_octave(out, noise.views[k], sum.shape, sum.directions, start, count);
      }
    }
  }

  // The rows of a group need nothing of the rows' own registers, so they are computed when the first is asked for.
  void run_group(const NoiseKernels& kernels, const NoiseSum& sum, NoiseState& noise, std::size_t count) {
    noise.group_first = row_index_;
    noise.group_count = std::min(group_rows, rows_in_use_ - row_index_);
    GroupRows out{};
    for (std::size_t r = 0; r < noise.group_count; ++r) out[r] = noise.group.data() + r * width_;
    for (std::size_t k = 0; k < noise.octaves.size(); ++k)
      prepare_spans(kernels, noise.octaves[k], noise.spans[k], row_index_, noise.group_count);
    kernels.add_spans(out, noise.group_count, noise.spans, sum.shape, SumStart::anew, count);
  }

  void prepare_spans(const NoiseKernels& kernels, OctaveState& octave, SpansView& view, std::size_t first_row,
                     std::size_t rows) {
    view.same = true;
    for (std::size_t r = 0; r < rows; ++r) {
      const RowCell& y = octave.y.cell(first_row + r);
      view.spans[r] = &octave.rows->spans(kernels, y, octave.z.cell(first_row + r));
      view.t[r] = y.t;
      view.s[r] = y.s;
      view.same &= view.spans[r] == view.spans[0];
    }
  }

  // Of a displacement over one row of samples.
  struct DisplacementRange {
    float low = 0, high = 0;
    bool known = true;  // false when a sample is NaN or infinite
  };
  DisplacementRange displacement_range(Value v, std::size_t count) const {
    DisplacementRange range;
    if (v.valid()) range.known = k_.range(operand(v, Block::point), count, range.low, range.high);
    return range;
  }

  // The lattice cells that one axis touches in this row; false when that cannot be told.
  bool touched_cells(const AxisPlan& plan, AxisView& view, const DisplacementRange& moved, std::int64_t& low,
                     std::int64_t& high) const {
    low = high = view.base;
    double carry = 0;
    if (plan.column_part != no_part) {
      const CoordinateTable& table = column_tables_[plan.column_part];
      if (!table.steady()) return false;
      const std::int32_t first = table.cells()[0], last = table.cells()[columns_in_use_ - 1];
      low += std::min(first, last);
      high += std::max(first, last);
      carry += 1;
    } else if (plan.row_part == no_part) {
      low += view.first.cell[0];
      high += view.first.cell[0];
      carry += 1;
    }
    if (plan.row_part != no_part) {
      const std::int32_t cell = row_tables_[plan.row_part].cells()[row_index_];
      low += cell;
      high += cell;
      carry += 1;
    }
    // The fractions' sum lies in 0 .. carry, the displacement between these two.
    const double a = static_cast<double>(moved.low * view.displacement_scale);
    const double b = static_cast<double>(moved.high * view.displacement_scale);
    view.displacement_small = moved.known && std::max(std::fabs(a), std::fabs(b)) < small_displacement;
    if (!view.displacement_small) return false;
    low += static_cast<std::int64_t>(std::floor(std::min(a, b)));
    high += static_cast<std::int64_t>(std::ceil(std::max(a, b) + carry));
    return true;
  }

  void cover_points(const NoiseKernels& kernels, OctaveState& octave, OctaveView& view,
                    const std::array<AxisPlan, 3>& axes, const std::array<DisplacementRange, 2>& moved,
                    std::size_t count) {
    LatticeBox box;
    view.source = OctaveView::Source::hash;
    const bool x_known = touched_cells(axes[0], octave.axes[0], moved[0], box.i0, box.i1);
    const bool y_known = touched_cells(axes[1], octave.axes[1], moved[1], box.j0, box.j1);
    if (!x_known || !y_known) return;
    ++box.i1, ++box.j1;  // a cell has two lattice points
    if (!octave.patch->cover(kernels, box, octave.z.cell(row_index_), count)) return;
    // Steps from cell to cell are fewer than a quarter of the vectors of the least wide targets.
    const std::int64_t steps = box.i1 - box.i0 + box.j1 - box.j0;
    const bool few = 4 * steps <= static_cast<std::int64_t>(count / block_multiple);
    view.source = few ? OctaveView::Source::few_points : OctaveView::Source::points;
    view.points = octave.patch->view();
  }

  void finish_row(TileReport& report, std::size_t count, std::span<float* const> outputs, std::size_t offset) {
    for (std::size_t o = 0; o < outputs.size(); ++o)
      report.finite &= copy_(outputs[o] + offset, operand(s_.program.outputs[o].value, Block::point), count);
    count_zero_divisions(report, count);
  }

  // A node under a fractal or a warp divides several times a sample; the sample counts once.
  void count_zero_divisions(TileReport& report, std::size_t count) {
    const std::vector<DivisionCheck>& checks = s_.program.division_checks;
    for (std::size_t first = 0, last; first < checks.size(); first = last) {
      last = first + 1;
      while (last < checks.size() && checks[last].node == checks[first].node) ++last;
      for (std::size_t n = 0; n < count; ++n) {
        bool zero = false;
        for (std::size_t c = first; c < last; ++c) {
          const Operand d = operand(checks[c].denominator, Block::point);
          zero |= d.data[n & d.index_mask] == 0.0f;
        }
        report.zero_divisions[first] += zero ? 1 : 0;
      }
    }
  }

  const Schedule& s_;
  const Kernels& k_;
  std::size_t width_, height_;
  AlignedArray<double> x_, y_;
  AlignedArray<float> uniform_, column_, row_, row_broadcast_, registers_, nothing_;
  AlignedArray<std::int32_t> cell_index_;
  AlignedArray<float> cell_fraction_;
  std::array<CellArrays, 3> cells_;  // of the octave under way
  std::vector<CoordinateTable> column_tables_, row_tables_;
  std::vector<std::uint32_t> broadcast_parts_;  // the row tables that are read sample by sample
  std::vector<std::unique_ptr<CoordinateTable>> uniform_parts_;
  std::vector<NoiseState> noises_;  // per Program::noises
  CopyKernel copy_ = k_.copy_finite;
  std::vector<const float*> point_data_;  // of point values: their row of samples
  std::size_t row_index_ = 0;
  std::size_t rows_in_use_ = 1;
  std::size_t samples_in_use_ = 0;  // of a row
  std::size_t columns_in_use_ = 0;  // the same, padded
};

Evaluator::Evaluator(const Schedule& schedule, const Kernels& kernels, std::size_t columns, std::size_t rows)
    : state_(std::make_unique<State>(schedule, kernels, columns, rows)) {}
Evaluator::~Evaluator() = default;

TileReport Evaluator::evaluate(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs,
                               std::size_t stride, bool stream) {
  if (state_->scattered()) throw InternalError("a grid asked of a schedule for scattered positions");
  return state_->evaluate(x, y, outputs, stride, stream);
}

TileReport Evaluator::evaluate_points(std::span<const double> x, std::span<const double> y,
                                      std::span<float* const> outputs) {
  if (!state_->scattered()) throw InternalError("scattered positions asked of a schedule for a grid");
  return state_->evaluate_points(x, y, outputs);
}

}  // namespace orograph
