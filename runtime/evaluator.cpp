// SPDX-License-Identifier: MIT
#include "runtime/evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/aligned.hpp"
#include "runtime/coordinate_table.hpp"
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
  OctaveView view;
  LatticeRows* lattice = nullptr;  // null: never
  // Of an octave on lattice rows: where y and z come from, and whether that changes with the row.
  struct RowSource {
    const CoordinateTable* table = nullptr;
    bool varies = false;
    RowCell cell(std::size_t row) const { return table == nullptr ? RowCell{} : table->row_cell(varies ? row : 0); }
  };
  RowSource y, z;
};

}  // namespace

class Evaluator::State {
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
        nothing_(block_multiple) {
    for (const PartSpec& part : schedule.column_parts) column_tables_.emplace_back(part, width_);
    for (const PartSpec& part : schedule.row_parts) row_tables_.emplace_back(part, scattered() ? width_ : height_);
    prepare_noises();
    for (const Value v : s_.uniform) run(v, Block::uniform, block_multiple);
  }

  TileReport evaluate(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs,
                      std::size_t stride) {
    const std::span<const double> xs = pad_into(x_, x), ys = pad_into(y_, y);
    columns_in_use_ = xs.size();
    for (CoordinateTable& table : column_tables_) table.fill_steady(k_, xs);
    for (CoordinateTable& table : row_tables_) table.fill_steady(k_, ys);
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
    return {registers_.data() + slot * width_, ~std::size_t{0}};
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
    view.period = period;
    if (plan.column_part != no_part) view.first = part_view(column_tables_[plan.column_part], false, block);
    if (plan.row_part != no_part) {
      PartView& part = plan.column_part != no_part ? view.second : view.first;
      part = part_view(row_tables_[plan.row_part], true, block);
    }
    if (plan.column_part == no_part && plan.row_part == no_part)
      view.first = uniform_part({0, axis.offset, period}).row_view();
    if (displacement.valid()) {
      view.displacement = operand(displacement, block);
      view.displacement_scale = axis.displacement_scale;
    }
    return view;
  }

  const CoordinateTable& uniform_part(const PartSpec& part) {
    uniform_parts_.push_back(std::make_unique<CoordinateTable>(part, block_multiple));
    const std::vector<double> origin(block_multiple, 0.0);
    uniform_parts_.back()->fill_scattered(k_, origin);
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
      if (i.op != Op::noise) continue;
      const NoiseSum& sum = s_.program.noise(i);
      const NoisePlan& plan = s_.noise_plans[i.payload];
      std::vector<OctaveState>& octaves = noises_[i.payload];
      for (std::size_t k = 0; k < sum.octaves.size(); ++k) {
        OctaveState& octave = octaves.emplace_back();
        octave.view.octave = &sum.octaves[k];
        for (std::size_t d = 0; d < static_cast<std::size_t>(noise_dimensions(sum.kind)); ++d)
          octave.view.axes[d] = axis_view(plan.octaves[k][d], sum.octaves[k].axes[d], sum.octaves[k].period[d],
                                          i.operands[d], block_of(s_.rate[id]));
        if (plan.first_lattice == no_part) continue;
        lattices_.push_back(std::make_unique<LatticeRows>(sum.kind, width_));
        octave.lattice = lattices_.back().get();
        const NoiseOctave& o = sum.octaves[k];
        octave.y = row_source(plan.octaves[k][1], o.axes[1], o.period[1]);
        if (noise_dimensions(sum.kind) == 3) octave.z = row_source(plan.octaves[k][2], o.axes[2], o.period[2]);
      }
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
    for (std::size_t n = 0; n < noises_.size(); ++n) {
      const NoiseSum& sum = s_.program.noises[n];
      for (std::size_t k = 0; k < noises_[n].size(); ++k) {
        OctaveState& octave = noises_[n][k];
        const std::array<AxisPlan, 3>& axes = s_.noise_plans[n].octaves[k];
        for (std::size_t d = 0; d < 3; ++d) octave.view.axes[d].base = base_of(axes[d]);
        octave.view.on_lattice = false;
        if (octave.lattice == nullptr) continue;
        const CoordinateTable& x = column_tables_[axes[0].column_part];
        octave.view.on_lattice = x.steady() && octave.lattice->start(sum.octaves[k], sum.directions, x.base(),
                                                                     x.cells()[0], x.cells()[columns_in_use_ - 1]);
      }
    }
  }

  // ---- Running ----
  void start_row(std::size_t r) {
    for (std::size_t slot = 0; slot < s_.row.size(); ++slot)
      std::fill_n(row_broadcast_.data() + slot * block_multiple, block_multiple, row_[slot * height_ + r]);
    for (CoordinateTable& table : row_tables_) table.broadcast(r);
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
        run_noise(i, result(v), count);
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

  void run_noise(const Instruction& i, float* out, std::size_t count) {
    const NoiseSum& sum = s_.program.noise(i);
    const NoiseKernels& kernels = k_.noise[static_cast<std::size_t>(sum.kind)];
    std::vector<OctaveState>& octaves = noises_[i.payload];
    views_.clear();
    for (std::size_t k = 0; k < octaves.size(); ++k) {
      OctaveView& view = octaves[k].view;
      if (view.on_lattice) {
        view.columns = octaves[k].lattice->row(kernels, octaves[k].y.cell(row_index_), octaves[k].z.cell(row_index_));
      }
      views_.push_back(view);
    }
    kernels.sum(out, views_, sum.shape, sum.directions, count);
  }

  void finish_row(TileReport& report, std::size_t count, std::span<float* const> outputs, std::size_t offset) {
    for (std::size_t o = 0; o < outputs.size(); ++o)
      report.finite &= k_.copy_finite(outputs[o] + offset, operand(s_.program.outputs[o].value, Block::point), count);
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
  std::vector<CoordinateTable> column_tables_, row_tables_;
  std::vector<std::unique_ptr<CoordinateTable>> uniform_parts_;
  std::vector<std::unique_ptr<LatticeRows>> lattices_;
  std::vector<std::vector<OctaveState>> noises_;  // per Program::noises
  std::vector<OctaveView> views_;
  std::size_t row_index_ = 0;
  std::size_t columns_in_use_ = 0;  // padded
};

Evaluator::Evaluator(const Schedule& schedule, const Kernels& kernels, std::size_t columns, std::size_t rows)
    : state_(std::make_unique<State>(schedule, kernels, columns, rows)) {}
Evaluator::~Evaluator() = default;

TileReport Evaluator::evaluate(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs,
                               std::size_t stride) {
  if (state_->scattered()) throw InternalError("a grid asked of a schedule for scattered positions");
  return state_->evaluate(x, y, outputs, stride);
}

TileReport Evaluator::evaluate_points(std::span<const double> x, std::span<const double> y,
                                      std::span<float* const> outputs) {
  if (!state_->scattered()) throw InternalError("scattered positions asked of a schedule for a grid");
  return state_->evaluate_points(x, y, outputs);
}

}  // namespace orograph
