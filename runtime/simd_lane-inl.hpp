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

// What lanes of floats and of doubles have in common.
template <class D>
struct VectorArithmetic {
  using V = hn::Vec<D>;
  using M = hn::Mask<D>;
  static HWY_INLINE V set(hn::TFromD<D> v) { return hn::Set(D(), v); }
  static HWY_INLINE V add(V a, V b) { return hn::Add(a, b); }
  static HWY_INLINE V sub(V a, V b) { return hn::Sub(a, b); }
  static HWY_INLINE V mul(V a, V b) { return hn::Mul(a, b); }
  static HWY_INLINE V div(V a, V b) { return hn::Div(a, b); }
  static HWY_INLINE V floor(V a) { return hn::Floor(a); }
  static HWY_INLINE M lt(V a, V b) { return hn::Lt(a, b); }
  static HWY_INLINE V select(M m, V a, V b) { return hn::IfThenElse(m, a, b); }
};

#if HWY_TARGET == HWY_SCALAR
template <class F>
HWY_INLINE F power_of_lanes(F a, F b) {
  return hn::Set(hn::ScalableTag<float>(), power_float(hn::GetLane(a), hn::GetLane(b)));
}
#else
#undef LANE_INLINE
#define LANE_INLINE HWY_INLINE
#include "graph/power.inc"

// The lane policy of power.inc.
struct SimdDouble : VectorArithmetic<hn::ScalableTag<double>> {
  using DD = hn::ScalableTag<double>;
  using DU = hn::ScalableTag<std::uint64_t>;
  // Whole numbers by way of the bits of doubles beyond 2^52.
  static HWY_INLINE V exponent_of(V v) {
    const auto beyond = hn::Or(hn::ShiftRight<52>(hn::BitCast(DU(), v)), hn::Set(DU(), 0x4330000000000000ULL));
    return hn::Sub(hn::BitCast(DD(), beyond), set(4503599627370496.0 + 1023.0));
  }
  static HWY_INLINE V mantissa_of(V v) {
    const auto fraction = hn::And(hn::BitCast(DU(), v), hn::Set(DU(), 0xFFFFFFFFFFFFFULL));
    return hn::BitCast(DD(), hn::Or(fraction, hn::Set(DU(), 0x3FF0000000000000ULL)));
  }
  static HWY_INLINE V power_of_two(V n) {
    const auto beyond = hn::BitCast(DU(), hn::Add(n, set(4503599627370496.0 + 1023.0)));
    return hn::BitCast(DD(), hn::ShiftLeft<52>(beyond));
  }
};

// f(base, exponent) of finite lanes, base > 0, in double precision, half of the lanes at a time; at most the largest
// float.
template <class F, class Function>
HWY_INLINE F in_doubles(F base, F exponent, const Function& f) {
  const hn::ScalableTag<float> df;
  const hn::ScalableTag<double> dd;
  const hn::Half<decltype(df)> half;
  const auto most = hn::Set(dd, static_cast<double>(std::numeric_limits<float>::max()));
  const auto of = [&](auto x, auto y) HWY_ATTR {
    const auto power = f(hn::PromoteTo(dd, x), hn::PromoteTo(dd, y));
    return hn::DemoteTo(half, hn::IfThenElse(hn::Gt(power, most), most, power));
  };
  const auto low = of(hn::LowerHalf(half, base), hn::LowerHalf(half, exponent));
  const auto high = of(hn::UpperHalf(half, base), hn::UpperHalf(half, exponent));
  return hn::Combine(df, high, low);
}

// product_power() of one exponent for all: the same products.
template <class V>
HWY_INLINE V product_power_of(V base, unsigned n) {
  V power = SimdDouble::set(1.0), square = base;
  for (; n != 0; n /= 2) {
    if (n % 2 != 0) power = hn::Mul(power, square);
    square = hn::Mul(square, square);
  }
  return power;
}

