// SPDX-License-Identifier: MIT
// simplify: folds constants with the scalar lane, and drops operations that change no bit.
// Example: mix(a, b, 0) is a; max(h, 0) is h where h's bounds lie above 0, and h < 0 is 0; a + (-b) is a - b.
// Every rule holds for every float, -0 and infinity included; rules that need a bound ask for one that excludes NaN.
// Scale chains are fused where that is exact: (x * c) * d is x * (c * d) for powers of two from 1 on that cannot
// overflow. It leaves alone whatever rounds, and x + 0 unless the bounds exclude x = -0.
// Runs first: later passes see fewer shapes.
#include <algorithm>
#include <cmath>

#include "graph/bounds.hpp"
#include "graph/passes/passes.hpp"
#include "graph/passes/rewrite.hpp"

namespace orograph {
namespace {

class Simplifier {
 public:
  explicit Simplifier(const Program& program) : bounds_(bounds(program)), rewriter_(program) {}

  Program run() {
    return rewriter_.run([this](Value v, const Instruction& i) {
      if (!op_info(i.op).elementwise) return rewriter_.copy(i);
      return is_comparison(i.op) && settled(v) ? settle(v) : elementwise(i);
    });
  }
  // Whether run() found anything to do.
  bool changed() const { return changed_; }

 private:
  Builder& builder() { return rewriter_.builder(); }
  const float* constant(Value v) { return v.valid() ? builder().constant_of(v) : nullptr; }
  bool is(Value v, float value) {
    const float* c = constant(v);
    return c != nullptr && *c == value && std::signbit(*c) == std::signbit(value);
  }
  const Instruction& made(Value v) { return builder().program()[v]; }

  static bool is_comparison(Op op) {
    return op == Op::less || op == Op::less_equal || op == Op::equal || op == Op::not_equal;
  }
  // Whether the bounds leave one value.
  bool settled(Value v) const { return bounds_[v.id].low == bounds_[v.id].high && !bounds_[v.id].may_be_nan; }
  Value settle(Value v) {
    changed_ = true;
    return builder().constant(bounds_[v.id].low);
  }
  // Whether it is 0 or 1, and nothing else.
  bool is_truth(Value v, int deep = 8) {
    const auto [a, b, c] = made(v).operands;
    const Op op = made(v).op;
    if (is_comparison(op) || op == Op::step) return true;
    return deep > 0 && (op == Op::multiply || op == Op::max) && is_truth(a, deep - 1) && is_truth(b, deep - 1);
  }

  Value elementwise(const Instruction& i) {
    std::array<Value, 3> v;
    bool all_constant = true;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!i.operands[k].valid()) continue;
      v[k] = rewriter_[i.operands[k]];
      all_constant &= constant(v[k]) != nullptr;
    }
    if (all_constant) {
      const auto value = [&](std::size_t k) { return v[k].valid() ? *constant(v[k]) : 0.0f; };
      changed_ = true;
      return builder().constant(eval_scalar(i.op, value(0), value(1), value(2)));
    }
    const Value simpler = rule(i, v);
    changed_ |= simpler.valid();
    return simpler.valid() ? simpler : builder().emit(i.op, v[0], v[1], v[2]);
  }

