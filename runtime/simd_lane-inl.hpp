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

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace orograph::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The steps of power() in graph/power.cpp for ordinary lanes, bit for bit: base > 0 and both finite. Results that no
// float holds, where exponent * log2(base) leaves -160 .. 130, become 0 or the largest float.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ordinary_power(D d, V base, V exponent) {
  const hn::RebindToUnsigned<D> du;
  const auto set = [d](double v) HWY_ATTR { return hn::Set(d, v); };
  const auto exact_product = [&](V a, V b, V& lo) HWY_ATTR {
    const V factor = set(134217729.0);  // 2^27 + 1
    const V ca = hn::Mul(factor, a), ah = hn::Sub(ca, hn::Sub(ca, a)), al = hn::Sub(a, ah);
    const V cb = hn::Mul(factor, b), bh = hn::Sub(cb, hn::Sub(cb, b)), bl = hn::Sub(b, bh);
    const V product = hn::Mul(a, b);
    const V high = hn::Sub(hn::Mul(ah, bh), product);
    lo = hn::Add(hn::Add(hn::Add(high, hn::Mul(ah, bl)), hn::Mul(al, bh)), hn::Mul(al, bl));
    return product;
  };
  // log2: the exponent's bits as a double beyond 2^52, and the mantissa.
  const auto bits = hn::BitCast(du, base);
  const V beyond = hn::BitCast(d, hn::Or(hn::ShiftRight<52>(bits), hn::Set(du, 0x4330000000000000ULL)));
  V whole = hn::Sub(beyond, set(4503599627370496.0 + 1023.0));
  V m = hn::BitCast(d, hn::Or(hn::And(bits, hn::Set(du, 0xFFFFFFFFFFFFFULL)), hn::Set(du, 0x3FF0000000000000ULL)));
  const auto large = hn::Gt(m, set(1.41421356237309504880));
  m = hn::IfThenElse(large, hn::Mul(m, set(0.5)), m);
  whole = hn::Add(whole, hn::IfThenElseZero(large, set(1.0)));
  const V z = hn::Div(hn::Sub(m, set(1.0)), hn::Add(m, set(1.0)));
  const V z2 = hn::Mul(z, z);
  V series = hn::Zero(d);
  for (int k = 21; k >= 3; k -= 2) series = hn::Mul(hn::Add(series, set(1.0 / k)), z2);
  const V rest = hn::Mul(set(2.0 * 1.44269504088896340736), hn::Add(z, hn::Mul(z, series)));

  V a_lo, b_lo;
  const V a_hi = exact_product(exponent, whole, a_lo), b_hi = exact_product(exponent, rest, b_lo);
  const V sum = hn::Add(a_hi, b_hi);
  const auto too_large = hn::Gt(sum, set(130.0)), too_small = hn::Lt(sum, set(-160.0));
  const V n = hn::Floor(hn::Add(sum, set(0.5)));
  const V fraction = hn::Add(hn::Add(hn::Sub(a_hi, n), b_hi), hn::Add(a_lo, b_lo));

  // 2^fraction by Taylor, and 2^n from the bits of n beyond 2^52.
  const V t = hn::Mul(fraction, set(0.693147180559945309417));
  V power = set(1.0);
  for (int k = 16; k >= 1; --k) power = hn::Add(set(1.0), hn::Div(hn::Mul(power, t), set(k)));
  const V scale = hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(du, hn::Add(n, set(4503599627370496.0 + 1023.0)))));
  power = hn::Mul(power, scale);
  const V most = set(static_cast<double>(std::numeric_limits<float>::max()));
  power = hn::IfThenElse(hn::Or(too_large, hn::Gt(power, most)), most, power);
  return hn::IfThenElse(too_small, hn::Zero(d), power);
}

// power_float() of every lane: ordinary ones and those of base 0 together, others in the reference's own arithmetic.
template <class F = hn::Vec<hn::ScalableTag<float>>>
HWY_NOINLINE F power_of_lanes(F a, F b) {
  const hn::ScalableTag<float> df;
  const hn::ScalableTag<double> dd;
  const hn::Rebind<float, decltype(dd)> part;
  const F zero = hn::Zero(df), one = hn::Set(df, 1.0f),
          infinity = hn::Set(df, std::numeric_limits<float>::infinity());
  const auto usual = hn::And(hn::And(hn::Ge(a, zero), hn::Lt(a, infinity)), hn::Lt(hn::Abs(b), infinity));
  const auto of_zero = hn::Eq(a, zero);
  const auto ordinary = hn::AndNot(of_zero, usual);
  constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<float>());
  HWY_ALIGN float x[lanes], y[lanes], out[lanes];
  hn::Store(hn::IfThenElse(ordinary, a, one), df, x);
  hn::Store(hn::IfThenElse(ordinary, b, one), df, y);
  for (std::size_t i = 0; i < lanes; i += hn::Lanes(dd)) {
    const auto base = hn::PromoteTo(dd, hn::Load(part, x + i)), exponent = hn::PromoteTo(dd, hn::Load(part, y + i));
    hn::Store(hn::DemoteTo(part, ordinary_power(dd, base, exponent)), part, out + i);
  }
  const F power = hn::Load(df, out);
  const F result = hn::IfThenElse(of_zero, hn::IfThenElse(hn::Eq(b, zero), one, zero), power);
  if (hn::AllTrue(df, usual)) return result;
  hn::Store(a, df, x);
  hn::Store(b, df, y);
  for (std::size_t i = 0; i < lanes; ++i) out[i] = power_float(x[i], y[i]);
  return hn::Load(df, out);
}

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
  static HWY_INLINE F power(F a, F b) {
    if constexpr (lanes == 1) return hn::Set(DF(), power_float(hn::GetLane(a), hn::GetLane(b)));
    return power_of_lanes(a, b);
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

// Two vectors as one lane: what a formula does to one is done to the other right behind it, so that a processor finds
// work for both while it waits for either. Operations of samples from lattice points only.
struct PairLane {
  using L = SimdLane;
  struct F {
    L::F a, b;
  };
  struct I {
    L::I a, b;
  };
  struct M {
    L::M a, b;
  };
  static HWY_INLINE F set(float v) { return {L::set(v), L::set(v)}; }
  static HWY_INLINE F add(F a, F b) { return {L::add(a.a, b.a), L::add(a.b, b.b)}; }
  static HWY_INLINE F sub(F a, F b) { return {L::sub(a.a, b.a), L::sub(a.b, b.b)}; }
  static HWY_INLINE F mul(F a, F b) { return {L::mul(a.a, b.a), L::mul(a.b, b.b)}; }
  static HWY_INLINE M lt(F a, F b) { return {L::lt(a.a, b.a), L::lt(a.b, b.b)}; }
  static HWY_INLINE F select(M m, F a, F b) { return {L::select(m.a, a.a, b.a), L::select(m.b, a.b, b.b)}; }
  static HWY_INLINE F positive_part(F a) { return {L::positive_part(a.a), L::positive_part(a.b)}; }

  static HWY_INLINE I iset(std::int32_t v) { return {L::iset(v), L::iset(v)}; }
  static HWY_INLINE I iadd(I a, I b) { return {L::iadd(a.a, b.a), L::iadd(a.b, b.b)}; }
  static HWY_INLINE I iselect(M m, I a, I b) { return {L::iselect(m.a, a.a, b.a), L::iselect(m.b, a.b, b.b)}; }
};

}  // namespace orograph::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
