// SPDX-License-Identifier: MIT
#include "graph/merge.hpp"

#include "graph/passes/rewrite.hpp"

namespace orograph {
namespace {

Value moved(Value v, std::size_t by) {
  return v.valid() ? Value{v.id + static_cast<std::uint32_t>(by)} : v;
}

void append(Program& program, const Program& other, std::uint32_t first_node) {
  const std::size_t first = program.instructions.size();
  for (Instruction i : other.instructions) {
    for (Value& operand : i.operands) operand = moved(operand, first);
    if (i.op == Op::coordinate) i.payload += static_cast<std::uint32_t>(program.axes.size());
    if (i.op == Op::noise) i.payload += static_cast<std::uint32_t>(program.noises.size());
    i.node += first_node;
    program.instructions.push_back(i);
  }
  program.axes.insert(program.axes.end(), other.axes.begin(), other.axes.end());
  program.noises.insert(program.noises.end(), other.noises.begin(), other.noises.end());
  for (const ProgramOutput& o : other.outputs)
    program.outputs.push_back({o.name, moved(o.value, first), o.node + first_node});
  for (const DivisionCheck& c : other.division_checks)
    program.division_checks.push_back({moved(c.denominator, first), moved(c.quotient, first), c.node + first_node});
  for (WaveUse use : other.wave_uses) {
    use.node += first_node;
    program.wave_uses.push_back(use);
  }
}

}  // namespace

Program merge(const Program& a, const Program& b, std::uint32_t first_node) {
  Program both = a;
  append(both, b, first_node);
  Rewriter rewriter(both);
  return rewriter.run([&](Value, const Instruction& i) { return rewriter.copy(i); });
}

}  // namespace orograph