  // The value that stands for the operation, or an invalid one.
  Value rule(const Instruction& i, const std::array<Value, 3>& v) {
    const auto [a, b, c] = v;
    switch (i.op) {
      case Op::abs:
        if (made(a).op == Op::abs) return a;
        if (made(a).op == Op::negate) return builder().emit(Op::abs, made(a).operands[0]);
        break;
      case Op::negate:
        if (made(a).op == Op::negate) return made(a).operands[0];
        break;
      case Op::floor:
        if (made(a).op == Op::floor || made(a).op == Op::round) return a;
        break;
      case Op::round:
        if (made(a).op == Op::floor || made(a).op == Op::round) return a;
        break;
      case Op::add:
        if (is(b, -0.0f)) return a;
        if (is(a, -0.0f)) return b;
        if (is(b, 0.0f) && excludes_zero(i.operands[0])) return a;
        if (is(a, 0.0f) && excludes_zero(i.operands[1])) return b;
        if (made(b).op == Op::negate) return builder().emit(Op::subtract, a, made(b).operands[0]);
        if (made(a).op == Op::negate) return builder().emit(Op::subtract, b, made(a).operands[0]);
        break;
      case Op::subtract:
        if (is(b, 0.0f)) return a;
        if (made(b).op == Op::negate) return builder().emit(Op::add, a, made(b).operands[0]);
        break;
      case Op::multiply:
        for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
          if (is(y, 1.0f)) return x;
          if (is(y, -1.0f)) return builder().emit(Op::negate, x);
          if (const Value chain = scale_chain(i, x, y); chain.valid()) return chain;
        }
        break;
      case Op::divide:
        if (is(b, 1.0f)) return a;
        break;
      case Op::min:
        return bound_rule(i, a, b, false);
      case Op::max:
        return bound_rule(i, a, b, true);
      case Op::mix:
        if (const float* t = constant(c)) {
          if (*t == 0.0f) return a;
          if (*t == 1.0f) return b;
        }
        break;
      case Op::select:
        if (const float* t = constant(c)) return *t == 0.0f ? a : b;
        if (a == b) return a;
        break;
      case Op::not_equal:
        if (const float* zero = constant(b); zero != nullptr && *zero == 0.0f && is_truth(a)) return a;
        if (const float* zero = constant(a); zero != nullptr && *zero == 0.0f && is_truth(b)) return b;
        break;
      default:
        break;
    }
    return {};
  }

  bool excludes_zero(Value old) const {
    const Interval& x = bounds_[old.id];
    return !x.may_be_nan && (x.low > 0 || x.high < 0);
  }

  // (x * c) * d with whole powers of two, when the result, and so every step, stays finite: nothing rounds, neither
  // way, since scaling up loses no bit of a subnormal.
  Value scale_chain(const Instruction& i, Value product, Value factor) {
    const float* d = constant(factor);
    if (d == nullptr || !scales_up(*d) || made(product).op != Op::multiply) return {};
    const Interval& most = bounds_[i.operands[rewriter_[i.operands[0]] == product ? 0 : 1].id];
    const float room = std::max(std::fabs(most.low), std::fabs(most.high)) * *d;
    if (most.may_be_nan || !std::isfinite(room)) return {};
    for (std::size_t k = 0; k < 2; ++k) {
      const float* c = constant(made(product).operands[k]);
      if (c == nullptr || !scales_up(*c) || !std::isfinite(*c * *d)) continue;
      const Value x = made(product).operands[1 - k];
      return builder().emit(Op::multiply, x, builder().constant(*c * *d));
    }
    return {};
  }

  static bool scales_up(float c) {
    int exponent = 0;
    return c >= 1 && std::isfinite(c) && std::frexp(c, &exponent) == 0.5f;
  }

  // min and max of operands whose bounds do not meet.
  Value bound_rule(const Instruction& i, Value a, Value b, bool max) {
    if (a == b) return a;
    const Interval& x = bounds_[i.operands[0].id];
    const Interval& y = bounds_[i.operands[1].id];
    if (x.may_be_nan || y.may_be_nan) return {};
    if (x.high < y.low) return max ? b : a;
    if (y.high < x.low) return max ? a : b;
    return {};
  }

  std::vector<Interval> bounds_;
  Rewriter rewriter_;
  bool changed_ = false;
};

}  // namespace

// Again while there is something to do: what a rule leaves may suit another, or have narrower bounds.
Program simplify(const Program& program) {
  const auto once = [](const Program& before, bool& changed) {
    Simplifier simplifier(before);
    Program simpler = simplifier.run();
    changed = simplifier.changed();
    return simpler;
  };
  bool changed = false;
  Program result = once(program, changed);
  while (changed) result = once(result, changed);
  return result;
}

}  // namespace orograph
