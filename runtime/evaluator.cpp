// SPDX-License-Identifier: MIT
#include "runtime/evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/aligned.hpp"
#include "runtime/noise_evaluator.hpp"
#include "runtime/tile_tables.hpp"

namespace orograph {
namespace {

// Positions padded to whole vectors by repeating the last.
std::span<const double> pad_into(AlignedArray<double>& memory, std::span<const double> positions) {
  std::copy(positions.begin(), positions.end(), memory.data());
  std::fill(memory.data() + positions.size(), memory.data() + padded(positions.size()), positions.back());
  return {memory.data(), padded(positions.size())};
}

double longest_step(std::span<const double> positions) {
  double longest = 0;
  for (std::size_t i = 1; i < positions.size(); ++i)
    longest = std::max(longest, std::fabs(positions[i] - positions[i - 1]));
  return longest;
}

// The dimensions of a loop over samples: which of a value's storages it reads and writes.
enum class Block { uniform, column, row, point };

}  // namespace

class Evaluator::State {
 public:
  State(const Schedule& schedule, const Kernels& kernels, std::size_t columns, std::size_t rows, Profiling profiling)
      : s_(schedule),
        k_(kernels),
        profiling_(profiling),
        width_(padded(std::max<std::size_t>(columns, 1))),
        height_(padded(std::max<std::size_t>(rows, 1))),
        // Noise that is no product of columns and rows wants samples that are neighbours both ways.
        in_strips_(std::ranges::any_of(schedule.noise_plans, &NoisePlan::shares_points)),
        run_width_(width_ * (in_strips_ ? strip_rows : 1)),
        x_(width_),
        y_(scattered() ? width_ : height_),
        uniform_(schedule.uniform.size() * block_multiple),
        column_(schedule.column.size() * width_),
        row_(schedule.row.size() * height_),
        row_broadcast_(schedule.row.size() * block_multiple),
        x_strips_(in_strips_ ? run_width_ : 0),
        column_strips_(in_strips_ ? schedule.column.size() * run_width_ : 0),
        registers_(schedule.registers * run_width_),
        nothing_(block_multiple),
        cell_index_(3 * NoiseEvaluator::cells_at_once),
        cell_fraction_(3 * NoiseEvaluator::cells_at_once),
        point_operands_(schedule.program.instructions.size()) {
    constexpr std::size_t at_once = NoiseEvaluator::cells_at_once;
    for (std::size_t d = 0; d < 3; ++d)
      cells_[d] = {cell_index_.data() + d * at_once, cell_fraction_.data() + d * at_once};
    for (std::uint32_t id = 0; id < point_operands_.size(); ++id) point_operands_[id] = operand_of(id, Block::point);
    tables_.width = width_;
    tables_.height = height_;
    tables_.scattered = scattered();
    tables_.in_strips = in_strips_;
    for (const PartSpec& part : schedule.column_parts) tables_.columns.emplace_back(part, width_);
    for (const PartSpec& part : schedule.row_parts) tables_.rows.emplace_back(part, scattered() ? width_ : height_);
    noises_.resize(s_.program.noises.size());
    noise_ids_.resize(s_.program.noises.size());
    profile_.instructions.resize(s_.program.instructions.size());
    for (std::uint32_t id = 0; id < s_.program.instructions.size(); ++id) {
      const Instruction& i = s_.program.instructions[id];
      if (i.op != Op::noise) continue;
      const bool displaced = std::any_of(i.operands.begin(), i.operands.end(), [](Value v) { return v.valid(); });
      noises_[i.payload] = std::make_unique<NoiseEvaluator>(s_.program.noise(i), s_.noise_plans[i.payload],
                                                            s_.rate[id], displaced, k_, tables_, cells_);
      noise_ids_[i.payload] = id;
    }
    find_sendable();
    for (const Value v : s_.uniform) run(v, Block::uniform, {0, block_multiple});
  }

  TileReport evaluate(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs,
                      std::size_t stride, bool stream) {
    return profiling_ == Profiling::on ? evaluate_as<Profiling::on>(x, y, outputs, stride, stream)
                                       : evaluate_as<Profiling::off>(x, y, outputs, stride, stream);
  }

