// SPDX-License-Identifier: MIT
#include "graph/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orograph {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Interval hull(std::initializer_list<float> values, bool may_be_nan) {
  Interval r{infinity, -infinity, may_be_nan};
  for (const float v : values) {
    if (std::isnan(v)) return {-infinity, infinity, true};
    r.low = std::min(r.low, v), r.high = std::max(r.high, v);
  }
  return r;
}

bool holds_infinity(const Interval& a) {
  return a.low == -infinity || a.high == infinity;
}

Interval abs_of(const Interval& a) {
  const float low = a.contains(0) ? 0.0f : std::min(std::fabs(a.low), std::fabs(a.high));
  return {low, std::max(std::fabs(a.low), std::fabs(a.high)), a.may_be_nan};
}

Interval add_of(const Interval& a, const Interval& b) {
  const bool clash = (a.high == infinity && b.low == -infinity) || (a.low == -infinity && b.high == infinity);
  const float low = a.low + b.low, high = a.high + b.high;
  return {std::isnan(low) ? -infinity : low, std::isnan(high) ? infinity : high,
          a.may_be_nan || b.may_be_nan || clash};
}

Interval negate_of(const Interval& a) {
  return {-a.high, -a.low, a.may_be_nan};
}

Interval multiply_of(const Interval& a, const Interval& b) {
  const bool clash = (holds_infinity(a) && b.contains(0)) || (holds_infinity(b) && a.contains(0));
  // 0 * infinity at the ends stands for values that approach both: 0.
  const auto product = [](float x, float y) { return x == 0 || y == 0 ? 0.0f : x * y; };
  return hull({product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)},
              a.may_be_nan || b.may_be_nan || clash);
}

Interval divide_of(const Interval& a, const Interval& b) {
  const bool clash = holds_infinity(a) && holds_infinity(b);
  const bool nan = a.may_be_nan || b.may_be_nan || clash;
  if (b.low <= 0 && b.high >= 0) {
    // The quotient by the smallest float may be anything; 0 / b and a / 0 are 0.
    if (a.low == 0 && a.high == 0) return {0, 0, nan};
    const bool up = (a.high > 0 && b.high > 0) || (a.low < 0 && b.low < 0);
    const bool down = (a.low < 0 && b.high > 0) || (a.high > 0 && b.low < 0);
    return {down ? -infinity : 0.0f, up ? infinity : 0.0f, nan};
  }
  const auto quotient = [](float x, float y) { return std::isinf(x) && std::isinf(y) ? 0.0f : x / y; };
  Interval r =
      hull({quotient(a.low, b.low), quotient(a.low, b.high), quotient(a.high, b.low), quotient(a.high, b.high)}, nan);
  if (clash) r.low = -infinity, r.high = infinity;
  return r;
}

// min is b < a ? b : a: a NaN in a passes, one in b is dropped for a.
Interval min_of(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), b.may_be_nan ? a.high : std::min(a.high, b.high), a.may_be_nan};
}

Interval max_of(const Interval& a, const Interval& b) {
  return negate_of(min_of(negate_of(a), negate_of(b)));
}

Interval sqrt_of(const Interval& a) {
  return {a.low > 0 ? std::sqrt(a.low) : 0.0f, a.high > 0 ? std::sqrt(a.high) : 0.0f, a.may_be_nan};
}

// At a 0 the power may be 0 or 1 besides; kept simple where the exponent varies.
Interval power_of(const Interval& a, const Interval& b) {
  const bool nan = a.may_be_nan || b.may_be_nan;
  if (b.low == b.high && std::floor(b.low) == b.low && b.low >= 1 && b.low <= 64) {
    const auto raise = [&b](float v) { return eval_scalar(Op::power, v, b.low, 0); };
    Interval r = hull({raise(a.low), raise(a.high)}, nan);
    if (a.contains(0)) r.low = std::min(r.low, 0.0f), r.high = std::max(r.high, 0.0f);
    // Large exponents are not worked out by products, and may round to the wrong one of two near floats.
    return {std::nextafter(r.low, -infinity), std::nextafter(r.high, infinity), nan};
  }
  if (a.low >= 0 && b.low >= 0) {
    const float top =
        std::max({eval_scalar(Op::power, a.high, b.low, 0), eval_scalar(Op::power, a.high, b.high, 0), 1.0f});
    return {0, std::nextafter(top, infinity), nan};
  }
  return {a.low >= 0 ? 0.0f : -infinity, infinity, nan};
}

