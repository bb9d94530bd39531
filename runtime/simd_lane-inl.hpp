// SPDX-License-Identifier: MIT
// SimdLane: the lane policy over Highway vectors, compiled once a target. Only operations that round like scalar IEEE
// arithmetic are used: no MulAdd, no approximate reciprocals, no Min/Max but in
// positive_part (their rules for NaN and -0 differ between targets).
#if defined(OROGRAPH_SIMD_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OROGRAPH_SIMD_LANE_INL
#undef OROGRAPH_SIMD_LANE_INL
#else
#define OROGRAPH_SIMD_LANE_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace orograph::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct SimdLane {
  using DF = hn::ScalableTag<float>;
  using DI = hn::ScalableTag<std::int32_t>;
  using DU = hn::ScalableTag<std::uint32_t>;
  using F = hn::Vec<DF>;
  using I = hn::Vec<DI>;
  using M = hn::Mask<DF>;
  static constexpr std::size_t lanes = hn::MaxLanes(DF());

  static HWY_INLINE F set(float v) { return hn::Set(DF(), v); }
  static HWY_INLINE F add(F a, F b) { return hn::Add(a, b); }
  static HWY_INLINE F sub(F a, F b) { return hn::Sub(a, b); }
  static HWY_INLINE F mul(F a, F b) { return hn::Mul(a, b); }
  static HWY_INLINE F div(F a, F b) { return hn::Div(a, b); }
  static HWY_INLINE F sqrt(F a) { return hn::Sqrt(a); }
  static HWY_INLINE F abs(F a) { return hn::Abs(a); }
  static HWY_INLINE F neg(F a) { return hn::Xor(a, hn::BitCast(DF(), hn::Set(DU(), 0x80000000u))); }
  static HWY_INLINE F floor(F a) { return hn::Floor(a); }
  static HWY_INLINE M lt(F a, F b) { return hn::Lt(a, b); }
  static HWY_INLINE M eq(F a, F b) { return hn::Eq(a, b); }
  static HWY_INLINE F select(M m, F a, F b) { return hn::IfThenElse(m, a, b); }
  static HWY_INLINE F positive_part(F a) { return hn::Max(a, hn::Zero(DF())); }
  // Rare: lane by lane, in the reference's own arithmetic.
  static HWY_INLINE F power(F a, F b) {
    HWY_ALIGN float x[lanes];
    HWY_ALIGN float y[lanes];
    hn::Store(a, DF(), x);
    hn::Store(b, DF(), y);
    for (std::size_t i = 0; i < lanes; ++i) x[i] = power_float(x[i], y[i]);
    return hn::Load(DF(), x);
  }

  static HWY_INLINE I iset(std::int32_t v) { return hn::Set(DI(), v); }
  static HWY_INLINE I iadd(I a, I b) { return hn::Add(a, b); }
  static HWY_INLINE I isub(I a, I b) { return hn::Sub(a, b); }
  static HWY_INLINE I imul(I a, I b) { return hn::Mul(a, b); }
  static HWY_INLINE I iand(I a, I b) { return hn::And(a, b); }
  static HWY_INLINE I ixor(I a, I b) { return hn::Xor(a, b); }
  template <int n>
  static HWY_INLINE I rotl(I a) {
    return hn::BitCast(DI(), hn::RotateRight<32 - n>(hn::BitCast(DU(), a)));
  }
  template <int n>
  static HWY_INLINE I shr(I a) {
    return hn::BitCast(DI(), hn::ShiftRight<n>(hn::BitCast(DU(), a)));
  }
  static HWY_INLINE M ilt(I a, I b) { return hn::RebindMask(DF(), hn::Lt(a, b)); }
  static HWY_INLINE M ieq(I a, I b) { return hn::RebindMask(DF(), hn::Eq(a, b)); }
  static HWY_INLINE I iselect(M m, I a, I b) { return hn::IfThenElse(hn::RebindMask(DI(), m), a, b); }
  static HWY_INLINE M mand(M a, M b) { return hn::And(a, b); }
  static HWY_INLINE M mor(M a, M b) { return hn::Or(a, b); }
  static HWY_INLINE M mnot(M a) { return hn::Not(a); }
  static HWY_INLINE F to_float(I a) { return hn::ConvertTo(DF(), a); }
  static HWY_INLINE I to_int(F a) { return hn::ConvertTo(DI(), a); }
  static HWY_INLINE I as_int(F a) { return hn::BitCast(DI(), a); }
  static HWY_INLINE F as_float(I a) { return hn::BitCast(DF(), a); }
  static HWY_INLINE I lookup(const std::int32_t* table, I index) { return hn::GatherIndex(DI(), table, index); }
  static HWY_INLINE F lookup(const float* table, I index) { return hn::GatherIndex(DF(), table, index); }
};

}  // namespace orograph::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
