// SPDX-License-Identifier: MIT
// The kernels, compiled once a target by foreach_target.h. One formula (ops.def, noise.inc) expanded with SimdLane.
#include "runtime/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "graph/noise_tables.hpp"
#include "graph/power.hpp"
#include "runtime/lattice_index.hpp"
#include "runtime/target_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "runtime/simd_lane-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace orograph::HWY_NAMESPACE {
namespace {

#undef LANE_INLINE
#define LANE_INLINE HWY_INLINE
#include "graph/math.inc"
#include "graph/noise.inc"

using L = SimdLane;
constexpr L::DF df;
constexpr L::DI di;

// How many samples stand before the next place for an aligned vector.
std::size_t before_alignment(const float* out) {
  constexpr std::size_t alignment = L::lanes * sizeof(float);
  const std::size_t beyond = reinterpret_cast<std::uintptr_t>(out) % alignment / sizeof(float);
  return beyond == 0 ? 0 : L::lanes - beyond;
}

// Zero while no sample that was noted is NaN or infinite.
template <class V>
HWY_INLINE V note_wild(V wild, V v) {
  return hn::Or(wild, hn::Mul(v, hn::Zero(hn::DFromV<V>())));  // NaN for NaN and infinity, +-0 otherwise
}
template <class V>
HWY_INLINE bool is_tame(V wild) {
  const hn::DFromV<V> d;
  return hn::AllTrue(d, hn::Eq(wild, hn::Zero(d)));
}

// Samples first .. of a copy that go one by one; false when one is NaN or infinite.
bool copy_singly(float* out, Operand a, std::size_t first, std::size_t end) {
  bool finite = true;
  for (std::size_t i = first; i < end; ++i) {
    out[i] = a.data[i & a.index_mask];
    finite &= std::isfinite(out[i]);
  }
  return finite;
}

HWY_INLINE L::F load(const Operand& operand, std::size_t i) {
  return hn::Load(df, operand.data + (i & operand.index_mask));
}

#define OP(name, arity, commutative, expression)                                                         \
  void run_##name(float* HWY_RESTRICT out, [[maybe_unused]] Operand a_in, [[maybe_unused]] Operand b_in, \
                  [[maybe_unused]] Operand c_in, std::size_t count) {                                    \
    for (std::size_t i = 0; i < count; i += L::lanes) {                                                  \
      [[maybe_unused]] const L::F a = load(a_in, i);                                                     \
      [[maybe_unused]] const L::F b = arity > 1 ? load(b_in, i) : a;                                     \
      [[maybe_unused]] const L::F c = arity > 2 ? load(c_in, i) : a;                                     \
      hn::Store(expression, df, out + i);                                                                \
    }                                                                                                    \
  }
#include "graph/ops.def"
#undef OP

// ---- Coordinates ---------------------------------------------------------------------------------------------

void split(const double* HWY_RESTRICT position, double factor, double offset, double base,
           std::int32_t* HWY_RESTRICT cell, float* HWY_RESTRICT fraction, float* HWY_RESTRICT fade,
           std::size_t count) {
  const hn::ScalableTag<double> dd;
  const hn::Rebind<float, decltype(dd)> half_f;
  const hn::Rebind<std::int32_t, decltype(dd)> half_i;
  const auto vf = hn::Set(dd, factor), vo = hn::Set(dd, offset), vb = hn::Set(dd, base);
  for (std::size_t i = 0; i < count; i += hn::Lanes(dd)) {
    const auto a = hn::Add(hn::Mul(hn::Load(dd, position + i), vf), vo);
    const auto whole = hn::Floor(a);
    // + 0: Highway's Floor(-0) differs between targets, and with it the sign of a fraction of 0.
    const auto above = hn::Add(hn::Sub(a, whole), hn::Zero(dd));
    hn::Store(hn::DemoteTo(half_f, above), half_f, fraction + i);
    hn::Store(hn::DemoteTo(half_i, hn::Sub(whole, vb)), half_i, cell + i);
  }
  for (std::size_t i = 0; i < count; i += L::lanes) hn::Store(fade_of<L>(hn::Load(df, fraction + i)), df, fade + i);
}

