// SPDX-License-Identifier: MIT
#include "runtime/noise_evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/lattice_index.hpp"

namespace orograph {
namespace {

// Within that many cells of the origin, coordinates are rounded by far less than a thousandth of a cell, which is
// what guesses from a pace allow for.
constexpr double near_cells = 0x1p38;

}  // namespace

RowCell NoiseEvaluator::RowSource::cell(std::size_t row) const {
  return table == nullptr ? RowCell{} : table->row_cell(varies ? row : 0);
}

bool NoiseEvaluator::RowSource::same_cell(std::size_t row, std::size_t rows) const {
  return table == nullptr || !varies || (table->steady() && table->cells()[row] == table->cells()[row + rows - 1]);
}

std::size_t NoiseEvaluator::RowSource::cells_of_group(double step, double farthest) const {
  if (table == nullptr || !varies) return 1;
  if (!(std::fabs(factor) * farthest + std::fabs(offset) < near_cells)) return group_rows;
  const double cells = std::fabs(factor) * step * static_cast<double>(group_rows - 1) * 1.001;
  return table->steady() && cells < static_cast<double>(group_rows - 2) ? static_cast<std::size_t>(cells) + 2
                                                                        : group_rows;
}

NoiseEvaluator::NoiseEvaluator(const NoiseSum& sum, const NoisePlan& plan, Rate rate, bool displaced,
                               const Kernels& kernels, TileTables& tables, const std::array<CellArrays, 3>& cells)
    : sum_(sum),
      plan_(plan),
      rate_(rate),
      k_(kernels),
      noise_(kernels.noise[static_cast<std::size_t>(sum.kind)]),
      tables_(tables),
      cells_(cells),
      dimensions_(static_cast<std::size_t>(noise_dimensions(sum.kind))),
      strips_(rate == Rate::point && tables.in_strips),
      own_strips_(strips_ && !plan.on_lattice_rows),
      ahead_(rate == Rate::point && !tables.scattered && !displaced && !own_strips_) {
  const bool on_rows = plan.on_lattice_rows;
  if (ahead_) {
    group_ = AlignedArray<float>(group_rows * tables.width, Content::unset);
    chunk_done_.resize((tables.width + chunk - 1) / chunk);
  }
  for (std::size_t k = 0; k < sum.octaves.size(); ++k) {
    const NoiseOctave& o = sum.octaves[k];
    const std::array<AxisPlan, 3>& axes = plan.octaves[k];
    Octave& octave = octaves_.emplace_back();
    for (std::size_t d = 0; d < dimensions_; ++d) octave.axes[d] = axis_view(axes[d], o.axes[d], o.period[d]);
    if (on_rows) octave.rows = std::make_unique<LatticeRows>(sum.kind, tables.width);
    if (on_rows) octave.y = row_source(axes[1], o.axes[1], o.period[1]);
    if (plan.shares_points) octave.patch = std::make_unique<LatticePatch>(sum.kind);
    if (dimensions_ == 3 && (on_rows || plan.shares_points)) octave.z = row_source(axes[2], o.axes[2], o.period[2]);
    OctaveView& view = views_.emplace_back();
    view.octave = &o;
    view.cells = cells;
    spans_.emplace_back().weight = o.weight;
  }
}

// ---- Coordinates -------------------------------------------------------------------------------------------------

PartView NoiseEvaluator::part_view(const CoordinateTable& table, bool is_row) const {
  if (is_row && rate_ == Rate::point && !tables_.scattered)
    return table.row_view(own_strips_ ? Spread::rows : Spread::same);
  return table.view(own_strips_ ? Spread::columns : Spread::each);
}

AxisView NoiseEvaluator::axis_view(const AxisPlan& plan, const AffineAxis& axis, std::int32_t period) {
  AxisView view;
  if (plan.column_part != no_part) view.first = part_view(tables_.columns[plan.column_part], false);
  if (plan.row_part != no_part) {
    PartView& part = plan.column_part != no_part ? view.second : view.first;
    part = part_view(tables_.rows[plan.row_part], true);
  }
  if (plan.column_part == no_part && plan.row_part == no_part)
    view.first = uniform_part({0, axis.offset, period}).row_view(Spread::same);
  view.displacement_scale = axis.displacement_scale;
  return view;
}

const CoordinateTable& NoiseEvaluator::uniform_part(const PartSpec& part) {
  CoordinateTable& table = *uniform_parts_.emplace_back(std::make_unique<CoordinateTable>(part, block_multiple));
  const std::vector<double> origin(block_multiple, 0.0);
  table.fill_scattered(k_, origin);
  table.broadcast(0, Spread::same);
  return table;
}

NoiseEvaluator::RowSource NoiseEvaluator::row_source(const AxisPlan& plan, const AffineAxis& axis,
                                                     std::int32_t period) {
  if (plan.row_part != no_part) return {&tables_.rows[plan.row_part], true, axis.row, axis.offset};
  return {&uniform_part({0, axis.offset, period}), false, 0, axis.offset};
}

// The lattice index of an axis is the sum of its tables' bases and cells.
std::int32_t NoiseEvaluator::base_of(const AxisPlan& plan) const {
  const std::int32_t column = plan.column_part != no_part ? tables_.columns[plan.column_part].base() : 0;
  const std::int32_t row = plan.row_part != no_part ? tables_.rows[plan.row_part].base() : 0;
  return index_plus(column, row);
}

void NoiseEvaluator::start_tile() {
  group_count_ = grouped_ = 0;
  output_ = nullptr;
  sent_ = false;
  sent_finite_ = true;
  for (std::size_t k = 0; k < octaves_.size(); ++k) {
    Octave& octave = octaves_[k];
    const NoiseOctave& o = sum_.octaves[k];
    const std::array<AxisPlan, 3>& axes = plan_.octaves[k];
    for (std::size_t d = 0; d < 3; ++d) octave.axes[d].base = base_of(axes[d]);
    if (octave.patch) octave.patch->start(o, sum_.directions, octave.z.cell(0));
    if (octave.rows) {
      const std::size_t at_once =
          octave.z.varies ? group_rows : octave.y.cells_of_group(tables_.longest_row_step, tables_.farthest_y);
      octave.on_rows = octave.rows->start(noise_, o, sum_.directions, tables_.columns[axes[0].column_part],
                                          tables_.samples, at_once);
    }
    if (octave.on_rows && grouped_ == k) ++grouped_;
  }
}

// ---- Samples -----------------------------------------------------------------------------------------------------

void NoiseEvaluator::send_to(float* output, std::size_t stride, bool stream) {
  if (grouped_ < octaves_.size()) return;
  output_ = output;
  output_stride_ = stride;
  stream_ = stream;
}

const float* NoiseEvaluator::run(const std::array<Operand, 3>& displacements, float* out,
                                 const SampleRange& samples) {
  if (ahead_) {
    if (group_count_ == 0 || tables_.row >= group_first_ + group_count_) start_group();
    if (sent_) return nullptr;
    if (strips_) return group_strip(out, samples);
    complete_group(samples);
    return group_.data() + (tables_.row - group_first_) * tables_.width;
  }
  std::array<Range, 2> moved;
  for (std::size_t d = 0; plan_.shares_points && d < 2; ++d) {
    if (displacements[d].data == nullptr) continue;
    Range& range = moved[d];
    range.known = k_.range(displacements[d].from(samples.begin), samples.count(), range.low, range.high);
    range.a_column = (range.high - range.low) / static_cast<float>(samples.count() / strip_rows);
  }
  for (std::size_t k = 0; k < octaves_.size(); ++k) {
    for (std::size_t d = 0; d < dimensions_; ++d) octaves_[k].axes[d].displacement = displacements[d];
    if (plan_.shares_points) cover_points(k, moved, samples);
    add_samples(k, tables_.row, out, k == 0 ? SumStart::anew : SumStart::onto, samples);
  }
  return out;
}

// Samples of the group's rows as those of a strip.
const float* NoiseEvaluator::group_strip(float* out, const SampleRange& samples) {
  const std::size_t begin = column_of(samples.begin) / chunk * chunk;
  complete_group({begin, padded(column_of(samples.end))});
  std::array<const float*, strip_rows> rows;
  for (std::size_t r = 0; r < strip_rows; ++r) {
    const std::size_t row = std::min(tables_.row + r - group_first_, group_count_ - 1);
    rows[r] = group_.data() + row * tables_.width;
  }
  k_.to_strip(out, rows, samples);
  return out;
}

// The rows of a group need no other value of their rows, so all are computed when the first is asked for.
void NoiseEvaluator::start_group() {
  group_first_ = tables_.row;
  group_count_ = std::min(group_rows, tables_.row_count - tables_.row);
  for (std::size_t k = 0; k < octaves_.size(); ++k)
    if (octaves_[k].on_rows) prepare_spans(k, group_count_);
  sent_ = output_ != nullptr && group_count_ == group_rows;
  if (!sent_) {
    std::fill(chunk_done_.begin(), chunk_done_.end(), false);
    done_ = {};
    return;
  }
  GroupRows out;
  for (std::size_t r = 0; r < group_rows; ++r) out[r] = output_ + (group_first_ + r) * output_stride_;
  sent_finite_ &= noise_.put_spans(out, spans_, sum_.shape, tables_.samples, stream_);
}

void NoiseEvaluator::complete_group(const SampleRange& samples) {
  if (samples.begin >= done_.begin && samples.end <= done_.end) return;
  done_ = samples;
  GroupRows out{};
  for (std::size_t r = 0; r < group_count_; ++r) out[r] = group_.data() + r * tables_.width;
  const std::size_t last = (samples.end + chunk - 1) / chunk;
  for (std::size_t c = samples.begin / chunk; c < last;) {
    if (chunk_done_[c]) {
      ++c;
      continue;
    }
    const std::size_t first = c;
    for (; c < last && !chunk_done_[c]; ++c) chunk_done_[c] = true;
    const SampleRange missing{first * chunk, std::min(c * chunk, tables_.padded_samples)};
    if (grouped_ > 0)
      noise_.add_spans(out, group_count_, {spans_.data(), grouped_}, sum_.shape, SumStart::anew, missing);
    for (std::size_t k = grouped_; k < octaves_.size(); ++k) {
      const SumStart start = k == 0 ? SumStart::anew : SumStart::onto;
      if (octaves_[k].on_rows)
        noise_.add_spans(out, group_count_, {&spans_[k], 1}, sum_.shape, start, missing);
      else
        for (std::size_t r = 0; r < group_count_; ++r) add_samples(k, group_first_ + r, out[r], start, missing);
    }
  }
}

// The octave's spans for as many rows from the one under way on.
void NoiseEvaluator::prepare_spans(std::size_t k, std::size_t rows) {
  const Octave& octave = octaves_[k];
  const std::size_t row = tables_.row;
  SpansView& view = spans_[k];
  const CoordinateTable& y = *octave.y.table;
  view.t = y.fractions() + (octave.y.varies ? row : 0);
  view.s = y.fades() + (octave.y.varies ? row : 0);
  view.spans[0] = &octave.rows->spans(noise_, octave.y.cell(row), octave.z.cell(row));
  view.same = octave.y.same_cell(row, rows) && !octave.z.varies;
  if (view.same) return;
  for (std::size_t r = 1; r < rows; ++r)
    view.spans[r] = &octave.rows->spans(noise_, octave.y.cell(row + r), octave.z.cell(row + r));
  if (rows < group_rows) return;
  for (std::size_t q = 0; q < view.run.size(); ++q) {
    const SpanRow* const* const spans = &view.spans[q * run_rows];
    std::size_t first = 1, last = 1;
    while (first < run_rows && spans[first] == spans[0]) ++first;
    while (last < run_rows && spans[run_rows - 1 - last] == spans[run_rows - 1]) ++last;
    view.run[q] = static_cast<std::uint8_t>(first == run_rows || first + last == run_rows ? first : 0);
  }
}

void NoiseEvaluator::add_samples(std::size_t k, std::size_t row, float* out, SumStart start,
                                 const SampleRange& samples) {
  OctaveView& view = views_[k];
  for (std::size_t d = 0; d < dimensions_; ++d) {
    const std::uint32_t part = plan_.octaves[k][d].row_part;
    if (part != no_part && rate_ == Rate::point && !tables_.scattered)
      tables_.rows[part].broadcast(row, own_strips_ ? Spread::rows : Spread::same);
  }
  if (view.source == OctaveView::Source::steady_points) {
    for (std::size_t d = 0; d < 2; ++d) view.steady[d].columns = octaves_[k].axes[d].first.from(samples.begin);
    noise_.add_octave(out + samples.begin, view, sum_.shape, sum_.directions, start, samples.count());
    return;
  }
  for (std::size_t first = samples.begin; first < samples.end; first += cells_at_once) {
    const std::size_t count = std::min(cells_at_once, samples.end - first);
    for (std::size_t d = 0; d < dimensions_; ++d) {
      AxisView axis = octaves_[k].axes[d];
      axis.first = axis.first.from(first);
      axis.second = axis.second.from(first);
      if (axis.displacement.data != nullptr) axis.displacement = axis.displacement.from(first);
      k_.axis_cells(axis, cells_[d], count);
    }
    noise_.add_octave(out + first, view, sum_.shape, sum_.directions, start, count);
  }
}

// The lattice cells that one axis touches in the strip under way; false when that cannot be told.
bool NoiseEvaluator::touched_cells(const AxisPlan& plan, AxisView& view, const Range& moved,
                                   const SampleRange& samples, std::int64_t& low, std::int64_t& high) const {
  low = high = view.base;
  view.displacement_small = false;
  double carry = 0;
  if (plan.column_part != no_part) {
    const CoordinateTable& table = tables_.columns[plan.column_part];
    if (!table.steady()) return false;
    const std::int32_t first = table.cells()[column_of(samples.begin)],
                       last = table.cells()[column_of(samples.end - 1)];
    low += std::min(first, last);
    high += std::max(first, last);
    carry += 1;
  } else if (plan.row_part == no_part) {
    low += view.first.cell[0];
    high += view.first.cell[0];
    carry += 1;
  }
  if (plan.row_part != no_part) {
    const CoordinateTable& table = tables_.rows[plan.row_part];
    if (!table.steady()) return false;
    const std::int32_t first = table.cells()[tables_.row], last = table.cells()[tables_.row + strip_rows - 1];
    low += std::min(first, last);
    high += std::max(first, last);
    carry += 1;
  }
  // The fractions' sum lies in 0 .. carry, the displacement between these two.
  const double a = static_cast<double>(moved.low * view.displacement_scale);
  const double b = static_cast<double>(moved.high * view.displacement_scale);
  view.displacement_small = moved.known && std::max(std::fabs(a), std::fabs(b)) < small_displacement;
  if (!view.displacement_small) return false;
  // Not std::floor and std::ceil: a call each, where one more cell at a whole number does no harm.
  const double least = std::min(a, b), most = std::max(a, b) + carry;
  low += static_cast<std::int64_t>(least) - (least < 0 ? 1 : 0);
  high += static_cast<std::int64_t>(most) + (most > 0 ? 1 : 0);
  return true;
}

// Lets the octave's samples share lattice points in the strip under way, where that is worth it.
void NoiseEvaluator::cover_points(std::size_t k, const std::array<Range, 2>& moved, const SampleRange& samples) {
  Octave& octave = octaves_[k];
  OctaveView& view = views_[k];
  view.source = OctaveView::Source::hash;
  LatticeBox box;
  const bool x_known = touched_cells(plan_.octaves[k][0], octave.axes[0], moved[0], samples, box.i0, box.i1);
  const bool y_known = touched_cells(plan_.octaves[k][1], octave.axes[1], moved[1], samples, box.j0, box.j1);
  if (!x_known || !y_known) return;
  ++box.i1, ++box.j1;  // a cell has two lattice points
  if (!octave.patch->cover(noise_, box, samples.count())) return;
  view.source = OctaveView::Source::points;
  view.points = octave.patch->view();
  for (std::size_t d = 0; d < 2; ++d) {
    const AffineAxis& axis = sum_.octaves[k].axes[d];
    const float bent = std::fabs(moved[d].a_column * octave.axes[d].displacement_scale);
    view.column_pace[d] = static_cast<float>(std::fabs(axis.column) * tables_.longest_step) + bent;
    view.row_pace[d] = static_cast<float>(std::fabs(axis.row) * tables_.longest_row_step) + bent;
  }
  if (take_steady_axes(k, view)) view.source = OctaveView::Source::steady_points;
}

// Whether the octave's cells are a column's and a row's, added, and rise or fall steadily both ways.
bool NoiseEvaluator::take_steady_axes(std::size_t k, OctaveView& view) const {
  constexpr float slowest = 1e-5f;  // a coordinate that hardly moves may step back, for rounding
  for (std::size_t d = 0; d < 2; ++d) {
    const AxisView& axis = octaves_[k].axes[d];
    if (axis.displacement.data != nullptr || axis.first.spread != Spread::columns ||
        axis.second.spread != Spread::rows || view.column_pace[d] < slowest || view.row_pace[d] < slowest)
      return false;
    const AffineAxis& affine = sum_.octaves[k].axes[d];
    const double farthest =
        std::fabs(affine.column) * tables_.farthest_x + std::fabs(affine.row) * tables_.farthest_y;
    if (!(farthest + std::fabs(affine.offset) < near_cells)) return false;
    view.steady[d] = {axis.first, axis.second, axis.base, affine.column < 0, affine.row < 0};
  }
  return k_.steady_fits(view.column_pace, view.row_pace);
}

}  // namespace orograph
