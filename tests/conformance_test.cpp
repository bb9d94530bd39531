// SPDX-License-Identifier: MIT
// Every kernel of every instruction set against the scalar reference, bit for bit: elementwise instructions, noise at
// every rate, in tiles of any size, near and far, and the small loops around them.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "graph/builder.hpp"
#include "graph/reference.hpp"
#include "runtime/aligned.hpp"
#include "runtime/evaluator.hpp"
#include "runtime/target.hpp"
#include "support/bits.hpp"
#include "support/random.hpp"

namespace orograph {
namespace {

using test::Random;
using test::same_bits;

constexpr std::size_t every_sample = ~std::size_t{0};

// ---- Elementwise instructions ----------------------------------------------------------------------------------

using Floats = AlignedArray<float>;

// All triples of special values, then random ones.
std::array<Floats, 3> operand_triples() {
  const std::span<const float> specials = test::special_floats();
  const std::size_t n = specials.size(), count = (n * n * n + 8192) / block_multiple * block_multiple;
  std::array<Floats, 3> operands{Floats(count), Floats(count), Floats(count)};
  Random random(1);
  for (std::size_t i = 0; i < count; ++i) {
    const std::array<std::size_t, 3> digits{i % n, i / n % n, i / (n * n)};
    for (std::size_t k = 0; k < 3; ++k)
      operands[k][i] = digits[2] < n      ? specials[digits[k]]
                       : random.one_in(2) ? random.any_float()
                       : random.one_in(8) ? random.pick(specials)
                                          : random.float_between(-4, 4);
  }
  return operands;
}

// The first sample where the kernel leaves the reference; empty when there is none.
std::string first_difference(const Kernels& kernels, Op op, const std::array<Operand, 3>& operands,
                             std::size_t count) {
  Floats out(count);
  kernels.elementwise[static_cast<std::size_t>(op)](out.data(), operands[0], operands[1], operands[2], count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](std::size_t k) { return operands[k].data[i & operands[k].index_mask]; };
    const float expected = eval_scalar(op, at(0), at(1), at(2));
    if (!same_bits(out[i], expected))
      return fmt::format("{}({:a}, {:a}, {:a}) is {:a}, not {:a}", op_info(op).name, at(0), at(1), at(2), out[i],
                         expected);
  }
  return {};
}

// Which operands are one value for all samples: bit k for operand k.
Operand operand_of(const Floats& values, const Floats& repeated, bool one_value) {
  return one_value ? Operand{repeated.data(), 0} : Operand{values.data(), every_sample};
}

}  // namespace

TEST_CASE("every elementwise instruction has the reference's bits on every instruction set") {
  const std::array<Floats, 3> operands = operand_triples();
  const std::size_t all = operands[0].size();
  std::array<Floats, 3> repeated{Floats(block_multiple), Floats(block_multiple), Floats(block_multiple)};
  Random random(2);
  for (const Kernels* kernels : available_targets()) {
    INFO(kernels->target);
    for (int o = 0; o < op_count; ++o) {
      const Op op = static_cast<Op>(o);
      if (!op_info(op).elementwise) {
        CHECK(kernels->elementwise[static_cast<std::size_t>(o)] == nullptr);
        continue;
      }
      const std::array<Operand, 3> every{Operand{operands[0].data()}, Operand{operands[1].data()},
                                         Operand{operands[2].data()}};
      CHECK(first_difference(*kernels, op, every, all).empty());
      for (unsigned mask = 0; mask < 8; ++mask) {
        for (std::size_t count = block_multiple; count <= 512; count += 31 * block_multiple) {
          std::array<Operand, 3> some;
          for (std::size_t k = 0; k < 3; ++k) {
            const float value = random.one_in(2) ? random.pick(test::special_floats()) : random.any_float();
            std::fill_n(repeated[k].data(), block_multiple, value);
            some[k] = operand_of(operands[k], repeated[k], (mask >> k & 1u) != 0);
          }
          CHECK(first_difference(*kernels, op, some, count).empty());
        }
      }
    }
  }
}

