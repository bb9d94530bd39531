// SPDX-License-Identifier: MIT
// Bounds are neither wrong nor slack: every elementwise instruction stays inside them for operands of any range, and
// the largest noise that a search finds lies under noise_bound and near it.
#include "graph/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "graph/builder.hpp"
#include "graph/reference.hpp"
#include "runtime/evaluator.hpp"
#include "runtime/target.hpp"
#include "support/bits.hpp"
#include "support/random.hpp"

namespace orograph {
namespace {

using test::Random;

// ---- Elementwise instructions ----------------------------------------------------------------------------------

float corner(Random& random) {
  for (;;) {
    const float v = random.one_in(2)   ? random.pick(test::special_floats())
                    : random.one_in(2) ? random.float_between(-3, 3)
                                       : random.any_float();
    if (!std::isnan(v)) return v;
  }
}

struct Range {
  float low, high;
};

Range random_range(Random& random) {
  const float a = corner(random), b = random.one_in(5) ? a : corner(random);
  return {std::min(a, b), std::max(a, b)};
}

// A field of just these values: a coordinate, clamped.
Value ranging(Builder& builder, const Range& range, const AffineAxis& axis) {
  const Value low = builder.constant(range.low), high = builder.constant(range.high);
  return builder.emit(Op::max, builder.emit(Op::min, builder.coordinate(axis), high), low);
}

}  // namespace

TEST_CASE("bounds hold for every instruction, whatever the operands' ranges") {
  Random random(21);
  for (int o = 0; o < op_count; ++o) {
    const Op op = static_cast<Op>(o);
    if (!op_info(op).elementwise) continue;
    for (int n = 0; n < (test::sanitized ? 200 : 3000); ++n) {
      const std::array<Range, 3> ranges{random_range(random), random_range(random),
                                        random.one_in(2) ? Range{0, 1} : random_range(random)};
      // The third follows the second, on its scale or on one that makes something of its largest values.
      const std::array<AffineAxis, 3> axes{AffineAxis{1, 0, 0, 1}, AffineAxis{0, 1, 0, 1},
                                           AffineAxis{0, random.one_in(2) ? 1 : 2e-39, 0, 1}};
      Builder builder;
      std::array<Value, 3> operands;
      for (std::size_t k = 0; k < static_cast<std::size_t>(op_info(op).arity); ++k)
        operands[k] = ranging(builder, ranges[k], axes[k]);
      if (operands[1].valid() && random.one_in(8)) operands[1] = operands[0];
      const Value result = builder.emit(op, operands[0], operands[1], operands[2]);
      const std::vector<Interval> interval = bounds(builder.program());
      for (int at = 0; at < 12; ++at) {
        const auto inside = [&](const Range& r) {
          const float middle = r.low / 2 + r.high / 2;
          const std::array choices{r.low, r.high, middle, corner(random), random.float_between(0, 1)};
          return static_cast<double>(random.pick(choices));
        };
        const double x = inside(ranges[0]), y = inside(ranges[random.one_in(3) ? 2 : 1]);
        if (!std::isfinite(x) || !std::isfinite(y)) continue;  // no position
        const std::vector<float> values = evaluate_reference(builder.program(), x, y);
        const float v = values[result.id];
        INFO(print(builder.program()) << "at " << x << ", " << y << " is " << v);
        const Interval& bound = interval[result.id];
        if (std::isnan(v) ? !bound.may_be_nan : !bound.contains(v)) FAIL(print(bound));
      }
    }
  }
}

TEST_CASE("bounds are those of the operation where nothing rounds") {
  Builder builder;
  const Value x = ranging(builder, {-2, 3}, {1, 0, 0, 1}), y = ranging(builder, {0.5f, 4}, {0, 1, 0, 1});
  const std::array<std::pair<Value, Interval>, 22> cases{{
      {builder.emit(Op::abs, x), {0, 3, false}},
      {builder.emit(Op::negate, x), {-3, 2, false}},
      {builder.emit(Op::sqrt, y), {0.70710678f, 2, false}},
      {builder.emit(Op::floor, y), {0, 4, false}},
      {builder.emit(Op::add, x, y), {-1.5f, 7, false}},
      {builder.emit(Op::subtract, x, y), {-6, 2.5f, false}},
      {builder.emit(Op::multiply, x, y), {-8, 12, false}},
      {builder.emit(Op::multiply, x, x), {0, 9, false}},
      {builder.emit(Op::divide, x, y), {-4, 6, false}},
      {builder.emit(Op::min, x, y), {-2, 3, false}},
      {builder.emit(Op::max, x, y), {0.5f, 4, false}},
      {builder.emit(Op::step, x, y), {0, 1, false}},
      {builder.emit(Op::mix, y, y, builder.constant(0.5f)), {0.5f, 4, false}},
      {builder.emit(Op::round, y), {1, 4, false}},
      {builder.emit(Op::less, x, y), {0, 1, false}},
      {builder.emit(Op::less, x, builder.constant(4)), {1, 1, false}},
      {builder.emit(Op::less, x, builder.constant(-2)), {0, 0, false}},
      {builder.emit(Op::less_equal, x, builder.constant(3)), {1, 1, false}},
      {builder.emit(Op::equal, y, builder.constant(0)), {0, 0, false}},
      {builder.emit(Op::not_equal, y, builder.constant(0)), {1, 1, false}},
      {builder.emit(Op::select, x, y, builder.emit(Op::less, x, y)), {-2, 4, false}},
      {builder.emit(Op::smooth_min, x, y, builder.constant(2)), {-2.5f, 3, false}},
  }};
  const std::vector<Interval> interval = bounds(builder.program());
  for (const auto& [value, expected] : cases) {
    INFO(print_instruction(builder.program(), value));
    CHECK(interval[value.id].low == Approx(expected.low).margin(3e-6));
    CHECK(interval[value.id].high == Approx(expected.high).margin(3e-6));
    CHECK_FALSE(interval[value.id].may_be_nan);
  }
}

// ---- Noise -----------------------------------------------------------------------------------------------------

namespace {

Program noise_program(NoiseKind kind, std::uint32_t seed, double z) {
  Builder builder;
  NoiseSum sum;
  sum.kind = kind;
  NoiseOctave& octave = sum.octaves.emplace_back();
  octave.axes[0].column = 1;
  octave.axes[1].row = 1;
  if (noise_dimensions(kind) == 3) octave.axes[2].offset = z;
  octave.seed = seed;
  const Value noise = builder.noise(sum);
  Program program = builder.take();
  program.outputs.push_back({"n", noise, 0});
  return program;
}

struct Place3 {
  std::array<double, 3> at{};
  double height = 0;  // |noise| there
};

double height_at(Program& program, const std::array<double, 3>& p) {
  NoiseOctave& octave = program.noises[0].octaves[0];
  if (noise_dimensions(program.noises[0].kind) == 3) octave.axes[2].offset = p[2];
  return std::fabs(static_cast<double>(evaluate_reference(program, p[0], p[1])[program.outputs[0].value.id]));
}

// Steps along the axes, ever smaller, as long as they lead up.
Place3 climb(Program& program, Place3 place) {
  place.height = height_at(program, place.at);
  for (double step = 0.2; step > 1e-6;) {
    bool better = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const double sign : {-1.0, 1.0}) {
        std::array<double, 3> p = place.at;
        p[axis] += sign * step;
        const double height = height_at(program, p);
        if (height > place.height) place = {p, height}, better = true;
      }
    }
    if (!better) step /= 2;
  }
  return place;
}

