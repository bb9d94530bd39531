// SPDX-License-Identifier: MIT
// ScalarLane: the lane policy of one sample. The reference for every SIMD target, and the constant folder's
// arithmetic. Plain C++ operators, each rounding once; the build forbids contraction into fused operations.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

#include "graph/power.hpp"

namespace orograph {

// What lanes of floats and of doubles have in common.
template <class T>
struct ScalarArithmetic {
  using V = T;
  using M = bool;

  static V set(V v) { return v; }
  static V add(V a, V b) { return a + b; }
  static V sub(V a, V b) { return a - b; }
  static V mul(V a, V b) { return a * b; }
  static V div(V a, V b) { return a / b; }
  static V floor(V a) { return std::floor(a); }
  static M lt(V a, V b) { return a < b; }
  static V select(M m, V a, V b) { return m ? a : b; }
};

struct ScalarLane : ScalarArithmetic<float> {
  using F = float;
  using I = std::int32_t;

  static F sqrt(F a) { return std::sqrt(a); }
  static F abs(F a) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) & 0x7FFFFFFFu); }
  static F neg(F a) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) ^ 0x80000000u); }
  static M eq(F a, F b) { return a == b; }
  static F positive_part(F a) { return 0.0f < a ? a : 0.0f; }  // a is not -0; NaN gives NaN or 0
  static F power(F a, F b) { return power_float(a, b); }

  static I iset(std::int32_t v) { return v; }
  static I iadd(I a, I b) { return from_u(u(a) + u(b)); }
  static I isub(I a, I b) { return from_u(u(a) - u(b)); }
  static I imul(I a, I b) { return from_u(u(a) * u(b)); }
  static I iand(I a, I b) { return a & b; }
  static I ixor(I a, I b) { return a ^ b; }
  template <int n>
  static I rotl(I a) {
    return from_u((u(a) << n) | (u(a) >> (32 - n)));
  }
  template <int n>
  static I shr(I a) {
    return from_u(u(a) >> n);
  }  // logical
  static M ilt(I a, I b) { return a < b; }
  static M ieq(I a, I b) { return a == b; }
  static I iselect(M m, I a, I b) { return m ? a : b; }
  static M mand(M a, M b) { return a && b; }
  static M mor(M a, M b) { return a || b; }
  static M mnot(M a) { return !a; }
  static F to_float(I a) { return static_cast<float>(a); }
  static I to_int(F a) { return static_cast<std::int32_t>(a); }  // |a| < 2^31, whole
  static I as_int(F a) { return std::bit_cast<I>(a); }
  static F as_float(I a) { return std::bit_cast<F>(a); }
  static I lookup(const std::int32_t* table, I index) { return table[index]; }
  static F lookup(const float* table, I index) { return table[index]; }

 private:
  static std::uint32_t u(I a) { return static_cast<std::uint32_t>(a); }
  static I from_u(std::uint32_t a) { return static_cast<std::int32_t>(a); }
};

}  // namespace orograph