// The triples above put an infinity or NaN into most vectors, which goes the long way round.
TEST_CASE("powers of finite floats have the reference's bits on every instruction set, whatever the exponents") {
  constexpr std::size_t count = 4096;
  Random random(3);
  const auto finite = [&] {
    for (;;)
      if (const float v = random.any_float(); std::isfinite(v)) return v;
  };
  const std::vector<float> exponents{0.0f,        -0.0f, 1.0f,   -1.0f,  2.0f,   -2.0f, 3.0f,  -3.0f,
                                     31.0f,       32.0f, 33.0f,  -32.0f, -33.0f, 0.5f,  -0.5f, 1.5f,
                                     16777217.0f, 1e30f, -1e30f, 1e-30f, 1.7f,   -2.4f};
  Floats base(count), exponent(count), repeated(block_multiple);
  for (std::size_t i = 0; i < count; ++i) {
    base[i] = random.one_in(4) ? finite() : random.one_in(16) ? 0.0f : random.float_between(-3, 3);
    exponent[i] = random.one_in(2)   ? random.pick(exponents)
                  : random.one_in(2) ? finite()
                                     : random.float_between(-9, 9);
  }
  for (const Kernels* kernels : available_targets()) {
    INFO(kernels->target);
    CHECK(first_difference(*kernels, Op::power,
                           {Operand{base.data()}, Operand{exponent.data()}, Operand{base.data()}}, count)
              .empty());
    for (const float one : exponents) {
      std::fill_n(repeated.data(), block_multiple, one);
      const Operand b{repeated.data(), 0};
      CHECK(first_difference(*kernels, Op::power, {Operand{base.data()}, b, b}, count).empty());
    }
  }
}

// ---- Noise -----------------------------------------------------------------------------------------------------

namespace {

// What a noise varies with, and so how often the grid evaluates it.
enum class Reach { grid, column, row, uniform, slanted };
enum class Moved { no, gently, wildly };

struct NoiseCase {
  NoiseKind kind;
  NoiseShape shape;
  Reach reach;
  Moved moved;
};

AffineAxis random_axis(Random& random, bool column, bool row) {
  const auto factor = [&random] {
    const double magnitude = random.one_in(5) ? random.between(3, 90) : random.between(0.01, 1.5);
    return random.one_in(3) ? -magnitude : magnitude;
  };
  AffineAxis axis;
  if (column) axis.column = factor();
  if (row) axis.row = factor();
  if (!random.one_in(4)) axis.offset = random.one_in(4) ? random.between(-6e9, 6e9) : random.between(-2, 2);
  return axis;
}

NoiseOctave random_octave(Random& random, const NoiseCase& c, bool displaced) {
  NoiseOctave octave;
  for (std::size_t d = 0; d < 3; ++d) {
    const bool slanted = c.reach == Reach::slanted;
    const bool column = c.reach == Reach::grid ? d == 0 : c.reach == Reach::column ? d != 1 : false;
    const bool row = c.reach == Reach::grid ? d == 1 || (d == 2 && random.one_in(2)) : c.reach == Reach::row;
    octave.axes[d] = random_axis(random, column || (slanted && d != 2), row || slanted);
    if (displaced && !random.one_in(4)) octave.axes[d].displacement_scale = random.float_between(-3, 3);
    if (!noise_is_simplex(c.kind) && random.one_in(3)) {
      constexpr std::array periods{1, 2, 3, 7, 256, 100000, 16777216};
      octave.period[d] = random.pick(periods);
    }
  }
  octave.seed = static_cast<std::uint32_t>(random.bits());
  octave.weight = random.one_in(3) ? 1.0f : random.float_between(-2, 2);
  return octave;
}

// A displacement that varies with what the noise varies with.
Value displacement(Builder& builder, Random& random, const NoiseCase& c) {
  const bool both = c.reach == Reach::grid || c.reach == Reach::slanted;
  AffineAxis axis;
  if (both ? random.one_in(2) : c.reach == Reach::column) axis.column = random.between(-0.3, 0.3);
  if (both ? random.one_in(2) : c.reach == Reach::row) axis.row = random.between(-0.3, 0.3);
  axis.offset = random.between(-1, 1);
  const Value along = builder.coordinate(axis);
  if (c.moved == Moved::gently) return along;
  // Some thousand million cells; or infinity - infinity, which is NaN.
  const Value huge = builder.emit(Op::multiply, along, builder.constant(random.one_in(2) ? 3e7f : 3e38f));
  return random.one_in(2) ? huge : builder.emit(Op::subtract, huge, builder.emit(Op::floor, huge));
}

Program noise_program(Random& random, const NoiseCase& c) {
  constexpr std::array<std::uint16_t, 3> directions{8, 16, 256};
  Builder builder;
  NoiseSum sum;
  sum.kind = c.kind;
  sum.shape = c.shape;
  sum.directions = random.pick(directions);
  std::array<Value, 3> moves;
  const auto dimensions = static_cast<std::size_t>(noise_dimensions(c.kind));
  for (std::size_t d = 0; d < dimensions; ++d)
    if (c.moved != Moved::no && (d == 0 || random.one_in(2))) moves[d] = displacement(builder, random, c);
  const std::size_t octaves = 1 + random.below(3);
  for (std::size_t k = 0; k < octaves; ++k) sum.octaves.push_back(random_octave(random, c, c.moved != Moved::no));
  const Value noise = builder.noise(sum, moves);
  Program program = builder.take();
  program.outputs.push_back({"n", noise, 0});
  return program;
}

std::vector<double> steady(Random& random, double from, std::size_t count) {
  const double spacing = random.one_in(3) ? 1.0 : random.between(0.01, 2);
  std::vector<double> positions(count);
  for (std::size_t i = 0; i < count; ++i) positions[i] = from + (static_cast<double>(i) + 0.5) * spacing;
  return positions;
}

constexpr std::array origins{0.0, -3.5, -1000.25, 1e9, -2147483650.0, 3e12};

struct Points {
  std::vector<double> x, y;
  std::vector<float> expected;
};

float reference_at(const Program& program, double x, double y) {
  return evaluate_reference(program, x, y)[program.outputs[0].value.id];
}

// Samples that differ from the expected ones.
std::size_t differences(const std::vector<float>& samples, const std::vector<float>& expected) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) count += same_bits(samples[i], expected[i]) ? 0U : 1U;
  return count;
}