  template <Profiling profiling>
  TileReport evaluate_as(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs,
                         std::size_t stride, bool stream) {
    if constexpr (profiling == Profiling::on) timer_.start();
    const std::span<const double> xs = pad_into(x_, x), ys = pad_into(y_, y);
    for (CoordinateTable& table : tables_.columns) table.fill_steady(k_, xs);
    for (CoordinateTable& table : tables_.rows) table.fill_steady(k_, ys);
    tables_.longest_step = longest_step(x);
    tables_.longest_row_step = longest_step(y);
    tables_.farthest_x = std::max(std::fabs(x.front()), std::fabs(x.back()));
    tables_.farthest_y = std::max(std::fabs(y.front()), std::fabs(y.back()));
    lap<profiling>(profile_.coordinates);
    start_tile<profiling>(x.size(), y.size());
    send_outputs(outputs, stride, stream);
    for (const Value v : s_.column) run<profiling>(v, Block::column, {0, xs.size()});
    for (const Value v : s_.row) run<profiling>(v, Block::row, {0, ys.size()});
    if (in_strips_) spread_columns(xs.size());
    TileReport report;
    report.zero_divisions.assign(s_.program.division_checks.size(), 0);
    const SampleRange all{0, in_strips_ ? xs.size() * strip_rows : xs.size()};
    for (std::size_t r = 0; r < y.size(); r += in_strips_ ? strip_rows : 1) {
      start_row(r);
      lap<profiling>(profile_.coordinates);
      run_steps<profiling>(0, s_.steps.size(), all);
      if (in_strips_)
        finish_strip(report, outputs, r, stride, stream);
      else
        finish_row(report, outputs, r * stride, stream ? k_.stream_finite : k_.copy_finite);
      lap<profiling>(profile_.results);
    }
    for (const Sendable& output : sendable_) report.finite &= output.noise->sent_finite();
    if (stream) k_.flush_stream();
    lap<profiling>(profile_.results);
    return report;
  }

  TileReport evaluate_points(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs) {
    const std::span<const double> xs = pad_into(x_, x), ys = pad_into(y_, y);
    for (CoordinateTable& table : tables_.columns) table.fill_scattered(k_, xs);
    for (CoordinateTable& table : tables_.rows) table.fill_scattered(k_, ys);
    start_tile<Profiling::off>(x.size(), 1);
    TileReport report;
    report.zero_divisions.assign(s_.program.division_checks.size(), 0);
    run_steps<Profiling::off>(0, s_.steps.size(), {0, xs.size()});
    finish_row(report, outputs, 0, k_.copy_finite);
    return report;
  }

  bool scattered() const { return s_.positions == Positions::scattered; }
  const Profile& profile() const { return profile_; }

 private:
  // ---- Where values are ----
  Operand operand(Value v, Block block) const {
    if (!v.valid()) return {nothing_.data(), 0};
    return block == Block::point ? point_operands_[v.id] : operand_of(v.id, block);
  }

  Operand operand_of(std::uint32_t id, Block block) const {
    const std::size_t slot = s_.slot[id];
    switch (s_.rate[id]) {
      case Rate::uniform:
        return {uniform_.data() + slot * block_multiple, 0};
      case Rate::column:
        if (block == Block::point && in_strips_) return {column_strips_.data() + slot * run_width_, ~std::size_t{0}};
        return {column_.data() + slot * width_, ~std::size_t{0}};
      case Rate::row:
        if (block == Block::row) return {row_.data() + slot * height_, ~std::size_t{0}};
        return {row_broadcast_.data() + slot * block_multiple, in_strips_ ? block_multiple - 1 : 0};
      case Rate::point:
        break;
    }
    return {registers_.data() + slot * run_width_, ~std::size_t{0}};
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
    return registers_.data() + slot * run_width_;
  }

  // ---- Running ----
  // What was done since the last lap took that long.
  template <Profiling profiling>
  void lap(double& seconds) {
    if constexpr (profiling == Profiling::on) timer_.lap(seconds);
  }

  template <Profiling profiling>
  void start_tile(std::size_t samples, std::size_t rows) {
    tables_.samples = samples;
    tables_.padded_samples = padded(samples);
    tables_.row_count = rows;
    tables_.row = 0;
    for (std::size_t n = 0; n < noises_.size(); ++n) {
      if (!noises_[n]) continue;
      noises_[n]->start_tile();
      lap<profiling>(profile_.instructions[noise_ids_[n]]);
    }
  }

  // Noises that are one output and nothing else.
  void find_sendable() {
    std::vector<int> uses(s_.program.instructions.size(), 0);
    for (const Instruction& i : s_.program.instructions)
      for (const Value v : i.operands)
        if (v.valid()) ++uses[v.id];
    for (const DivisionCheck& check : s_.program.division_checks)
      for (const Value v : {check.denominator, check.quotient})
        if (v.valid()) ++uses[v.id];
    for (const auto& output : s_.program.outputs) ++uses[output.value.id];
    for (std::size_t o = 0; o < s_.program.outputs.size(); ++o) {
      const Value v = s_.program.outputs[o].value;
      const Instruction& i = s_.program[v];
      if (i.op == Op::noise && s_.rate[v.id] == Rate::point && uses[v.id] == 1)
        sendable_.push_back({o, noises_[i.payload].get()});
    }
  }

