// SPDX-License-Identifier: MIT
// Op: the instructions of a Program, expanded from ops.def, and their reference evaluation.
#pragma once
#include <cstdint>
#include <string_view>

namespace orograph {

enum class Op : std::uint8_t {
  constant,    // a float
  coordinate,  // a component of the position as a float
  noise,       // a weighted sum of noise octaves; see NoiseSum
#define OP(name, arity, commutative, expression) name,
#include "graph/ops.def"
#undef OP
};
inline constexpr int op_count = 3
#define OP(name, arity, commutative, expression) +1
#include "graph/ops.def"
#undef OP
    ;

struct OpInfo {
  std::string_view name;
  int arity;         // float operands of an elementwise instruction; 0 for the first three
  bool commutative;  // a op b and b op a have the same bits, unless both are NaN
  bool elementwise;
};
const OpInfo& op_info(Op op);

// The reference meaning of an elementwise instruction. Unused operands are ignored.
float eval_scalar(Op op, float a, float b, float c);

}  // namespace orograph