void check_grid(Random& random, const Program& program) {
  constexpr std::array<std::array<std::size_t, 2>, 5> tiles{{{1, 1}, {7, 3}, {16, 16}, {100, 5}, {512, 2}}};
  const Schedule schedule = make_schedule(program);
  std::vector<std::unique_ptr<Evaluator>> evaluators;  // reused from tile to tile
  for (const Kernels* kernels : available_targets())
    evaluators.push_back(std::make_unique<Evaluator>(schedule, *kernels, 512, 16));
  for (const auto& [columns, rows] : tiles) {
    INFO("tile " << columns << " x " << rows);
    const std::vector<double> x = steady(random, random.pick(origins), columns);
    const std::vector<double> y = steady(random, random.pick(origins), rows);
    std::vector<float> expected, samples(columns * rows);
    for (const double py : y)
      for (const double px : x) expected.push_back(reference_at(program, px, py));
    for (std::size_t t = 0; t < evaluators.size(); ++t) {
      INFO(available_targets()[t]->target);
      float* const out = samples.data();
      const TileReport report = evaluators[t]->evaluate(x, y, std::span(&out, 1), columns);
      CHECK(differences(samples, expected) == 0);
      const bool finite = std::all_of(expected.begin(), expected.end(), [](float v) { return std::isfinite(v); });
      CHECK(report.finite == finite);
    }
  }
}

void check_scattered(Random& random, const Program& program) {
  Points points;
  for (std::size_t i = 0; i < 75; ++i) {
    points.x.push_back(random.pick(origins) + random.between(-40, 40));
    points.y.push_back(random.pick(origins) + random.between(-40, 40));
    points.expected.push_back(reference_at(program, points.x.back(), points.y.back()));
  }
  const Schedule schedule = make_schedule(program, Positions::scattered);
  for (const Kernels* kernels : available_targets()) {
    INFO(kernels->target << ", scattered");
    Evaluator evaluator(schedule, *kernels, points.x.size(), 1);
    std::vector<float> samples(points.x.size());
    float* const out = samples.data();
    evaluator.evaluate_points(points.x, points.y, std::span(&out, 1));
    CHECK(differences(samples, points.expected) == 0);
  }
}

}  // namespace