// From what is known of a comparison: that it always holds, or never.
Interval truth_of(bool always, bool never) {
  return {always ? 1.0f : 0.0f, never ? 0.0f : 1.0f, false};
}

// A comparison with NaN does not hold.
Interval less_of(const Interval& a, const Interval& b) {
  return truth_of(a.high < b.low && !a.may_be_nan && !b.may_be_nan, a.low >= b.high);
}
Interval less_equal_of(const Interval& a, const Interval& b) {
  return truth_of(a.high <= b.low && !a.may_be_nan && !b.may_be_nan, a.low > b.high);
}
Interval equal_of(const Interval& a, const Interval& b) {
  const bool same_number = a.low == a.high && b.low == b.high && a.low == b.low;
  return truth_of(same_number && !a.may_be_nan && !b.may_be_nan, a.high < b.low || b.high < a.low);
}
Interval not_equal_of(const Interval& a, const Interval& b) {
  const Interval equal = equal_of(a, b);
  return {1 - equal.high, 1 - equal.low, false};
}

// a where t is 0, b elsewhere.
Interval select_of(const Interval& a, const Interval& b, const Interval& t) {
  if (!t.contains(0)) return b;
  if (t.low == 0 && t.high == 0 && !t.may_be_nan) return a;
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.may_be_nan || b.may_be_nan};
}

// The crease is lowered by a quarter of the width at most, each rounding included: all steps are monotone.
Interval smooth_min_of(const Interval& a, const Interval& b, const Interval& width) {
  const bool clash = (holds_infinity(a) && holds_infinity(b)) || holds_infinity(width);
  const bool nan = a.may_be_nan || b.may_be_nan || width.may_be_nan || clash;
  if (clash) return {-infinity, infinity, nan};
  return {std::min(a.low, b.low) - std::max(width.high, 0.0f) / 4, std::min(a.high, b.high), nan};
}

// Of a rising function within `ulps` of the true one: both ends may be off by that, and so may what lies between.
Interval rising_of(Op op, const Interval& a, float ulps) {
  const auto widened = [ulps](float v, float towards) {
    const float slop = std::fabs(v) * ulps * std::numeric_limits<float>::epsilon();
    return towards < 0 ? std::nextafter(v - slop, -infinity) : std::nextafter(v + slop, infinity);
  };
  return {widened(eval_scalar(op, a.low, 0, 0), -1), widened(eval_scalar(op, a.high, 0, 0), 1), a.may_be_nan};
}

Interval exp_of(Op op, const Interval& a) {
  const Interval r = rising_of(op, a, 4);
  return {std::max(r.low, 0.0f), std::min(r.high, std::numeric_limits<float>::max()), r.may_be_nan};
}

// Sine (shift 0) or cosine (shift 1) of v, shift * pi/2 further; the whole range but where the ends lie within one
// turn, whose tops and bottoms are counted, and the rest taken from the ends.
Interval sine_of(Op op, const Interval& a, double shift) {
  const bool nan = a.may_be_nan || holds_infinity(a);
  constexpr double quarter = 1.57079632679489661923, far = 100000;
  const double low = static_cast<double>(a.low), high = static_cast<double>(a.high);
  if (low < -far || high > far || high - low >= 4 * quarter) return {-1, 1, nan};
  Interval r = hull({eval_scalar(op, a.low, 0, 0), eval_scalar(op, a.high, 0, 0)}, nan);
  const float slop = 4 * std::numeric_limits<float>::epsilon();
  r.low = std::max(r.low - slop, -1.0f), r.high = std::min(r.high + slop, 1.0f);
  // Tops stand at quarters 1, 5, 9, ..., bottoms at 3, 7, ...
  const auto holds = [&](double first) {
    constexpr double margin = 1e-6;
    const double from = (low / quarter + shift - first) / 4, to = (high / quarter + shift - first) / 4;
    return std::floor(to + margin) >= std::ceil(from - margin);
  };
  if (holds(1)) r.high = 1;
  if (holds(3)) r.low = -1;
  return r;
}

