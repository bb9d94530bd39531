// SPDX-License-Identifier: MIT
// Ten thousand random programs: no pass changes a bit, leaves a broken program or finds more to do in a second run;
// every value lies within its bounds; a schedule gives the reference's bits, whatever its masks skip.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "graph/bounds.hpp"
#include "graph/builder.hpp"
#include "graph/pass.hpp"
#include "graph/reference.hpp"
#include "runtime/evaluator.hpp"
#include "runtime/target.hpp"
#include "support/bits.hpp"
#include "support/random.hpp"

namespace orograph {
namespace {

using test::Random;
using test::same_bits;

constexpr int program_count = test::sanitized ? 600 : 10000;
constexpr int scheduled_every = 4;

// Builds graphs like those of recipes, and stranger ones.
class Grower {
 public:
  explicit Grower(Random& random) : random_(random) {}

  Program grow() {
    for (int k = 0; k < 3; ++k) pool_.push_back(leaf());
    const std::size_t steps = 4 + random_.below(16);
    for (std::size_t k = 0; k < steps; ++k) pool_.push_back(piece());
    std::vector<ProgramOutput> outputs;
    const std::size_t count = 1 + random_.below(3);
    for (std::size_t k = 0; k < count; ++k) outputs.push_back({fmt::format("o{}", k), recent(), 0});
    Program program = builder_.take();
    program.outputs = std::move(outputs);
    program.division_checks = std::move(checks_);
    return program;
  }

 private:
  Value any() { return random_.pick(pool_); }
  // Of the last few: graphs grow deep, and most of them is alive.
  Value recent() { return pool_[pool_.size() - 1 - random_.below(std::min<std::size_t>(pool_.size(), 4))]; }

  Value constant() {
    constexpr std::array usual{0.0f, -0.0f, 1.0f, -1.0f, 2.0f, 0.5f, 3.0f};
    if (random_.one_in(2)) return builder_.constant(random_.pick(usual));
    if (random_.one_in(20)) return builder_.constant(random_.pick(test::special_floats()));
    return builder_.constant(random_.float_between(-3, 3));
  }

  AffineAxis axis(double most) {
    AffineAxis a;
    if (!random_.one_in(4)) a.column = random_.between(-most, most);
    if (random_.one_in(3)) a.row = random_.between(-most, most);
    if (random_.one_in(2)) a.offset = random_.between(-2, 2);
    return a;
  }

  Value coordinate() {
    AffineAxis a = axis(2);
    if (!random_.one_in(4) || pool_.empty()) return builder_.coordinate(a);
    a.displacement_scale = random_.float_between(-2, 2);
    return builder_.coordinate(a, any());
  }

  NoiseSum one_octave(NoiseKind kind) {
    NoiseSum sum;
    sum.kind = kind;
    NoiseOctave& octave = sum.octaves.emplace_back();
    const bool plain = random_.one_in(2);
    for (std::size_t d = 0; d < 3; ++d) {
      AffineAxis& a = octave.axes[d];
      if (!plain) a = axis(0.7);
      if (plain && d < 2) (d == 0 ? a.column : a.row) = random_.between(0.05, 0.7);
      if (!noise_is_simplex(kind) && random_.one_in(5))
        octave.period[d] = static_cast<std::int32_t>(1 + random_.below(9));
    }
    octave.seed = static_cast<std::uint32_t>(random_.below(5));
    return sum;
  }

  std::array<Value, 3> displacements(NoiseKind kind) {
    std::array<Value, 3> moves;
    if (pool_.empty() || !random_.one_in(3)) return moves;
    for (std::size_t d = 0; d < static_cast<std::size_t>(noise_dimensions(kind)); ++d)
      if (random_.one_in(2)) moves[d] = any();
    return moves;
  }

  NoiseKind kind() { return static_cast<NoiseKind>(random_.below(noise_kind_count)); }

  Value noise() {
    const NoiseKind k = kind();
    return builder_.noise(one_octave(k), displacements(k));
  }

  Value leaf() {
    switch (random_.below(3)) {
      case 0:
        return constant();
      case 1:
        return coordinate();
      default:
        return noise();
    }
  }

  Value bent(Value n, std::size_t shape) {
    const Value magnitude = builder_.emit(Op::abs, n);
    const Value one = builder_.constant(1), two = builder_.constant(2);
    switch (shape) {
      case 0:
        return n;
      case 1:
        return magnitude;
      case 2:
        return builder_.emit(Op::subtract, one, builder_.emit(Op::multiply, magnitude, two));
      default:
        return builder_.emit(Op::subtract, builder_.emit(Op::multiply, magnitude, two), one);
    }
  }