TEST_CASE("every noise has the reference's bits on every instruction set, at every rate, in every tile") {
  Random random(3);
  for (int kind = 0; kind < noise_kind_count; ++kind) {
    for (const NoiseShape shape : {NoiseShape::plain, NoiseShape::abs, NoiseShape::ridged, NoiseShape::billow}) {
      for (const Reach reach : {Reach::grid, Reach::column, Reach::row, Reach::uniform, Reach::slanted}) {
        for (const Moved moved : {Moved::no, Moved::gently, Moved::wildly}) {
          if (test::sanitized && !random.one_in(8)) continue;
          const Program program = noise_program(random, {static_cast<NoiseKind>(kind), shape, reach, moved});
          INFO(print(program));
          check_grid(random, program);
          check_scattered(random, program);
        }
      }
    }
  }
}

TEST_CASE("an octave along the row alone stands among octaves of the grid") {
  Builder builder;
  NoiseSum sum;
  sum.kind = NoiseKind::perlin_diamond_2d;
  sum.octaves.resize(2);
  sum.octaves[0].axes[0].column = 0.3;
  sum.octaves[0].axes[1].row = 0.3;
  sum.octaves[1].axes[0].offset = 0.25;
  sum.octaves[1].axes[1].row = 0.7;
  const Value noise = builder.noise(sum);
  Program program = builder.take();
  program.outputs.push_back({"n", noise, 0});
  Random random(4);
  check_grid(random, program);
}

// ---- The small loops -------------------------------------------------------------------------------------------

TEST_CASE("others finds the blocks from the first to the last sample that is something else") {
  constexpr std::size_t count = 8 * block_multiple;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  Floats values(count);
  for (const Kernels* kernels : available_targets()) {
    INFO(kernels->target);
    const auto others = [&](SampleRange among, float v = 1) {
      const SampleRange found = kernels->others({values.data()}, v, among);
      return found.empty() ? std::pair<std::size_t, std::size_t>{} : std::pair(found.begin, found.end);
    };
    const auto blocks = [](std::size_t from, std::size_t to) {
      return std::pair(from * block_multiple, to * block_multiple);
    };
    std::fill_n(values.data(), count, 1.0f);
    CHECK(others({0, count}) == blocks(0, 0));
    CHECK(others({0, count}, 0) == blocks(0, 8));
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t block = i / block_multiple;
      for (const float other : {0.99999994f, nan}) {
        values[i] = other;
        CHECK(others({0, count}) == blocks(block, block + 1));
        CHECK(others({2 * block_multiple, 5 * block_multiple}) ==
              (block >= 2 && block < 5 ? blocks(block, block + 1) : blocks(0, 0)));
        values[count / 2] = other;
        CHECK(others({0, count}) == blocks(std::min<std::size_t>(block, 4), std::max<std::size_t>(block, 4) + 1));
        values[i] = values[count / 2] = 1;
      }
    }
    // One value for all samples.
    std::fill_n(values.data(), block_multiple, -0.0f);
    CHECK(kernels->others({values.data(), 0}, 0.0f, {0, count}).empty());
    CHECK(kernels->others({values.data(), 0}, 1.0f, {16, count}).count() == count - 16);
    std::fill_n(values.data(), block_multiple, nan);
    CHECK(kernels->others({values.data(), 0}, nan, {0, count}).count() == count);
  }
}

