// SPDX-License-Identifier: MIT
// fuse_octaves: w0*s(n0) + w1*s(n1) + ..., added in that order, becomes one noise instruction, whose sum needs no
// other instruction's memory; s is one of plain, abs, 1 - 2|n|, 2|n| - 1. The noise instruction is defined as exactly
// this chain, so no bit changes. Octaves must be of one kind and share displacements; an octave or partial sum that
// something else needs as well stays apart, so that it is still computed once. Runs after simplify, which would
// otherwise see fewer equal octaves.
#include <algorithm>
#include <optional>

#include "graph/passes/passes.hpp"
#include "graph/passes/rewrite.hpp"

namespace orograph {
namespace {

struct Term {
  Value noise;  // a noise instruction of one octave
  NoiseShape shape = NoiseShape::plain;
  float weight = 1;
};

class Fuser {
 public:
  explicit Fuser(const Program& program)
      : program_(program), needed_(needed_by_outputs(program)), uses_(program.instructions.size()) {
    for (std::size_t id = 0; id < needed_.size(); ++id)
      if (needed_[id]) for_each_operand(program.instructions[id], [this](Value v) { ++uses_[v.id]; });
    for (const ProgramOutput& o : program.outputs) ++uses_[o.value.id];
  }

  Program run() {
    find_chains();
    Rewriter rewriter(program_);
    return rewriter.run([&](Value v, const Instruction& i) {
      const std::vector<Term>& terms = chains_[v.id];
      return terms.empty() ? rewriter.copy(i) : fused(rewriter, terms);
    });
  }

 private:
  const Instruction& at(Value v) const { return program_[v]; }
  const float* constant(Value v) const { return at(v).op == Op::constant ? &at(v).constant : nullptr; }
  bool is_constant(Value v, float value) const { return constant(v) != nullptr && *constant(v) == value; }
  bool used_once(Value v) const { return uses_[v.id] == 1; }

  // The other operand of a commutative operation with this constant.
  std::optional<Value> beside_constant(const Instruction& i, float value) const {
    if (is_constant(i.operands[0], value)) return i.operands[1];
    if (is_constant(i.operands[1], value)) return i.operands[0];
    return std::nullopt;
  }

  // s(n); the pieces in between are used once.
  std::optional<Term> shaped(Value v) const {
    const Instruction& i = at(v);
    if (i.op == Op::noise) return plain_noise(v, NoiseShape::plain);
    if (i.op == Op::abs) return plain_noise(i.operands[0], NoiseShape::abs);
    if (i.op == Op::subtract) {
      if (is_constant(i.operands[0], 1)) return twice_abs(i.operands[1], NoiseShape::ridged);
      if (is_constant(i.operands[1], 1)) return twice_abs(i.operands[0], NoiseShape::billow);
    }
    return std::nullopt;
  }

  std::optional<Term> twice_abs(Value v, NoiseShape shape) const {
    if (!used_once(v) || at(v).op != Op::multiply) return std::nullopt;
    const std::optional<Value> magnitude = beside_constant(at(v), 2);
    if (!magnitude || !used_once(*magnitude) || at(*magnitude).op != Op::abs) return std::nullopt;
    return plain_noise(at(*magnitude).operands[0], shape);
  }

  std::optional<Term> plain_noise(Value v, NoiseShape shape) const {
    const Instruction& i = at(v);
    if (i.op != Op::noise || !used_once(v)) return std::nullopt;
    const NoiseSum& sum = program_.noise(i);
    // One octave as lowering made it: weight and shape are still to come.
    if (sum.octaves.size() != 1 || sum.shape != NoiseShape::plain || sum.octaves[0].weight != 1) return std::nullopt;
    return Term{v, shape, 1};
  }

  // w * s(n), or s(n) alone (w = 1).
  std::optional<Term> weighted(Value v) const {
    const Instruction& i = at(v);
    if (i.op == Op::multiply) {
      for (std::size_t k = 0; k < 2; ++k) {
        const float* w = constant(i.operands[k]);
        const Value rest = i.operands[1 - k];
        if (w == nullptr || (at(rest).op != Op::noise && !used_once(rest))) continue;
        std::optional<Term> term = shaped(rest);
        if (!term) continue;
        term->weight = *w;
        return term;
      }
    }
    return shaped(v);
  }

  bool fits(const Term& first, const Term& next) const {
    const Instruction& a = at(first.noise);
    const Instruction& b = at(next.noise);
    return first.shape == next.shape && a.operands == b.operands &&
           program_.noise(a).kind == program_.noise(b).kind &&
           program_.noise(a).directions == program_.noise(b).directions;
  }

  // chains_[v]: the terms whose sum is v; a chain that grew into a longer one is given up.
  void find_chains() {
    chains_.resize(program_.instructions.size());
    for (std::uint32_t id = 0; id < chains_.size(); ++id) {
      if (!needed_[id]) continue;
      const Value v{id};
      if (const std::optional<Term> term = weighted(v)) {
        if (at(v).op != Op::noise) chains_[id] = {*term};
      } else if (at(v).op == Op::add) {
        extend(v);
      }
    }
  }

  void extend(Value v) {
    const Instruction& i = at(v);
    for (std::size_t k = 0; k < 2; ++k) {
      const Value before = i.operands[k], last = i.operands[1 - k];
      if (!used_once(before) || !used_once(last)) continue;
      const std::optional<Term> next = weighted(last);
      if (!next) continue;
      std::vector<Term> terms = std::move(chains_[before.id]);
      if (terms.empty()) {
        if (const std::optional<Term> first = weighted(before)) terms = {*first};
      }
      if (terms.empty() || !fits(terms.front(), *next)) {
        if (!terms.empty() && at(before).op != Op::noise) chains_[before.id] = std::move(terms);
        continue;
      }
      terms.push_back(*next);
      chains_[v.id] = std::move(terms);
      return;
    }
  }

  Value fused(Rewriter& rewriter, const std::vector<Term>& terms) const {
    const Instruction& first = at(terms.front().noise);
    NoiseSum sum = program_.noise(first);
    sum.shape = terms.front().shape;
    sum.octaves.clear();
    for (const Term& term : terms) {
      NoiseOctave octave = program_.noise(at(term.noise)).octaves.front();
      octave.weight = term.weight;
      sum.octaves.push_back(octave);
    }
    std::array<Value, 3> displacements;
    for (std::size_t d = 0; d < 3; ++d)
      if (first.operands[d].valid()) displacements[d] = rewriter[first.operands[d]];
    return rewriter.builder().noise(sum, displacements);
  }

  const Program& program_;
  std::vector<bool> needed_;  // what simplify left unused does not count
  std::vector<std::uint32_t> uses_;
  std::vector<std::vector<Term>> chains_;
};

}  // namespace

Program fuse_octaves(const Program& program) {
  return Fuser(program).run();
}

}  // namespace orograph