// By the quarters of the plane that y and x may lie in; y = 0 counts as the upper half.
Interval atan2_of(const Interval& y, const Interval& x) {
  const bool nan = y.may_be_nan || x.may_be_nan;
  constexpr float pi = 3.14159274f, half = 1.57079637f;
  const float most = x.low >= 0 ? half : pi;
  return {y.low >= 0 ? 0 : -most, y.high < 0 ? 0 : most, nan};
}

Interval mix_of(const Interval& a, const Interval& b, const Interval& t) {
  const Interval difference = add_of(b, negate_of(a));
  const Interval between = add_of(a, multiply_of(difference, t));
  Interval r = between;
  // Dependence: for t in 0 .. 1 the result lies between a and b, up to the rounding of three operations, the first of
  // which may overflow.
  if (t.low >= 0 && t.high <= 1 && !t.may_be_nan && std::isfinite(difference.low) && std::isfinite(difference.high)) {
    const float low = std::min(a.low, b.low), high = std::max(a.high, b.high);
    const float slop = 4 * std::numeric_limits<float>::epsilon() *
                       std::max({std::fabs(a.low), std::fabs(a.high), std::fabs(b.low), std::fabs(b.high)});
    if (std::isfinite(slop)) r.low = std::max(r.low, low - slop), r.high = std::min(r.high, high + slop);
  }
  return {std::min({r.low, a.low, b.low}), std::max({r.high, a.high, b.high}),
          r.may_be_nan || a.may_be_nan || b.may_be_nan};
}

// t^2 (3 - 2t) rises from 0 to 1 between 0 and 1; 4 epsilon are more than its rounding. Elsewhere it is the product.
Interval smooth_of(const Interval& t) {
  if (t.low >= 0 && t.high <= 1) {
    const float slop = 4 * std::numeric_limits<float>::epsilon();
    return {std::max(0.0f, eval_scalar(Op::smooth, t.low, 0, 0) - slop),
            std::min(1.0f, eval_scalar(Op::smooth, t.high, 0, 0) + slop), t.may_be_nan};
  }
  Interval square = multiply_of(t, t);
  square.low = std::max(square.low, 0.0f);
  const Interval bend = add_of({3, 3, false}, negate_of(multiply_of({2, 2, false}, t)));
  return min_of(multiply_of(square, bend), {1, 1, false});
}

// factor * position over an interval of positions; infinite ones stand for arbitrarily large finite ones.
struct Range {
  double low = 0, high = 0;
};
Range scaled_range(double factor, double low, double high) {
  if (factor == 0) return {0, 0};
  const double a = factor * low, b = factor * high;
  return {std::min(a, b), std::max(a, b)};
}

// Monotone in X and in Y, each rounding included, so the ends of the domain bound it.
Interval coordinate_of(const AffineAxis& axis, const Domain& domain) {
  const Range column = scaled_range(axis.column, domain.x_low, domain.x_high);
  const Range row = scaled_range(axis.row, domain.y_low, domain.y_high);
  const auto at = [&](double c, double r) { return static_cast<float>(c + r + axis.offset); };
  return {at(column.low, row.low), at(column.high, row.high), false};
}

// v - floor(v) lies in 0 .. 1, whatever v.
bool is_fraction(const Program& program, const Instruction& i) {
  const Instruction& taken = program[i.operands[1]];
  return i.op == Op::subtract && taken.op == Op::floor && taken.operands[0] == i.operands[0];
}

Interval noise_of(const NoiseSum& sum, bool position_may_be_wild) {
  const float most = noise_bound(sum.kind);
  Interval octave{-most, most, position_may_be_wild};
  switch (sum.shape) {
    case NoiseShape::plain:
      break;
    case NoiseShape::abs:
      octave.low = 0;
      break;
    case NoiseShape::ridged:
      octave.low = 1 - 2 * most, octave.high = 1;
      break;
    case NoiseShape::billow:
      octave.low = -1, octave.high = 2 * most - 1;
      break;
  }
  Interval total;
  for (std::size_t k = 0; k < sum.octaves.size(); ++k) {
    const float w = sum.octaves[k].weight;
    const Interval term = multiply_of(octave, {w, w, false});
    total = k == 0 ? term : add_of(total, term);
  }
  return total;
}

}  // namespace

bool Interval::finite() const {
  return std::isfinite(low) && std::isfinite(high) && !may_be_nan;
}

