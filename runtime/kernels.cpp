// SPDX-License-Identifier: MIT
// The kernels, compiled once a target by foreach_target.h. One formula (ops.def, noise.inc) expanded with SimdLane.
#include "runtime/kernels.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "graph/noise_tables.hpp"
#include "graph/power.hpp"
#include "runtime/target_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/kernels.cpp"
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

void fade(const float* HWY_RESTRICT t, float* HWY_RESTRICT out, std::size_t count) {
  for (std::size_t i = 0; i < count; i += L::lanes) hn::Store(fade_of<L>(hn::Load(df, t + i)), df, out + i);
}

HWY_INLINE LaneCell<L> cell_at(const AxisView& axis, std::size_t i) {
  const std::size_t at = i & axis.first.index_mask;
  L::I index = hn::Add(hn::Load(di, axis.first.cell + at), hn::Set(di, axis.base));
  L::F t = hn::Load(df, axis.first.fraction + at);
  const bool two_parts = axis.second.cell != nullptr, displaced = axis.displacement.data != nullptr;
  if (!two_parts && !displaced) {
    const L::I i0 = wrap_index<L>(index, axis.period);
    return {i0, next_index<L>(i0, axis.period), t, hn::Load(df, axis.first.fade + at)};
  }
  if (two_parts) {
    const std::size_t second = i & axis.second.index_mask;
    index = hn::Add(index, hn::Load(di, axis.second.cell + second));
    t = hn::Add(t, hn::Load(df, axis.second.fraction + second));
  }
  if (displaced) t = hn::Add(t, hn::Mul(load(axis.displacement, i), hn::Set(df, axis.displacement_scale)));
  carry_cells<L>(index, t);
  return make_cell<L>(index, t, axis.period);
}

// ---- Noise ---------------------------------------------------------------------------------------------------

template <NoiseKind kind>
constexpr bool is_simplex = kind >= NoiseKind::simplex_diamond_2d;
template <NoiseKind kind>
constexpr bool is_value = kind == NoiseKind::value_2d || kind == NoiseKind::value_3d;

template <NoiseKind kind>
struct Columns {
  typename LaneLattice<L, kind>::Column left, right;
};

template <NoiseKind kind>
HWY_INLINE typename LaneLattice<L, kind>::Column make_column(L::F p, L::F q) {
  if constexpr (is_value<kind>)
    return {p};
  else
    return {p, q};
}

// The lattice columns left and right of each sample. A vector's cells rise or fall steadily along the row, so they
// lie between those of its first and last sample: in one cell (broadcast), within a vector's width (permute), or
// further apart (gather).
template <NoiseKind kind>
HWY_INLINE Columns<kind> columns_at(const ColumnsView& view, const std::int32_t* HWY_RESTRICT cell) {
  const std::int32_t first = cell[0], last = cell[L::lanes - 1];
  const std::int32_t low = first < last ? first : last;
  const std::int32_t span = first < last ? last - first : first - last;
  if (span == 0) {
    const auto at = [&](const float* column, std::int32_t index) HWY_ATTR { return hn::Set(df, column[index]); };
    const float* q = is_value<kind> ? view.p : view.q;
    return {make_column<kind>(at(view.p, low), at(q, low)), make_column<kind>(at(view.p, low + 1), at(q, low + 1))};
  }
  const L::I cells = hn::Load(di, cell);
  if (span < static_cast<std::int32_t>(L::lanes)) {
    const auto index = hn::IndicesFromVec(df, hn::Sub(cells, hn::Set(di, low)));
    const auto at = [&](const float* column, std::int32_t from)
                        HWY_ATTR { return hn::TableLookupLanes(hn::LoadU(df, column + from), index); };
    const float* q = is_value<kind> ? view.p : view.q;
    return {make_column<kind>(at(view.p, low), at(q, low)), make_column<kind>(at(view.p, low + 1), at(q, low + 1))};
  }
  const L::I next = hn::Add(cells, hn::Set(di, 1));
  const auto at = [&](const float* column, L::I index) HWY_ATTR { return hn::GatherIndex(df, column, index); };
  const float* q = is_value<kind> ? view.p : view.q;
  return {make_column<kind>(at(view.p, cells), at(q, cells)), make_column<kind>(at(view.p, next), at(q, next))};
}

template <NoiseKind kind>
HWY_INLINE L::F octave_value(const OctaveView& view, int directions, std::size_t i) {
  if constexpr (!is_simplex<kind>) {
    if (view.on_lattice) {
      const PartView& x = view.axes[0].first;
      const Columns<kind> c = columns_at<kind>(view.columns, x.cell + i);
      return LaneLattice<L, kind>::sample(c.left, c.right, hn::Load(df, x.fraction + i), hn::Load(df, x.fade + i));
    }
  }
  const LaneCell<L> x = cell_at(view.axes[0], i), y = cell_at(view.axes[1], i);
  constexpr bool three_d = kind == NoiseKind::value_3d || kind == NoiseKind::perlin_octahedron_3d ||
                           kind == NoiseKind::perlin_improved_3d || kind >= NoiseKind::simplex_octahedron_3d;
  return noise_at<L, kind>(*view.octave, directions, x, y, three_d ? cell_at(view.axes[2], i) : y);
}

