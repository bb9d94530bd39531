// SPDX-License-Identifier: MIT
#include "graph/reference.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

#include "graph/noise_tables.hpp"
#include "graph/scalar_lane.hpp"

#define LANE_INLINE inline

namespace orograph {
namespace {

#include "graph/math.inc"
#include "graph/noise.inc"

using L = ScalarLane;
using Cell = LaneCell<L>;

Cell cell_of(const AffineAxis& axis, std::int32_t period, double x, double y, const float* displacement) {
  AxisPart part;
  bool carries = displacement != nullptr;
  if (axis.column != 0) {
    part = split_part(axis.column * x + axis.offset, period);
    if (axis.row != 0) {
      const AxisPart row = split_part(axis.row * y, period);
      part.cell = L::iadd(part.cell, row.cell);
      part.fraction += row.fraction;
      carries = true;
    }
  } else {
    part = split_part(axis.row != 0 ? axis.row * y + axis.offset : axis.offset, period);
  }
  if (displacement != nullptr) part.fraction = part.fraction + *displacement * axis.displacement_scale;
  if (carries) carry_cells<L>(part.cell, part.fraction);
  return make_cell<L>(part.cell, part.fraction, period);
}

template <NoiseKind kind>
float octave_at(const NoiseOctave& o, int directions, const std::array<Cell, 3>& cells) {
  return noise_at<L, kind>(o, directions, cells[0], cells[1], cells[2]);
}

template <std::size_t... kinds>
float octave_of(std::index_sequence<kinds...>, NoiseKind kind, const NoiseOctave& o, int directions,
                const std::array<Cell, 3>& cells) {
  using Function = float (*)(const NoiseOctave&, int, const std::array<Cell, 3>&);
  static constexpr Function functions[] = {octave_at<static_cast<NoiseKind>(kinds)>...};
  return functions[static_cast<std::size_t>(kind)](o, directions, cells);
}

float noise_sum_at(const NoiseSum& sum, double x, double y, const std::array<const float*, 3>& displacements) {
  float total = 0;
  for (std::size_t k = 0; k < sum.octaves.size(); ++k) {
    const NoiseOctave& o = sum.octaves[k];
    std::array<Cell, 3> cells{};
    for (std::size_t d = 0; d < static_cast<std::size_t>(noise_dimensions(sum.kind)); ++d)
      cells[d] = cell_of(o.axes[d], o.period[d], x, y, displacements[d]);
    const float n = octave_of(std::make_index_sequence<noise_kind_count>{}, sum.kind, o, sum.directions, cells);
    const float weighted = o.weight * bend<L>(n, sum.shape);
    total = k == 0 ? weighted : total + weighted;
  }
  return total;
}

float coordinate_at(const AffineAxis& axis, double x, double y, const float* displacement) {
  double a = 0;
  if (axis.column != 0) a = axis.column * x;
  if (axis.row != 0) a = axis.column != 0 ? a + axis.row * y : axis.row * y;
  const float position = static_cast<float>(a + axis.offset);
  return displacement == nullptr ? position : position + *displacement * axis.displacement_scale;
}

}  // namespace

AxisPart split_part(double a, std::int32_t period) {
  if (!std::isfinite(a)) return {0, std::numeric_limits<float>::quiet_NaN()};
  const double whole = std::floor(a);
  const float fraction = static_cast<float>(a - whole);
  const double modulus = period == 0 ? 4294967296.0 : static_cast<double>(period);
  // fmod is exact; the sign follows the dividend.
  const auto rest = static_cast<std::int64_t>(std::fmod(whole, modulus));
  if (period == 0) return {static_cast<std::int32_t>(static_cast<std::uint32_t>(rest)), fraction};
  return {static_cast<std::int32_t>(rest < 0 ? rest + period : rest), fraction};
}

std::vector<float> evaluate_reference(const Program& program, double x, double y) {
  std::vector<float> values(program.instructions.size());
  for (std::size_t id = 0; id < values.size(); ++id) {
    const Instruction& i = program.instructions[id];
    const auto operand = [&](std::size_t k) -> const float* {
      return i.operands[k].valid() ? &values[i.operands[k].id] : nullptr;
    };
    const auto value = [&](std::size_t k) { return operand(k) == nullptr ? 0.0f : *operand(k); };
    switch (i.op) {
      case Op::constant:
        values[id] = i.constant;
        break;
      case Op::coordinate:
        values[id] = coordinate_at(program.axis(i), x, y, operand(0));
        break;
      case Op::noise:
        values[id] = noise_sum_at(program.noise(i), x, y, {operand(0), operand(1), operand(2)});
        break;
      default:
        values[id] = eval_scalar(i.op, value(0), value(1), value(2));
    }
  }
  return values;
}

}  // namespace orograph