  // Weighted octaves as lowering makes them; now and then one differs, or is needed elsewhere as well.
  Value fractal() {
    const NoiseKind k = kind();
    const std::array<Value, 3> moves = displacements(k);
    const std::size_t shape = random_.below(4), octaves = 2 + random_.below(4);
    Value total;
    for (std::size_t n = 0; n < octaves; ++n) {
      const bool other = random_.one_in(12);
      const Value octave = other ? noise() : builder_.noise(one_octave(k), moves);
      Value term = bent(octave, random_.one_in(12) ? random_.below(4) : shape);
      if (!random_.one_in(5)) term = builder_.emit(Op::multiply, term, constant());
      total = total.valid() ? builder_.emit(Op::add, total, term) : term;
      if (random_.one_in(12)) pool_.push_back(octave);
      if (random_.one_in(12)) pool_.push_back(total);
    }
    return total;
  }

  // 0 and 1 over wide parts of the plane.
  Value mask() {
    if (random_.one_in(4)) return builder_.emit(random_.one_in(2) ? Op::step : Op::less, constant(), any());
    const Value slope = builder_.emit(Op::multiply, random_.one_in(2) ? coordinate() : any(),
                                      builder_.constant(random_.float_between(0.3, 8)));
    return builder_.emit(Op::max, builder_.constant(0), builder_.emit(Op::min, builder_.constant(1), slope));
  }

  Value mix() {
    const Value a = random_.one_in(2) ? fractal() : recent(), b = random_.one_in(2) ? fractal() : recent();
    return builder_.emit(random_.one_in(3) ? Op::select : Op::mix, a, b, random_.one_in(5) ? any() : mask());
  }

  Value operation() {
    const Op op = static_cast<Op>(3 + random_.below(op_count - 3));
    const int arity = op_info(op).arity;
    const Value a = recent(), b = random_.one_in(3) ? constant() : any();
    if (op == Op::divide) checks_.push_back({b, b, static_cast<std::uint32_t>(checks_.size())});
    return builder_.emit(op, a, arity > 1 ? b : Value{}, arity > 2 ? any() : Value{});
  }

  Value piece() {
    switch (random_.below(10)) {
      case 0:
        return leaf();
      case 1:
        return fractal();
      case 2:
        return mix();
      case 3:
        return builder_.emit(Op::add, recent(), builder_.emit(Op::negate, recent()));
      default:
        return operation();
    }
  }

  Random& random_;
  Builder builder_;
  std::vector<Value> pool_;
  std::vector<DivisionCheck> checks_;
};

struct Position {
  double x, y;
};
constexpr std::array positions{Position{0, 0}, Position{0.53125, -7.1}, Position{-31.75, 12.5}, Position{4e9, 1e3}};

// What is wrong with the values of a program at a position, given the outputs it should have.
std::string broken_bound(const Program& program, const std::vector<Interval>& interval,
                         const std::vector<float>& values) {
  for (std::uint32_t id = 0; id < values.size(); ++id) {
    if (std::isnan(values[id]) ? interval[id].may_be_nan : interval[id].contains(values[id])) continue;
    return fmt::format("{}: {:a} is not in {}", print_instruction(program, Value{id}), values[id],
                       print(interval[id]));
  }
  return {};
}

std::vector<float> outputs_of(const Program& program, const std::vector<float>& values) {
  std::vector<float> result;
  for (const ProgramOutput& o : program.outputs) result.push_back(values[o.value.id]);
  return result;
}

bool all_same(const std::vector<float>& a, const std::vector<float>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_bits);
}

// The outputs at all positions; fails the test when a value leaves its bounds.
std::vector<std::vector<float>> checked_outputs(const Program& program) {
  const std::vector<Interval> interval = bounds(program);
  std::vector<std::vector<float>> result;
  for (const Position& p : positions) {
    const std::vector<float> values = evaluate_reference(program, p.x, p.y);
    const std::string broken = broken_bound(program, interval, values);
    if (!broken.empty()) FAIL(broken);
    result.push_back(outputs_of(program, values));
  }
  return result;
}

}  // namespace