TEST_CASE("copy_finite copies every bit, and sees every value that is not finite") {
  constexpr std::size_t most = 100;
  using limits = std::numeric_limits<float>;
  Floats values(128);
  Random random(5);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = random.float_between(-9, 9);
  values[3] = -0.0f, values[40] = limits::denorm_min(), values[41] = limits::max(), values[42] = -limits::max();
  for (const Kernels* kernels : available_targets()) {
    INFO(kernels->target);
    for (std::size_t count = 1; count <= most; ++count) {
      for (const std::size_t shift : {0U, 1U, 3U}) {  // outputs are aligned to nothing
        std::vector<float> out(most + 8, 123.0f);
        CHECK(kernels->copy_finite(out.data() + shift, {values.data()}, count));
        CHECK(std::memcmp(out.data() + shift, values.data(), count * sizeof(float)) == 0);
        CHECK(out[shift + count] == 123.0f);
      }
      std::vector<float> out(most);
      for (const float wild : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
        for (const std::size_t at : {std::size_t{0}, count / 2, count - 1, count}) {
          Floats with(values.size());
          std::copy_n(values.data(), values.size(), with.data());
          with[at] = wild;
          CHECK(kernels->copy_finite(out.data(), {with.data()}, count) == (at == count));
        }
      }
    }
    std::vector<float> out(most);
    Floats one(block_multiple);
    std::fill_n(one.data(), block_multiple, 2.5f);
    CHECK(kernels->copy_finite(out.data(), {one.data(), 0}, most));
    CHECK(out == std::vector<float>(most, 2.5f));
    std::fill_n(one.data(), block_multiple, limits::infinity());
    CHECK_FALSE(kernels->copy_finite(out.data(), {one.data(), 0}, most));
  }
}

namespace {

float fade_of(float t) {
  const float u = t - 0.5f, v = u * u;
  return u * (v * (6.0f * v - 5.0f) + 1.875f) + 0.5f;
}

}  // namespace

TEST_CASE("fade is the quintic, exactly 0, 1/2 and 1 where it should be") {
  Floats t(1024), out(1024);
  Random random(6);
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = random.float_between(0, 1);
  t[0] = 0, t[1] = 0.5f, t[2] = 1, t[3] = std::numeric_limits<float>::quiet_NaN(), t[4] = 0.99999994f;
  for (const Kernels* kernels : available_targets()) {
    INFO(kernels->target);
    kernels->fade(t.data(), out.data(), t.size());
    CHECK(out[0] == 0);
    CHECK(out[1] == 0.5f);
    CHECK(out[2] == 1);
    for (std::size_t i = 0; i < t.size(); ++i) {
      REQUIRE(same_bits(out[i], fade_of(t[i])));
      const double x = static_cast<double>(t[i]), quintic = x * x * x * (x * (x * 6 - 15) + 10);
      if (i != 3) REQUIRE(std::fabs(static_cast<double>(out[i]) - quintic) < 2e-7);
    }
  }
}

TEST_CASE("split cuts positions as split_part does") {
  constexpr std::size_t count = 512;
  Random random(7);
  AlignedArray<double> position(count);
  AlignedArray<std::int32_t> cell(count);
  Floats fraction(count), fade(count);
  for (int round = 0; round < 200; ++round) {
    const double from = random.pick(origins), spacing = random.between(0.001, 3);
    const double factor = random.one_in(4) ? -1 : random.between(-5, 5), offset = random.between(-3, 3);
    for (std::size_t i = 0; i < count; ++i) position[i] = from + static_cast<double>(i) * spacing;
    position[7] = -0.0;
    if (from != 0) position[7] = from;
    const double base = std::floor(position[0] * factor + offset);
    for (const Kernels* kernels : available_targets()) {
      INFO(kernels->target);
      kernels->split(position.data(), factor, offset, base, cell.data(), fraction.data(), fade.data(), count);
      const std::int32_t base_cell = split_part(base, 0).cell;
      for (std::size_t i = 0; i < count; ++i) {
        const AxisPart part = split_part(position[i] * factor + offset, 0);
        const auto index = static_cast<std::uint32_t>(base_cell) + static_cast<std::uint32_t>(cell[i]);
        REQUIRE(static_cast<std::int32_t>(index) == part.cell);
        REQUIRE(same_bits(fraction[i], part.fraction));
        REQUIRE(same_bits(fade[i], fade_of(part.fraction)));
      }
    }
  }
}

}  // namespace orograph
