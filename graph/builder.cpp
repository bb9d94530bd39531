// SPDX-License-Identifier: MIT
#include "graph/builder.hpp"

#include <bit>

namespace orograph {
namespace {

class Hash {
 public:
  void add(std::uint64_t v) {
    state_ ^= v;
    state_ *= 0x9E3779B97F4A7C15ULL;
    state_ ^= state_ >> 29;
  }
  void add(double v) { add(std::bit_cast<std::uint64_t>(v)); }
  void add(const AffineAxis& a) {
    add(a.column), add(a.row), add(a.offset);
    add(std::uint64_t{std::bit_cast<std::uint32_t>(a.displacement_scale)});
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x243F6A8885A308D3ULL;
};

Hash hash_of(const Instruction& i) {
  Hash h;
  h.add(static_cast<std::uint64_t>(i.op));
  for (const Value v : i.operands) h.add(std::uint64_t{v.id});
  return h;
}

}  // namespace

bool Builder::same(const Instruction& a, const Instruction& b) const {
  if (a.op != b.op || a.operands != b.operands) return false;
  switch (a.op) {
    case Op::constant:
      return std::bit_cast<std::uint32_t>(a.constant) == std::bit_cast<std::uint32_t>(b.constant);
    case Op::coordinate:
      return program_.axes[a.payload] == program_.axes[b.payload];
    case Op::noise:
      return program_.noises[a.payload] == program_.noises[b.payload];
    default:
      return true;
  }
}

Value Builder::intern(const Instruction& instruction, std::uint64_t hash) {
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (same(program_.instructions[it->second], instruction)) return Value{it->second};
  const auto id = static_cast<std::uint32_t>(program_.instructions.size());
  program_.instructions.push_back(instruction);
  program_.instructions.back().node = node_;
  by_hash_.emplace(hash, id);
  return Value{id};
}

Value Builder::constant(float value) {
  Instruction i;
  i.op = Op::constant;
  i.constant = value;
  Hash h = hash_of(i);
  h.add(std::uint64_t{std::bit_cast<std::uint32_t>(value)});
  return intern(i, h.value());
}

Value Builder::emit(Op op, Value a, Value b, Value c) {
  if (op_info(op).commutative && b.id < a.id) std::swap(a, b);
  Instruction i;
  i.op = op;
  i.operands = {a, b, c};
  return intern(i, hash_of(i).value());
}

Value Builder::coordinate(const AffineAxis& axis, Value displacement) {
  Instruction i;
  i.op = Op::coordinate;
  i.operands[0] = displacement;
  i.payload = static_cast<std::uint32_t>(program_.axes.size());
  program_.axes.push_back(axis);
  Hash h = hash_of(i);
  h.add(axis);
  const Value v = intern(i, h.value());
  if (program_.instructions[v.id].payload != i.payload) program_.axes.pop_back();
  return v;
}

Value Builder::noise(const NoiseSum& sum, std::array<Value, 3> displacements) {
  Instruction i;
  i.op = Op::noise;
  i.operands = displacements;
  i.payload = static_cast<std::uint32_t>(program_.noises.size());
  program_.noises.push_back(sum);
  Hash h = hash_of(i);
  h.add(static_cast<std::uint64_t>(sum.kind) | static_cast<std::uint64_t>(sum.shape) << 8 |
        std::uint64_t{sum.directions} << 16);
  for (const NoiseOctave& o : sum.octaves) {
    for (const AffineAxis& a : o.axes) h.add(a);
    h.add(std::uint64_t{o.seed} << 32 | std::bit_cast<std::uint32_t>(o.weight));
    for (const std::int32_t p : o.period) h.add(static_cast<std::uint64_t>(p));
  }
  const Value v = intern(i, h.value());
  if (program_.instructions[v.id].payload != i.payload) program_.noises.pop_back();
  return v;
}

const float* Builder::constant_of(Value v) const {
  const Instruction& i = program_.instructions[v.id];
  return i.op == Op::constant ? &i.constant : nullptr;
}

}  // namespace orograph