TEST_CASE("passes keep every bit, keep programs sound and leave nothing to do") {
  Random random(11);
  std::size_t shorter = 0, fused = 0;
  for (int n = 0; n < program_count; ++n) {
    const Program program = Grower(random).grow();
    const std::string before = print(program);
    INFO("program " << n << "\n" << before);
    REQUIRE(verify(program) == std::vector<std::string>{});
    const std::vector<std::vector<float>> expected = checked_outputs(program);
    const Program optimised = run_passes(program, [&](const PassInfo& pass, const Program& result) {
      INFO("after " << pass.name << "\n" << print(result));
      REQUIRE(verify(result) == std::vector<std::string>{});
      const std::vector<std::vector<float>> outputs = checked_outputs(result);
      for (std::size_t k = 0; k < positions.size(); ++k) {
        INFO("at " << positions[k].x << ", " << positions[k].y);
        REQUIRE(all_same(outputs[k], expected[k]));
      }
    });
    const std::string once = print(optimised);
    const std::string twice = print(run_passes(optimised));
    if (once != twice) FAIL("once\n" << once << "twice\n" << twice);
    shorter += optimised.instructions.size() < program.instructions.size() ? 1U : 0U;
    fused += std::any_of(optimised.noises.begin(), optimised.noises.end(),
                         [](const NoiseSum& s) { return s.octaves.size() > 1; })
                 ? 1U
                 : 0U;
  }
  // The programs are worth the test: most have something to drop, many something to fuse.
  CHECK(shorter > program_count / 2);
  CHECK(fused > program_count / 10);
}

namespace {

// Values of every instruction over a grid, row by row.
using GridValues = std::vector<std::vector<float>>;

// Rows in which a guard's factor hides its arm.
std::size_t hidden_rows(const Schedule& schedule, const GridValues& values, std::size_t columns) {
  std::size_t count = 0;
  for (const Step& step : schedule.steps) {
    if (step.kind != Step::Kind::guard) continue;
    for (std::size_t first = 0; first < values.size(); first += columns) {
      bool all = true;
      for (std::size_t c = 0; c < columns; ++c) all &= values[first + c][step.value.id] == step.constant;
      count += all ? 1U : 0U;
    }
  }
  return count;
}

void check_outputs(const Program& program, const GridValues& values, const std::vector<std::vector<float>>& samples) {
  for (std::size_t o = 0; o < samples.size(); ++o) {
    INFO("output " << o);
    for (std::size_t i = 0; i < values.size(); ++i) {
      INFO("sample " << i);
      if (!same_bits(samples[o][i], values[i][program.outputs[o].value.id]))
        FAIL(fmt::format("{:a} is not {:a}", samples[o][i], values[i][program.outputs[o].value.id]));
    }
  }
}

std::vector<std::uint64_t> zeros_of(const Schedule& schedule, const GridValues& values) {
  std::vector<std::uint64_t> zeros;
  for (const DivisionCheck& c : schedule.program.division_checks)
    zeros.push_back(static_cast<std::uint64_t>(
        std::count_if(values.begin(), values.end(), [&](const auto& v) { return v[c.denominator.id] == 0.0f; })));
  return zeros;
}

std::vector<float*> pointers_to(std::vector<std::vector<float>>& samples) {
  std::vector<float*> result;
  for (std::vector<float>& s : samples) result.push_back(s.data());
  return result;
}

}  // namespace

TEST_CASE("schedules give the reference's bits, whatever they hoist and skip") {
  constexpr std::size_t columns = 19, rows = 3;
  const std::vector<const Kernels*> targets = available_targets();
  Random random(12);
  std::size_t hidden = 0;
  for (int n = 0; n < program_count / scheduled_every; ++n) {
    const Program raw = Grower(random).grow();
    const Program program = n % 2 == 0 ? run_passes(raw) : raw;
    const Kernels& kernels = *targets[static_cast<std::size_t>(n) / 2 % targets.size()];
    INFO("program " << n << " on " << kernels.target << "\n" << print(program));

    std::vector<double> x, y, all_x, all_y;
    const double left = random.between(-40, 40), top = random.between(-40, 40), spacing = random.between(0.05, 1);
    for (std::size_t c = 0; c < columns; ++c) x.push_back(left + static_cast<double>(c) * spacing);
    for (std::size_t r = 0; r < rows; ++r) y.push_back(top + static_cast<double>(r) * spacing);
    GridValues values;
    for (const double py : y)
      for (const double px : x) {
        values.push_back(evaluate_reference(program, px, py));
        all_x.push_back(px), all_y.push_back(py);
      }

    std::vector<std::vector<float>> samples(program.outputs.size(), std::vector<float>(columns * rows));
    const Schedule grid = make_schedule(program);
    const TileReport report = Evaluator(grid, kernels, columns, rows).evaluate(x, y, pointers_to(samples), columns);
    check_outputs(program, values, samples);
    CHECK(report.zero_divisions == zeros_of(grid, values));
    hidden += hidden_rows(grid, values, columns);

    const Schedule scattered = make_schedule(program, Positions::scattered);
    Evaluator(scattered, kernels, all_x.size(), 1).evaluate_points(all_x, all_y, pointers_to(samples));
    check_outputs(program, values, samples);
  }
  CHECK(hidden > static_cast<std::size_t>(program_count) / 50);
}

}  // namespace orograph