// power_float() of every lane.
template <class F = hn::Vec<hn::ScalableTag<float>>>
HWY_NOINLINE F power_of_lanes(F a, F b) {
  const hn::ScalableTag<float> df;
  const F zero = hn::Zero(df), one = hn::Set(df, 1.0f), most = hn::Set(df, std::numeric_limits<float>::max());
  const F size = hn::Abs(a), exponent_size = hn::Abs(b);
  if (!hn::AllTrue(df, hn::And(hn::Le(size, most), hn::Le(exponent_size, most)))) {
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<float>());
    HWY_ALIGN float x[lanes], y[lanes];
    hn::Store(a, df, x);
    hn::Store(b, df, y);
    for (std::size_t i = 0; i < lanes; ++i) x[i] = power_float(x[i], y[i]);
    return hn::Load(df, x);
  }
  // Exponents that most powers have, the same for all samples.
  const float exponent = hn::GetLane(b);
  const bool uniform = hn::AllTrue(df, hn::Eq(b, hn::Set(df, exponent)));
  if (uniform && exponent == 2.0f) {
    const F square = hn::Mul(a, a);
    return hn::IfThenElse(hn::Gt(square, most), most, square);
  }
  if (uniform && exponent == 0.5f) return hn::IfThenElseZero(hn::Gt(a, zero), hn::Sqrt(a));

  const auto of_zero = hn::Eq(a, zero);
  const F base = hn::IfThenElse(of_zero, one, size);
  const auto whole = hn::Eq(hn::Floor(b), b);
  const auto by_product = hn::And(whole, hn::Le(exponent_size, hn::Set(df, largest_product)));
  F power = one;
  if (!hn::AllFalse(df, by_product)) {
    power = in_doubles(base, hn::IfThenElseZero(by_product, b), [&](auto x, auto y) HWY_ATTR {
      const auto product = uniform ? product_power_of(x, static_cast<unsigned>(exponent < 0 ? -exponent : exponent))
                                   : product_power<SimdDouble>(x, hn::Abs(y));
      const auto negative = hn::Lt(y, SimdDouble::set(0.0));
      return hn::IfThenElse(negative, hn::Div(SimdDouble::set(1.0), product), product);
    });
  }
  if (!hn::AllTrue(df, by_product)) {
    const F other = in_doubles(base, b, [](auto x, auto y) HWY_ATTR { return power_of_positive<SimdDouble>(x, y); });
    power = hn::IfThenElse(by_product, power, other);
  }
  const auto root = hn::Eq(b, hn::Set(df, 0.5f));
  if (!hn::AllFalse(df, root)) power = hn::IfThenElse(root, hn::Sqrt(base), power);
  const F halved = hn::Floor(hn::Mul(b, hn::Set(df, 0.5f)));
  const auto odd = hn::AndNot(hn::Eq(hn::Add(halved, halved), b), whole);
  const F of_negative = hn::IfThenElseZero(whole, hn::IfThenElse(odd, hn::Neg(power), power));
  power = hn::IfThenElse(hn::Lt(a, zero), of_negative, power);
  return hn::IfThenElse(of_zero, hn::IfThenElse(hn::Eq(b, zero), one, zero), power);
}

#endif

struct SimdLane : VectorArithmetic<hn::ScalableTag<float>> {
  using DF = hn::ScalableTag<float>;
  using DI = hn::ScalableTag<std::int32_t>;
  using DU = hn::ScalableTag<std::uint32_t>;
  using F = V;
  using I = hn::Vec<DI>;
  static constexpr std::size_t lanes = hn::MaxLanes(DF());

  static HWY_INLINE F sqrt(F a) { return hn::Sqrt(a); }
  static HWY_INLINE F abs(F a) { return hn::Abs(a); }
  static HWY_INLINE F neg(F a) { return hn::Xor(a, hn::BitCast(DF(), hn::Set(DU(), 0x80000000u))); }
  static HWY_INLINE M eq(F a, F b) { return hn::Eq(a, b); }
  static HWY_INLINE F positive_part(F a) { return hn::Max(a, hn::Zero(DF())); }
  static HWY_INLINE F power(F a, F b) { return power_of_lanes(a, b); }

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
