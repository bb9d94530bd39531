// SPDX-License-Identifier: MIT
#include "graph/ir.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <set>
#include <tuple>

namespace orograph {
namespace {

struct NoiseKindInfo {
  std::string_view name;
  int dimensions;
  bool simplex;
  float bound;
};

// Bounds: the largest value over every choice of gradients and every place in the cell, found and proved by branch
// and bound in double precision (8 digits), rounded up by more than float arithmetic adds; tests search them again.
// Proved maxima: perlin diamond 0.99915194, octahedron 0.99848848, circle 1, improved 1.03635391; simplex diamond
// 0.43531188, octahedron 0.36030799, unit 0.99999134 and 0.99999154, circle 0.99794027, gustavson 0.99788936 and
// 0.97871659.
constexpr std::array<NoiseKindInfo, noise_kind_count> kinds = {{
    {"value_2d", 2, false, 1.000001f},
    {"value_3d", 3, false, 1.000001f},
    {"perlin_diamond_2d", 2, false, 0.99916f},
    {"perlin_circle_2d", 2, false, 1.000004f},
    {"perlin_octahedron_3d", 3, false, 0.9985f},
    {"perlin_improved_3d", 3, false, 1.03636f},
    {"simplex_diamond_2d", 2, true, 0.43532f},
    {"simplex_unit_2d", 2, true, 0.999997f},
    {"simplex_circle_2d", 2, true, 0.99795f},
    {"simplex_gustavson_2d", 2, true, 0.9979f},
    {"simplex_octahedron_3d", 3, true, 0.36032f},
    {"simplex_unit_3d", 3, true, 0.999997f},
    {"simplex_gustavson_3d", 3, true, 0.97873f},
}};

const NoiseKindInfo& info(NoiseKind kind) {
  return kinds[static_cast<std::size_t>(kind)];
}

std::string axis_text(const AffineAxis& a, Value displacement) {
  std::string text = fmt::format("{}*x + {}*y + {}", a.column, a.row, a.offset);
  if (displacement.valid()) text += fmt::format(" + {}*%{}", a.displacement_scale, displacement.id);
  return text;
}

}  // namespace

bool axis_in_reach(const AffineAxis& axis) {
  // Written so that NaN is out of reach.
  return std::fabs(axis.column) <= max_axis_factor && std::fabs(axis.row) <= max_axis_factor &&
         std::fabs(axis.offset) <= max_axis_offset && std::isfinite(axis.displacement_scale);
}

std::string_view noise_kind_name(NoiseKind kind) {
  return info(kind).name;
}
int noise_dimensions(NoiseKind kind) {
  return info(kind).dimensions;
}
bool noise_is_simplex(NoiseKind kind) {
  return info(kind).simplex;
}
float noise_bound(NoiseKind kind) {
  return info(kind).bound;
}

std::string_view noise_shape_name(NoiseShape shape) {
  constexpr std::array<std::string_view, 4> names = {"plain", "abs", "ridged", "billow"};
  return names[static_cast<std::size_t>(shape)];
}

std::string_view rate_name(Rate rate) {
  constexpr std::array<std::string_view, 4> names = {"uniform", "column", "row", "point"};
  return names[static_cast<std::size_t>(rate)];
}

std::vector<Rate> rates(const Program& program) {
  std::vector<Rate> result(program.instructions.size());
  for (std::size_t id = 0; id < result.size(); ++id) {
    const Instruction& i = program.instructions[id];
    unsigned bits = 0;
    const auto add_axis = [&](const AffineAxis& a) { bits |= (a.column != 0 ? 1u : 0u) | (a.row != 0 ? 2u : 0u); };
    if (i.op == Op::coordinate) add_axis(program.axis(i));
    if (i.op == Op::noise)
      for (const NoiseOctave& o : program.noise(i).octaves)
        for (const AffineAxis& a : o.axes) add_axis(a);
    for_each_operand(i, [&](Value v) { bits |= static_cast<unsigned>(result[v.id]); });
    result[id] = static_cast<Rate>(bits);
  }
  return result;
}

std::string print_instruction(const Program& program, Value value) {
  const Instruction& i = program[value];
  std::string text = fmt::format("%{} = {}", value.id, op_info(i.op).name);
  switch (i.op) {
    case Op::constant:
      return text + fmt::format(" {:.9g}", i.constant);
    case Op::coordinate:
      return text + fmt::format(" ({})", axis_text(program.axis(i), i.operands[0]));
    case Op::noise: {
      const NoiseSum& sum = program.noise(i);
      text += fmt::format(" {} {}, {} octave{}", noise_kind_name(sum.kind), noise_shape_name(sum.shape),
                          sum.octaves.size(), sum.octaves.size() == 1 ? "" : "s");
      if (sum.directions != 256) text += fmt::format(", {} directions", sum.directions);
      for (const NoiseOctave& o : sum.octaves) {
        text += fmt::format("\n      {:.9g} * seed {:#010x} at (", o.weight, o.seed);
        const auto dimensions = static_cast<std::size_t>(noise_dimensions(sum.kind));
        for (std::size_t d = 0; d < dimensions; ++d) {
          text += (d == 0 ? "" : "; ") + axis_text(o.axes[d], i.operands[d]);
          if (o.period[d] != 0) text += fmt::format(" mod {}", o.period[d]);
        }
        text += ")";
      }
      return text;
    }
    default: {
      std::string_view comma = " ";
      for_each_operand(i, [&](Value v) {
        const Instruction& operand = program[v];
        text += operand.op == Op::constant ? fmt::format("{}{:.9g}", comma, operand.constant)
                                           : fmt::format("{}%{}", comma, v.id);
        comma = ", ";
      });
      return text;
    }
  }
}

std::string print(const Program& program) {
  std::string text;
  const std::vector<Rate> rate = rates(program);
  for (std::uint32_t id = 0; id < program.instructions.size(); ++id)
    text += fmt::format("  {:<7} {}\n", rate_name(rate[id]), print_instruction(program, Value{id}));
  for (const ProgramOutput& o : program.outputs) text += fmt::format("  output {} = %{}\n", o.name, o.value.id);
  for (const DivisionCheck& c : program.division_checks)
    text += fmt::format("  watch %{} for division by zero\n", c.denominator.id);
  return text;
}

std::vector<std::string> verify(const Program& program) {
  std::vector<std::string> problems;
  const auto problem = [&](std::uint32_t id, std::string_view what) {
    problems.push_back(fmt::format("%{}: {}", id, what));
  };
  std::set<std::tuple<Op, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>> seen;
  for (std::uint32_t id = 0; id < program.instructions.size(); ++id) {
    const Instruction& i = program.instructions[id];
    for_each_operand(i, [&](Value v) {
      if (v.id >= id) problem(id, fmt::format("operand %{} does not come before it", v.id));
    });
    const OpInfo& op = op_info(i.op);
    if (op.elementwise) {
      for (std::size_t k = 0; k < 3; ++k)
        if (i.operands[k].valid() != (static_cast<int>(k) < op.arity)) problem(id, "wrong number of operands");
      if (op.commutative && i.operands[1].id < i.operands[0].id) problem(id, "operands are not in order");
    }
    if (i.op == Op::constant && (i.operands[0].valid() || i.operands[1].valid() || i.operands[2].valid()))
      problem(id, "a constant has no operands");
    if (i.op == Op::coordinate) {
      if (i.payload >= program.axes.size())
        problem(id, "no such axis");
      else if (!axis_in_reach(program.axis(i)))
        problem(id, "an axis is out of reach");
      if (i.operands[1].valid() || i.operands[2].valid()) problem(id, "a coordinate has one displacement at most");
    }
    if (i.op == Op::noise) {
      if (i.payload >= program.noises.size()) {
        problem(id, "no such noise");
        continue;
      }
      const NoiseSum& sum = program.noise(i);
      if (sum.octaves.empty()) problem(id, "a noise without octaves");
      if (noise_dimensions(sum.kind) == 2 && i.operands[2].valid()) problem(id, "a 2D noise displaced along z");
      for (const NoiseOctave& o : sum.octaves)
        for (const AffineAxis& a : o.axes)
          if (!axis_in_reach(a)) problem(id, "an axis is out of reach");
      for (const NoiseOctave& o : sum.octaves)
        for (const std::int32_t period : o.period)
          if (period < 0 || period > max_lattice_period || (period != 0 && noise_is_simplex(sum.kind)))
            problem(id, "a period this noise cannot have");
      if (sum.directions != 8 && sum.directions != 16 && sum.directions != 256) problem(id, "no such directions");
    }
    if (i.op == Op::constant || op.elementwise) {
      const auto key = std::tuple(i.op, i.operands[0].id, i.operands[1].id, i.operands[2].id,
                                  i.op == Op::constant ? std::bit_cast<std::uint32_t>(i.constant) : 0u);
      if (!seen.insert(key).second) problem(id, "the same instruction stands twice");
    }
  }
  // Coordinates and noises hold data: equal ones are found by their text.
  std::set<std::string> texts;
  for (std::uint32_t id = 0; id < program.instructions.size(); ++id) {
    const Op op = program.instructions[id].op;
    if (op != Op::coordinate && op != Op::noise) continue;
    std::string text = print_instruction(program, Value{id});
    if (!texts.insert(text.substr(text.find('='))).second) problem(id, "the same field stands twice");
  }
  const auto check_use = [&](Value v, std::string_view what) {
    if (v.id >= program.instructions.size()) problems.push_back(fmt::format("{}: no such value", what));
  };
  for (const ProgramOutput& o : program.outputs) check_use(o.value, o.name);
  for (const DivisionCheck& c : program.division_checks) {
    check_use(c.denominator, "division check");
    check_use(c.quotient, "division check");
  }
  return problems;
}

}  // namespace orograph