  void send_outputs(std::span<float* const> outputs, std::size_t stride, bool stream) {
    if (stream && stride % block_multiple != 0) return;  // what goes past the caches must be aligned in every row
    for (const Sendable& output : sendable_) output.noise->send_to(outputs[output.index], stride, stream);
  }

  // How many rows sample n lies below the first of what is run over.
  std::size_t row_beyond(std::size_t n) const { return in_strips_ ? row_of(n) : 0; }

  // The row or strip from row r on. Rows are padded, so a strip has all of its own.
  void start_row(std::size_t r) {
    for (std::size_t slot = 0; slot < s_.row.size(); ++slot)
      for (std::size_t n = 0; n < block_multiple; ++n)
        row_broadcast_[slot * block_multiple + n] = row_[slot * height_ + r + row_beyond(n)];
    tables_.row = r;
  }

  // Column values and positions as those of a strip.
  void spread_columns(std::size_t columns) {
    for (std::size_t n = 0; n < columns * strip_rows; ++n) x_strips_[n] = x_[column_of(n)];
    for (std::size_t slot = 0; slot < s_.column.size(); ++slot)
      for (std::size_t n = 0; n < columns * strip_rows; ++n)
        column_strips_[slot * run_width_ + n] = column_[slot * width_ + column_of(n)];
  }

  // Steps first .. last - 1, for these samples. Where a mix shows the other arm from some sample on, or up to one, an
  // arm's steps leave those out.
  template <Profiling profiling>
  void run_steps(std::size_t first, std::size_t last, SampleRange samples) {
    for (std::size_t k = first; k < last; ++k) {
      const Step& step = s_.steps[k];
      if (step.kind == Step::Kind::compute) {
        run<profiling>(step.value, Block::point, samples);
        continue;
      }
      const SampleRange needed = k_.others(operand(step.value, Block::point), step.constant, samples);
      lap<profiling>(profile_.guards);
      if (!needed.empty()) run_steps<profiling>(k + 1, k + 1 + step.count, needed);
      k += step.count;
    }
  }

  template <Profiling profiling>
  void run(Value v, Block block, const SampleRange& samples) {
    run(v, block, samples);
    lap<profiling>(profile_.instructions[v.id]);
  }

  void run(Value v, Block block, const SampleRange& samples) {
    const Instruction& i = s_.program[v];
    float* out = result(v);
    switch (i.op) {
      case Op::constant:
        std::fill_n(out + samples.begin, samples.count(), i.constant);
        break;
      case Op::coordinate:
        run_coordinate(i, out, block, samples);
        break;
      case Op::noise:
        run_noise(v, i, block, samples);
        break;
      default: {
        const auto from = [&](std::size_t k) { return operand(i.operands[k], block).from(samples.begin); };
        k_.elementwise[static_cast<std::size_t>(i.op)](out + samples.begin, from(0), from(1), from(2),
                                                       samples.count());
      }
    }
  }

  // Along a row or strip of the grid.
  void run_row_coordinate(const Instruction& i, float* out, const SampleRange& samples) {
    const AffineAxis& axis = s_.program.axis(i);
    alignas(64) std::array<double, block_multiple> parts{};  // of the rows
    for (std::size_t n = 0; n < block_multiple && axis.row != 0; ++n)
      parts[n] = axis.row * y_[tables_.row + row_beyond(n)];
    if (axis.column != 0) {
      const AlignedArray<double>& x = in_strips_ ? x_strips_ : x_;
      k_.positions(x.data() + samples.begin, axis.column, axis.row != 0 ? parts.data() : nullptr, axis.offset,
                   out + samples.begin, samples.count());
    } else {
      for (std::size_t n = samples.begin; n < samples.end; ++n)
        out[n] = static_cast<float>(parts[n % block_multiple] + axis.offset);
    }
    if (i.operands[0].valid())
      k_.displace(out + samples.begin, operand(i.operands[0], Block::point).from(samples.begin),
                  axis.displacement_scale, samples.count());
  }

  void run_coordinate(const Instruction& i, float* out, Block block, const SampleRange& samples) {
    if (block == Block::point && !scattered()) return run_row_coordinate(i, out, samples);
    const AffineAxis& axis = s_.program.axis(i);
    const Operand displacement = operand(i.operands[0], block);
    for (std::size_t n = samples.begin; n < samples.end; ++n) {
      double a = 0;
      if (axis.column != 0) a = axis.column * x_[n];
      if (axis.row != 0) {
        const double part = axis.row * y_[n];
        a = axis.column != 0 ? a + part : part;
      }
      float position = static_cast<float>(a + axis.offset);
      if (i.operands[0].valid())
        position = position + displacement.data[n & displacement.index_mask] * axis.displacement_scale;
      out[n] = position;
    }
  }

