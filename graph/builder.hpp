// SPDX-License-Identifier: MIT
// Builder: the only way to make instructions. Equal (op, operands) give one value (hash-consing), so whatever is
// shared is computed once; operands of commutative instructions are put in one order first.
#pragma once
#include <vector>

#include "graph/ir.hpp"

namespace orograph {

class Builder {
 public:
  Value constant(float value);
  Value emit(Op op, Value a, Value b = {}, Value c = {});  // elementwise
  Value coordinate(const AffineAxis& axis, Value displacement = {});
  Value noise(NoiseSum sum, std::array<Value, 3> displacements = {});

  // Later instructions are noted as made for this node.
  void set_node(std::uint32_t node) { node_ = node; }
  std::uint32_t node() const { return node_; }

  const Program& program() const { return program_; }
  std::size_t size() const { return program_.instructions.size(); }
  // The constant an instruction holds, if it is one.
  const float* constant_of(Value v) const;
  Program take() { return std::move(program_); }

 private:
  Value intern(const Instruction& instruction, std::uint64_t hash);
  bool same(const Instruction& a, const Instruction& b) const;
  void grow();

  Program program_;
  // Instructions by hash: open addressing, linear probing, at most half full. Programs have hundreds of thousands of
  // instructions and every pass makes them anew, so that an allocation a piece would be most of a compilation's time.
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t id = 0;
  };
  std::vector<Slot> slots_;
  std::uint32_t node_ = 0;
};

}  // namespace orograph