// The highest place of each of the best cells of a field sampled three times a cell.
double highest(NoiseKind kind, std::uint32_t seed, double z, std::size_t side) {
  Program program = noise_program(kind, seed, z);
  const Schedule schedule = make_schedule(program);
  Evaluator evaluator(schedule, *available_targets().back(), side, side);
  std::vector<double> along(side);
  for (std::size_t i = 0; i < side; ++i) along[i] = (static_cast<double>(i) + 0.5) / 3;
  std::vector<float> samples(side * side);
  float* const out = samples.data();
  evaluator.evaluate(along, along, std::span(&out, 1), side);

  std::vector<std::size_t> order(samples.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  constexpr std::size_t best = 12;
  std::partial_sort(order.begin(), order.begin() + best, order.end(),
                    [&](std::size_t a, std::size_t b) { return std::fabs(samples[a]) > std::fabs(samples[b]); });
  double top = 0;
  for (std::size_t k = 0; k < best; ++k)
    top = std::max(top, climb(program, {{along[order[k] % side], along[order[k] / side], z}, 0}).height);
  return top;
}

// How much of the bound a search of this size finds: the more corners must fall together, the less.
double expected_share(NoiseKind kind) {
  switch (kind) {
    case NoiseKind::value_2d:
    case NoiseKind::value_3d:
      return 0.999;
    case NoiseKind::perlin_octahedron_3d:
      return 0.85;
    default:
      return 0.97;
  }
}

}  // namespace

TEST_CASE("no noise passes its bound, and every noise comes near it") {
  const std::size_t side = test::sanitized ? 192 : 768;
  Random random(22);
  for (int k = 0; k < noise_kind_count; ++k) {
    const NoiseKind kind = static_cast<NoiseKind>(k);
    INFO(noise_kind_name(kind));
    const double bound = static_cast<double>(noise_bound(kind));
    double top = 0;
    for (int round = 0; round < (test::sanitized ? 2 : 8); ++round) {
      const auto seed = static_cast<std::uint32_t>(random.bits());
      top = std::max(top, highest(kind, seed, random.between(-100, 100), side));
      REQUIRE(top <= bound);
    }
    INFO(top << " of " << bound << ": " << top / bound);
    if (!test::sanitized) CHECK(top >= expected_share(kind) * bound);
  }
}

}  // namespace orograph