  void run_noise(Value v, const Instruction& i, Block block, const SampleRange& samples) {
    NoiseEvaluator& noise = *noises_[i.payload];
    if (noise.sent(tables_.row)) {
      point_operands_[v.id].data = nullptr;
      return;
    }
    std::array<Operand, 3> displacements;
    for (std::size_t d = 0; d < 3; ++d)
      if (i.operands[d].valid()) displacements[d] = operand(i.operands[d], block);
    const float* row = noise.run(displacements, result(v), samples);
    if (block == Block::point) point_operands_[v.id].data = row;
  }

  void finish_row(TileReport& report, std::span<float* const> outputs, std::size_t offset, CopyKernel copy) {
    for (std::size_t o = 0; o < outputs.size(); ++o) {
      const Operand samples = operand(s_.program.outputs[o].value, Block::point);
      if (samples.data != nullptr) report.finite &= copy(outputs[o] + offset, samples, tables_.samples);  // else sent
    }
    count_zero_divisions(report, tables_.samples, [](std::size_t) { return true; });
  }

  void finish_strip(TileReport& report, std::span<float* const> outputs, std::size_t row, std::size_t stride,
                    bool stream) {
    const std::size_t rows = std::min(strip_rows, tables_.row_count - row);
    for (std::size_t o = 0; o < outputs.size(); ++o) {
      const Operand samples = operand(s_.program.outputs[o].value, Block::point);
      if (samples.data == nullptr) continue;  // sent
      std::array<float*, strip_rows> out{};
      for (std::size_t r = 0; r < rows; ++r) out[r] = outputs[o] + (row + r) * stride;
      report.finite &= k_.from_strip(out, rows, samples, tables_.samples, stream);
    }
    count_zero_divisions(report, tables_.padded_samples * strip_rows,
                         [&](std::size_t n) { return column_of(n) < tables_.samples && row_of(n) < rows; });
  }

  // A node under a fractal or a warp divides several times a sample; the sample counts once, if it is one.
  void count_zero_divisions(TileReport& report, std::size_t count, const auto& is_sample) {
    const std::vector<DivisionCheck>& checks = s_.program.division_checks;
    for (std::size_t first = 0, last; first < checks.size(); first = last) {
      last = first + 1;
      while (last < checks.size() && checks[last].node == checks[first].node) ++last;
      for (std::size_t n = 0; n < count; ++n) {
        if (!is_sample(n)) continue;
        bool zero = false;
        for (std::size_t c = first; c < last; ++c) {
          const Operand d = operand(checks[c].denominator, Block::point);
          zero |= d.data[n & d.index_mask] == 0.0f;
        }
        report.zero_divisions[first] += zero ? 1 : 0;
      }
    }
  }

  // A noise whose rows may go straight to an output.
  struct Sendable {
    std::size_t index = 0;  // of the output
    NoiseEvaluator* noise = nullptr;
  };

  const Schedule& s_;
  const Kernels& k_;
  const Profiling profiling_;
  std::size_t width_, height_;
  bool in_strips_;
  std::size_t run_width_;  // of what is run over at once: a row or a strip
  AlignedArray<double> x_, y_;
  AlignedArray<float> uniform_, column_, row_, row_broadcast_;
  AlignedArray<double> x_strips_;
  AlignedArray<float> column_strips_, registers_, nothing_;
  AlignedArray<std::int32_t> cell_index_;
  AlignedArray<float> cell_fraction_;
  std::array<CellArrays, 3> cells_;  // of the octave under way
  TileTables tables_;
  std::vector<std::unique_ptr<NoiseEvaluator>> noises_;  // per Program::noises
  std::vector<std::uint32_t> noise_ids_;                 // their instructions
  std::vector<Sendable> sendable_;
  // Of every value, for a row or strip of samples; null where these were sent. Most instructions cost so little a row
  // that finding what they read must not cost as much again.
  std::vector<Operand> point_operands_;
  Profile profile_;
  LapTimer timer_;
};

Evaluator::Evaluator(const Schedule& schedule, const Kernels& kernels, std::size_t columns, std::size_t rows,
                     Profiling profiling)
    : state_(std::make_unique<State>(schedule, kernels, columns, rows, profiling)) {}
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

const Profile& Evaluator::profile() const {
  return state_->profile();
}

}  // namespace orograph
