// SPDX-License-Identifier: MIT
#include "graph/builder.hpp"

#include <algorithm>
#include <bit>

namespace orograph {
namespace {

constexpr std::uint32_t no_instruction = ~std::uint32_t{0};

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

void Builder::grow() {
  std::vector<Slot> larger(std::max<std::size_t>(64, 2 * slots_.size()), Slot{0, no_instruction});
  const std::size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.id == no_instruction) continue;
    std::size_t at = slot.hash & mask;
    while (larger[at].id != no_instruction) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

Value Builder::intern(const Instruction& instruction, std::uint64_t hash) {
  if (2 * (program_.instructions.size() + 1) > slots_.size()) grow();
  const auto short_hash = static_cast<std::uint32_t>(hash >> 32);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = short_hash & mask;
  for (; slots_[at].id != no_instruction; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.hash == short_hash && same(program_.instructions[slot.id], instruction)) return Value{slot.id};
  }
  const auto id = static_cast<std::uint32_t>(program_.instructions.size());
  slots_[at] = {short_hash, id};
  program_.instructions.push_back(instruction);
  program_.instructions.back().node = node_;
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

Value Builder::noise(NoiseSum sum, std::array<Value, 3> displacements) {
  // What a noise of fewer dimensions never reads makes no other field of it.
  for (auto d = static_cast<std::size_t>(noise_dimensions(sum.kind)); d < displacements.size(); ++d) {
    displacements[d] = {};
    for (NoiseOctave& o : sum.octaves) o.axes[d] = {}, o.period[d] = 0;
  }
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