std::vector<Interval> bounds(const Program& program, const Domain& domain) {
  std::vector<Interval> result(program.instructions.size());
  for (std::size_t id = 0; id < result.size(); ++id) {
    const Instruction& i = program.instructions[id];
    const auto operand = [&](std::size_t k) { return result[i.operands[k].id]; };
    switch (i.op) {
      case Op::constant:
        result[id] = hull({i.constant}, std::isnan(i.constant));
        break;
      case Op::coordinate: {
        const AffineAxis& a = program.axis(i);
        Interval position = coordinate_of(a, domain);
        if (i.operands[0].valid())
          position = add_of(position, multiply_of(operand(0), {a.displacement_scale, a.displacement_scale, false}));
        result[id] = position;
        break;
      }
      case Op::noise: {
        bool wild = false;
        for (std::size_t k = 0; k < 3; ++k) {
          if (!i.operands[k].valid()) continue;
          // Beyond 2^28 cells a displaced position is refused (NaN); two parts may add up to 2 cells more.
          const Interval d = operand(k);
          float most = std::max(std::fabs(d.low), std::fabs(d.high));
          float scale = 0;
          for (const NoiseOctave& o : program.noise(i).octaves)
            scale = std::max(scale, std::fabs(o.axes[k].displacement_scale));
          most *= scale;
          wild |= d.may_be_nan || !(most < 268435000.0f);
        }
        result[id] = noise_of(program.noise(i), wild);
        break;
      }
      case Op::abs:
        result[id] = abs_of(operand(0));
        break;
      case Op::negate:
        result[id] = negate_of(operand(0));
        break;
      case Op::sqrt:
        result[id] = sqrt_of(operand(0));
        break;
      case Op::floor: {
        const Interval a = operand(0);
        result[id] = {std::floor(a.low), std::floor(a.high), a.may_be_nan};
        break;
      }
      case Op::round: {
        const Interval a = operand(0);
        result[id] = {eval_scalar(Op::round, a.low, 0, 0), eval_scalar(Op::round, a.high, 0, 0), a.may_be_nan};
        break;
      }
      case Op::exp:
      case Op::exp2:
        result[id] = exp_of(i.op, operand(0));
        break;
      case Op::log:
      case Op::log2:
        result[id] = rising_of(i.op, operand(0), 4);
        break;
      case Op::sin:
        result[id] = sine_of(i.op, operand(0), 0);
        break;
      case Op::cos:
        result[id] = sine_of(i.op, operand(0), 1);
        break;
      case Op::atan2:
        result[id] = atan2_of(operand(0), operand(1));
        break;
      case Op::add:
        result[id] = add_of(operand(0), operand(1));
        break;
      case Op::smooth:
        result[id] = smooth_of(operand(0));
        break;
      case Op::subtract:
        result[id] = add_of(operand(0), negate_of(operand(1)));
        if (is_fraction(program, i) && operand(0).finite()) result[id] = {0, 1, false};
        break;
      case Op::multiply: {
        result[id] = multiply_of(operand(0), operand(1));
        if (i.operands[0] == i.operands[1]) result[id].low = std::max(result[id].low, 0.0f);
        break;
      }
      case Op::divide:
        result[id] = divide_of(operand(0), operand(1));
        break;
      case Op::min:
        result[id] = min_of(operand(0), operand(1));
        break;
      case Op::max:
        result[id] = max_of(operand(0), operand(1));
        break;
      case Op::power:
        result[id] = power_of(operand(0), operand(1));
        break;
      case Op::step:
        result[id] = {0, 1, false};
        break;
      case Op::less:
        result[id] = less_of(operand(0), operand(1));
        break;
      case Op::less_equal:
        result[id] = less_equal_of(operand(0), operand(1));
        break;
      case Op::equal:
        result[id] = equal_of(operand(0), operand(1));
        break;
      case Op::not_equal:
        result[id] = not_equal_of(operand(0), operand(1));
        break;
      case Op::mix:
        result[id] = mix_of(operand(0), operand(1), operand(2));
        break;
      case Op::select:
        result[id] = select_of(operand(0), operand(1), operand(2));
        break;
      case Op::smooth_min:
        result[id] = smooth_min_of(operand(0), operand(1), operand(2));
        break;
    }
  }
  return result;
}

std::string print(const Interval& interval) {
  return fmt::format("{:.9g} .. {:.9g}{}", interval.low, interval.high,
                     interval.may_be_nan ? " or not a number" : "");
}

}  // namespace orograph
