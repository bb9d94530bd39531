// SPDX-License-Identifier: MIT
// Rewriter: copies a Program instruction by instruction through a new Builder, so that whatever became equal is
// shared again. A pass decides for each instruction which value stands for it.
#pragma once
#include <vector>

#include "graph/builder.hpp"

namespace orograph {

// Which instructions an output needs.
inline std::vector<bool> needed_by_outputs(const Program& program) {
  std::vector<bool> needed(program.instructions.size());
  for (const ProgramOutput& o : program.outputs) needed[o.value.id] = true;
  for (std::size_t id = needed.size(); id-- > 0;)
    if (needed[id]) for_each_operand(program.instructions[id], [&](Value v) { needed[v.id] = true; });
  return needed;
}

class Rewriter {
 public:
  explicit Rewriter(const Program& program) : program_(program), map_(program.instructions.size()) {}

  Builder& builder() { return builder_; }
  // The new value of an old one that was already rewritten.
  Value operator[](Value old) const { return map_[old.id]; }
  // The instruction with its operands rewritten.
  Value copy(const Instruction& i) {
    std::array<Value, 3> operands;
    for (std::size_t k = 0; k < 3; ++k)
      if (i.operands[k].valid()) operands[k] = map_[i.operands[k].id];
    switch (i.op) {
      case Op::constant:
        return builder_.constant(i.constant);
      case Op::coordinate:
        return builder_.coordinate(program_.axis(i), operands[0]);
      case Op::noise:
        return builder_.noise(program_.noise(i), operands);
      default:
        return builder_.emit(i.op, operands[0], operands[1], operands[2]);
    }
  }

  // Calls rewrite(id, instruction) for every instruction in order; an invalid result drops the instruction.
  template <class Rewrite>
  Program run(Rewrite&& rewrite) {
    for (std::uint32_t id = 0; id < program_.instructions.size(); ++id) {
      const Instruction& i = program_.instructions[id];
      builder_.set_node(i.node);
      map_[id] = rewrite(Value{id}, i);
    }
    Program result = builder_.take();
    for (const ProgramOutput& o : program_.outputs) result.outputs.push_back({o.name, map_[o.value.id], o.node});
    for (const DivisionCheck& c : program_.division_checks) {
      const Value denominator = map_[c.denominator.id], quotient = map_[c.quotient.id];
      if (denominator.valid() && quotient.valid()) result.division_checks.push_back({denominator, quotient, c.node});
    }
    result.wave_uses = program_.wave_uses;
    return result;
  }

 private:
  const Program& program_;
  Builder builder_;
  std::vector<Value> map_;
};

}  // namespace orograph