template <NoiseKind kind, NoiseShape shape>
void shaped_sum(float* HWY_RESTRICT out, std::span<const OctaveView> octaves, int directions, std::size_t count) {
  for (std::size_t i = 0; i < count; i += L::lanes) {
    const auto octave = [&](std::size_t k) HWY_ATTR {
      const L::F value = bend<L>(octave_value<kind>(octaves[k], directions, i), shape);
      return hn::Mul(hn::Set(df, octaves[k].octave->weight), value);
    };
    L::F total = octave(0);
    for (std::size_t k = 1; k < octaves.size(); ++k) total = hn::Add(total, octave(k));
    hn::Store(total, df, out + i);
  }
}

template <NoiseKind kind>
void sum(float* out, std::span<const OctaveView> octaves, NoiseShape shape, int directions, std::size_t count) {
  switch (shape) {
    case NoiseShape::plain:
      return shaped_sum<kind, NoiseShape::plain>(out, octaves, directions, count);
    case NoiseShape::abs:
      return shaped_sum<kind, NoiseShape::abs>(out, octaves, directions, count);
    case NoiseShape::ridged:
      return shaped_sum<kind, NoiseShape::ridged>(out, octaves, directions, count);
    case NoiseShape::billow:
      return shaped_sum<kind, NoiseShape::billow>(out, octaves, directions, count);
  }
}

template <NoiseKind kind>
HWY_INLINE void store_point(const LatticeRow& row, std::size_t i, const typename LaneLattice<L, kind>::Point& point) {
  if constexpr (is_value<kind>) {
    hn::StoreU(point.h, df, row.components[0] + i);
  } else {
    hn::StoreU(point.x, df, row.components[0] + i);
    hn::StoreU(point.y, df, row.components[1] + i);
    if constexpr (std::is_same_v<typename LaneLattice<L, kind>::Point, LaneGradient3<L>>)
      hn::StoreU(point.z, df, row.components[2] + i);
  }
}

template <NoiseKind kind>
HWY_INLINE typename LaneLattice<L, kind>::Point load_point(const LatticeRow& row, std::size_t i) {
  const auto at = [&](std::size_t component) HWY_ATTR { return hn::LoadU(df, row.components[component] + i); };
  if constexpr (is_value<kind>)
    return {at(0)};
  else if constexpr (std::is_same_v<typename LaneLattice<L, kind>::Point, LaneGradient3<L>>)
    return {at(0), at(1), at(2)};
  else
    return {at(0), at(1)};
}

template <NoiseKind kind>
void lattice_points(const LatticeRow& out, const NoiseOctave& octave, int directions, std::int32_t first,
                    std::int32_t y, const RowCell& z, std::size_t count) {
  const LaneCell<L> z_cell{hn::Set(di, z.i0), hn::Set(di, z.i1), hn::Set(df, z.t), hn::Set(df, z.s)};
  for (std::size_t i = 0; i < count; i += L::lanes) {
    // Wrapping addition: the index of a lattice column is taken modulo 2^32.
    const auto from = static_cast<std::int32_t>(static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(i));
    const L::I x = wrap_index<L>(hn::Add(hn::Set(di, from), hn::Iota(di, 0)), octave.period[0]);
    store_point<kind>(out, i, LaneLattice<L, kind>::point(octave, directions, x, hn::Set(di, y), z_cell));
  }
}

template <NoiseKind kind>
void lattice_columns(float* p, float* q, const LatticeRow& low, const LatticeRow& high, const RowCell& y,
                     std::size_t count) {
  const L::F t = hn::Set(df, y.t), s = hn::Set(df, y.s);
  for (std::size_t i = 0; i < count; i += L::lanes) {
    const auto column = LaneLattice<L, kind>::column(load_point<kind>(low, i), load_point<kind>(high, i), t, s);
    if constexpr (is_value<kind>) {
      hn::StoreU(column.h, df, p + i);
    } else {
      hn::StoreU(column.p, df, p + i);
      hn::StoreU(column.q, df, q + i);
    }
  }
}

// ---- Checks --------------------------------------------------------------------------------------------------

bool all_equal(Operand a, float v, std::size_t count) {
  if (a.index_mask == 0) return a.data[0] == v;
  std::size_t i = 0;
  for (; i + L::lanes <= count; i += L::lanes)
    if (!hn::AllTrue(df, hn::Eq(hn::Load(df, a.data + i), hn::Set(df, v)))) return false;
  for (; i < count; ++i)
    if (a.data[i] != v) return false;
  return true;
}

bool copy_finite(float* HWY_RESTRICT out, Operand a, std::size_t count) {
  const L::F zero = hn::Zero(df);
  L::F wild = zero;
  std::size_t i = 0;
  for (; i + L::lanes <= count; i += L::lanes) {
    const L::F v = load(a, i);
    hn::StoreU(v, df, out + i);
    wild = hn::Or(wild, hn::Mul(v, zero));  // NaN for NaN and infinity, +-0 otherwise
  }
  bool finite = hn::AllTrue(df, hn::Eq(wild, zero));
  for (; i < count; ++i) {
    out[i] = a.data[i & a.index_mask];
    finite &= std::isfinite(out[i]);
  }
  return finite;
}

// ---- The set -------------------------------------------------------------------------------------------------

template <NoiseKind kind>
NoiseKernels noise_kernels() {
  if constexpr (is_simplex<kind>)
    return {sum<kind>, nullptr, nullptr};
  else
    return {sum<kind>, lattice_points<kind>, lattice_columns<kind>};
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
      fade,
      all_equal,
      copy_finite,
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
