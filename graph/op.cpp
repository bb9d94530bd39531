// SPDX-License-Identifier: MIT
#include "graph/op.hpp"

#include <array>

#include "graph/scalar_lane.hpp"

#define LANE_INLINE inline

namespace orograph {
namespace {

#include "graph/math.inc"

constexpr std::array<OpInfo, op_count> infos = {{
    {"constant", 0, false, false},
    {"coordinate", 0, false, false},
    {"noise", 0, false, false},
#define OP(name, arity, commutative, expression) {#name, arity, commutative, true},
#include "graph/ops.def"
#undef OP
}};

}  // namespace

const OpInfo& op_info(Op op) {
  return infos[static_cast<std::size_t>(op)];
}

float eval_scalar(Op op, [[maybe_unused]] float a, [[maybe_unused]] float b, [[maybe_unused]] float c) {
  using L = ScalarLane;
  switch (op) {
#define OP(name, arity, commutative, expression) \
  case Op::name:                                 \
    return expression;
#include "graph/ops.def"
#undef OP
    default:
      return 0.0f;
  }
}

}  // namespace orograph