template <bool with_parts>
void positions_of(const double* HWY_RESTRICT position, double factor, const double* HWY_RESTRICT parts, double offset,
                  float* HWY_RESTRICT out, std::size_t count) {
  const hn::ScalableTag<double> dd;
  [[maybe_unused]] const hn::Rebind<float, decltype(dd)> half_f;
  const auto vf = hn::Set(dd, factor), vo = hn::Set(dd, offset);
  for (std::size_t i = 0; i < count; i += hn::Lanes(dd)) {
    auto a = hn::Mul(hn::Load(dd, position + i), vf);
    if constexpr (with_parts) a = hn::Add(a, hn::Load(dd, parts + i % block_multiple));
    a = hn::Add(a, vo);
#if HWY_TARGET == HWY_SCALAR
    out[i] =
        static_cast<float>(hn::GetLane(a));  // DemoteTo would make the largest float of what is infinite elsewhere
#else
    hn::Store(hn::DemoteTo(half_f, a), half_f, out + i);
#endif
  }
}

void positions(const double* position, double factor, const double* parts, double offset, float* out,
               std::size_t count) {
  if (parts != nullptr)
    positions_of<true>(position, factor, parts, offset, out, count);
  else
    positions_of<false>(position, factor, parts, offset, out, count);
}

void displace(float* HWY_RESTRICT out, Operand displacement, float scale, std::size_t count) {
  const L::F by = hn::Set(df, scale);
  for (std::size_t i = 0; i < count; i += L::lanes)
    hn::Store(hn::Add(hn::Load(df, out + i), hn::Mul(load(displacement, i), by)), df, out + i);
}

void fade(const float* HWY_RESTRICT t, float* HWY_RESTRICT out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += L::lanes) hn::Store(fade_of<L>(hn::Load(df, t + i)), df, out + i);
}

#include "runtime/noise_kernels.inc"

// ---- Checks --------------------------------------------------------------------------------------------------

SampleRange others(Operand a, float v, SampleRange among) {
  const L::F value = hn::Set(df, v);
  const auto same = [&](std::size_t block) HWY_ATTR {
    bool all = true;
    for (std::size_t i = block; i < block + block_multiple; i += L::lanes)
      all &= hn::AllTrue(df, hn::Eq(load(a, i), value));
    return all;
  };
  while (!among.empty() && same(among.begin))
    among.begin = a.index_mask == 0 ? among.end : among.begin + block_multiple;
  while (!among.empty() && same(among.end - block_multiple)) among.end -= block_multiple;
  return among;
}

bool range(Operand a, std::size_t count, float& low, float& high) {
  L::F least = load(a, 0), greatest = least, wild = hn::Zero(df);
  for (std::size_t i = 0; i < count; i += L::lanes) {
    const L::F v = load(a, i);
    least = hn::Min(least, v);
    greatest = hn::Max(greatest, v);
    wild = note_wild(wild, v);
    if (a.index_mask == 0) break;
  }
  if (!is_tame(wild)) return false;
  low = hn::GetLane(hn::MinOfLanes(df, least));
  high = hn::GetLane(hn::MaxOfLanes(df, greatest));
  return true;
}

template <bool stream>
bool copy_vectors(float* HWY_RESTRICT out, Operand a, std::size_t first, std::size_t count) {
  L::F wild = hn::Zero(df);
  std::size_t i = first;
  for (; i + L::lanes <= count; i += L::lanes) {
    const L::F v = hn::LoadU(df, a.data + (i & a.index_mask));
    if constexpr (stream)
      hn::Stream(v, df, out + i);
    else
      hn::StoreU(v, df, out + i);
    wild = note_wild(wild, v);
  }
  return copy_singly(out, a, i, count) && is_tame(wild);
}

bool copy_finite(float* out, Operand a, std::size_t count) {
  return copy_vectors<false>(out, a, 0, count);
}

bool stream_finite(float* out, Operand a, std::size_t count) {
  const std::size_t first = std::min(before_alignment(out), count);
  const bool finite = copy_singly(out, a, 0, first);
  return copy_vectors<true>(out, a, first, count) && finite;
}

void to_strip(float* HWY_RESTRICT out, const std::array<const float*, strip_rows>& rows, SampleRange samples) {
  const hn::CappedTag<float, strip_rows> d;
  for (std::size_t i = samples.begin; i < samples.end; i += strip_rows)
    for (std::size_t k = 0; k < strip_rows; k += hn::Lanes(d))
      hn::Store(hn::Load(d, rows[row_of(i)] + column_of(i) + k), d, out + i + k);
}

// The samples of one row of a strip: `a` begins with the first of them.
template <bool stream>
bool copy_strip_row(float* HWY_RESTRICT out, Operand a, std::size_t columns) {
  const hn::CappedTag<float, strip_rows> d;
  auto wild = hn::Zero(d);
  std::size_t c = 0;
  for (; c + strip_rows <= columns; c += strip_rows) {
    for (std::size_t k = 0; k < strip_rows; k += hn::Lanes(d)) {
      const auto v = hn::Load(d, a.data + (c * strip_rows & a.index_mask) + k);
      if constexpr (stream)
        hn::Stream(v, d, out + c + k);
      else
        hn::StoreU(v, d, out + c + k);
      wild = note_wild(wild, v);
    }
  }
  bool finite = is_tame(wild);
  for (std::size_t k = 0; c < columns; ++c, ++k) {
    out[c] = a.data[(c / strip_rows * block_multiple & a.index_mask) + k];
    finite &= std::isfinite(out[c]);
  }
  return finite;
}

bool from_strip(const std::array<float*, strip_rows>& out, std::size_t row_count, Operand a, std::size_t columns,
                bool stream) {
  constexpr std::size_t alignment = strip_rows * sizeof(float);
  bool finite = true;
  for (std::size_t r = 0; r < row_count; ++r) {
    const Operand row{a.data + (r * strip_rows & a.index_mask),
                      a.index_mask == block_multiple - 1 ? 0 : a.index_mask};
    const bool aligned = reinterpret_cast<std::uintptr_t>(out[r]) % alignment == 0;
    finite &=
        stream && aligned ? copy_strip_row<true>(out[r], row, columns) : copy_strip_row<false>(out[r], row, columns);
  }
  return finite;
}

void flush_stream() {
  hwy::FlushStream();
}

// ---- The set -------------------------------------------------------------------------------------------------

template <NoiseKind kind>
NoiseKernels noise_kernels() {
  if constexpr (is_3d_simplex<kind>)
    return {nullptr, nullptr, add_octave<kind>, nullptr, nullptr, nullptr, nullptr};
  else if constexpr (is_simplex<kind>)
    return {nullptr, nullptr, add_octave<kind>, lattice_x_parts<kind>, lattice_points<kind>, nullptr, nullptr};
  else
    return {add_spans<kind>,      put_spans<kind>,    add_octave<kind>,  lattice_x_parts<kind>,
            lattice_points<kind>, lattice_line<kind>, lattice_rise<kind>};
}

template <std::size_t... kinds>
std::array<NoiseKernels, noise_kind_count> all_noise_kernels(std::index_sequence<kinds...>) {
  return {noise_kernels<static_cast<NoiseKind>(kinds)>()...};
}

}  // namespace

const Kernels& kernels() {
  static const Kernels set = {
      target_name(HWY_TARGET),
      {
          nullptr,
          nullptr,
          nullptr,
#define OP(name, arity, commutative, expression) run_##name,
#include "graph/ops.def"
#undef OP
      },
      all_noise_kernels(std::make_index_sequence<noise_kind_count>{}),
      split,
      axis_cells,
      steady_fits,
      positions,
      displace,
      fade,
      others,
      range,
      copy_finite,
      stream_finite,
      flush_stream,
      to_strip,
      from_strip,
  };
  return set;
}

}  // namespace orograph::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orograph {

std::vector<CompiledTarget> compiled_targets() {
  return {
#if HWY_TARGETS & HWY_SCALAR
    {HWY_SCALAR, &N_SCALAR::kernels},
#endif
#if HWY_TARGETS & HWY_EMU128
        {HWY_EMU128, &N_EMU128::kernels},
#endif
#if HWY_TARGETS & HWY_NEON
        {HWY_NEON, &N_NEON::kernels},
#endif
#if HWY_TARGETS & HWY_SSE4
        {HWY_SSE4, &N_SSE4::kernels},
#endif
#if HWY_TARGETS & HWY_AVX2
        {HWY_AVX2, &N_AVX2::kernels},
#endif
#if HWY_TARGETS & HWY_AVX3
        {HWY_AVX3, &N_AVX3::kernels},
#endif
  };
}

}  // namespace orograph
#endif
