// SPDX-License-Identifier: MIT
#include "graph/lower.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "graph/origin_place.hpp"
#include "graph/power.hpp"
#include "graph/warning.hpp"

namespace orograph {
namespace {

// A recipe that unrolls further than this (fractals of fractals, warps of warps) is refused, in bounded time.
constexpr std::size_t max_instructions = 250'000;
constexpr std::size_t max_lowered = 250'000;
constexpr int max_depth = 1'000;

struct PlaceHash {
  std::size_t operator()(const Place& p) const {
    std::uint64_t h = p.seed + (p.three_d ? 0x9E3779B97F4A7C15ULL : 0);
    const auto add = [&h](std::uint64_t v) { h = (h ^ v) * 0x9E3779B97F4A7C15ULL, h ^= h >> 31; };
    const auto add_double = [&add](double v) { add(std::bit_cast<std::uint64_t>(v)); };
    for (const PlaceAxis& a : p.axes) {
      add_double(a.column), add_double(a.row), add_double(a.offset), add_double(a.displacement_scale);
      add(a.displacement.id);
    }
    for (const double s : p.shift) add_double(s);
    for (const double q : p.period) add_double(q);
    add(p.period_node);
    return static_cast<std::size_t>(h);
  }
};

Place moved_by_affine(const Place& place, const std::array<double, 2>& minus) {
  Place result = place;
  for (std::size_t d = 0; d < 2; ++d) result.axes[d].offset -= minus[d];
  return result;
}

}  // namespace

Place scaled(const Place& place, double factor) {
  Place result = place;
  for (std::size_t d = 0; d < 3; ++d) {
    PlaceAxis& a = result.axes[d];
    a.column *= factor, a.row *= factor, a.offset *= factor;
    if (a.displacement.valid()) a.displacement_scale *= factor;
    result.period[d] *= factor;
  }
  return result;
}

Waves waves_at(const Place& place) {
  const auto& [x, y, z] = place.axes;
  return {std::hypot(x.column, y.column, place.three_d ? z.column : 0),
          std::hypot(x.row, y.row, place.three_d ? z.row : 0)};
}

struct Lowering::Memo {
  struct Lowered {
    Value value;
    Waves waves;
  };
  std::unordered_map<Place, std::uint32_t, PlaceHash> places;
  std::unordered_map<std::uint64_t, Lowered> values;  // (node, place)
  std::set<std::pair<const GraphNode*, std::uint32_t>> period_errors;
  std::set<std::pair<std::string, double>> override_periods;  // what --set changed, and the period it made
  std::set<std::pair<const GraphNode*, std::string>> warnings;
  std::set<const GraphNode*> out_of_reach;  // reported
  std::vector<const GraphNode*> stack;      // the nodes being lowered, outermost first
};

Lowering::Lowering(const Graph& graph, Diagnostics& diagnostics)
    : graph_(graph), diagnostics_(diagnostics), memo_(std::make_unique<Memo>()) {}
Lowering::~Lowering() = default;

Value Lowering::constant(double value) {
  const auto rounded = static_cast<float>(value);
  if (std::isfinite(value) && !std::isfinite(rounded) && !memo_->stack.empty()) {
    diagnostics_.error(memo_->stack.back()->loc, fmt::format("{:g} is more than a 32-bit float holds", value),
                       "values must lie between -3.4e38 and 3.4e38");
  }
  return builder_.constant(rounded);
}

Value Lowering::emit(Op op, Value a, Value b, Value c) {
  const auto constant_of = [this](Value v) { return v.valid() ? builder_.constant_of(v) : nullptr; };
  const int arity = op_info(op).arity;
  const float* ca = constant_of(a);
  const float* cb = constant_of(b);
  const float* cc = constant_of(c);
  if (ca != nullptr && (arity < 2 || cb != nullptr) && (arity < 3 || cc != nullptr))
    return builder_.constant(eval_scalar(op, *ca, cb == nullptr ? 0 : *cb, cc == nullptr ? 0 : *cc));
  return builder_.emit(op, a, b, c);
}

void Lowering::warn_once(const GraphNode& node, SourceLoc loc, std::string message, std::string help) {
  if (memo_->warnings.emplace(&node, message).second) diagnostics_.warning(loc, std::move(message), std::move(help));
}

Value Lowering::at(NodeId id, const Place& place) {
  if (gave_up_) return builder_.constant(0);
  const auto place_id =
      memo_->places.try_emplace(place, static_cast<std::uint32_t>(memo_->places.size())).first->second;
  const std::uint64_t key = std::uint64_t{id} << 32 | place_id;
  if (const auto found = memo_->values.find(key); found != memo_->values.end()) {
    waves_.add(found->second.waves);
    return found->second.value;
  }

  const GraphNode& node = graph_.node(id);
  const InCall in_call(diagnostics_, node.call);
  if (memo_->values.size() >= max_lowered || builder_.size() >= max_instructions) {
    gave_up_ = true;
    diagnostics_.error(node.loc, fmt::format("the recipe unrolls into more than {} instructions", max_lowered),
                       "fractals of fractals and warps of warps multiply: use fewer octaves, levels or nodes");
    return builder_.constant(0);
  }
  if (memo_->stack.size() >= max_depth) {
    gave_up_ = true;
    diagnostics_.error(node.loc, fmt::format("nodes follow each other more than {} deep here", max_depth),
                       "shorten the chain: an expression or one node with many `inputs` can replace several nodes");
    return builder_.constant(0);
  }
  memo_->stack.push_back(&node);
  const std::uint32_t outer = builder_.node();
  const Waves outer_waves = std::exchange(waves_, {});
  builder_.set_node(id);
  const Value value = node.spec->lower(*this, node, place);
  builder_.set_node(outer);
  memo_->stack.pop_back();
  memo_->values.emplace(key, Memo::Lowered{value, waves_});
  waves_.add(outer_waves);
  return value;
}

Value Lowering::input(const GraphNode& node, std::string_view port, const Place& place) {
  return at(node.input(port), place);
}

Value Lowering::octave(const GraphNode& fractal, std::string_view port, const Place& place, std::int64_t k) {
  const Waves before = std::exchange(waves_, {});
  const bool outer = std::exchange(in_fractal_, true);
  const Value value = input(fractal, port, place);
  in_fractal_ = outer;
  wave_uses_.push_back({builder_.node(), static_cast<std::uint32_t>(k), waves_.column, waves_.row});
  if (k != 0) waves_ = {};
  waves_.add(before);
  return value;
}

void Lowering::watch_division(Value denominator, Value quotient) {
  if (builder_.constant_of(denominator) != nullptr && *builder_.constant_of(denominator) != 0.0f) return;
  division_checks_.push_back({denominator, quotient, builder_.node()});
}

AffineAxis Lowering::in_reach(const GraphNode& node, const AffineAxis& axis) {
  if (axis_in_reach(axis)) return axis;
  if (memo_->out_of_reach.insert(&node).second) {
    const bool finite = std::isfinite(axis.column) && std::isfinite(axis.row) && std::isfinite(axis.offset);
    diagnostics_.error(
        node.loc,
        fmt::format("the position of '{}' is out of reach{}", node.shown_name(),
                    finite ? fmt::format(": {:g} * x + {:g} * y + {:g}", axis.column, axis.row, axis.offset) : ""),
        fmt::format("the frequencies and scales on the way multiply to more than {:g}, or an offset is larger than "
                    "{:g}: take smaller ones",
                    max_axis_factor, max_axis_offset));
  }
  return {0, 0, 0, 1.0f};
}

Place Lowering::own_coordinates(const GraphNode& node, const Place& place) {
  const double frequency = node.given("wavelength") ? 1.0 / node.number("wavelength") : node.number("frequency");
  Place own = scaled(place, frequency);
  bool has_period = false;
  for (const ParamSpec& p : node.spec->params) has_period |= p.name == "period";
  if (has_period && node.given("period")) {
    const std::vector<double>& period = node.numbers("period");
    own.period = {period[0], period[1], period.size() > 2 ? period[2] : 0.0};
    own.period_node = builder_.node();
  }
  return own;
}

namespace {

// sum of coefficients[i] * axes[i]. Displacements of one scale keep it apart, so that octaves share the sum.
PlaceAxis combine(Lowering& lowering, std::span<const PlaceAxis> axes, std::span<const double> coefficients) {
  PlaceAxis result;
  double common_scale = 0;
  bool one_scale = true;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    result.column += coefficients[i] * axes[i].column;
    result.row += coefficients[i] * axes[i].row;
    result.offset += coefficients[i] * axes[i].offset;
    if (!axes[i].displacement.valid() || coefficients[i] == 0) continue;
    if (common_scale != 0 && common_scale != axes[i].displacement_scale) one_scale = false;
    common_scale = axes[i].displacement_scale;
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!axes[i].displacement.valid() || coefficients[i] == 0) continue;
    const double factor = one_scale ? coefficients[i] : coefficients[i] * axes[i].displacement_scale;
    const Value term = factor == 1 ? axes[i].displacement
                                   : lowering.emit(Op::multiply, axes[i].displacement, lowering.constant(factor));
    result.displacement = result.displacement.valid() ? lowering.emit(Op::add, result.displacement, term) : term;
  }
  result.displacement_scale = result.displacement.valid() && one_scale ? common_scale : 1;
  return result;
}

}  // namespace

Place Lowering::displaced(const Place& place, const std::array<Value, 3>& amounts) {
  Place result = place;
  for (std::size_t d = 0; d < (place.three_d ? 3u : 2u); ++d) {
    if (!amounts[d].valid()) continue;
    PlaceAxis& a = result.axes[d];
    if (const float* c = builder_.constant_of(amounts[d])) {
      a.offset += static_cast<double>(*c);
      continue;
    }
    if (!a.displacement.valid()) {
      a.displacement = amounts[d];
      a.displacement_scale = 1;
      continue;
    }
    const Value before = a.displacement_scale == 1
                             ? a.displacement
                             : emit(Op::multiply, a.displacement, constant(a.displacement_scale));
    a.displacement = emit(Op::add, before, amounts[d]);
    a.displacement_scale = 1;
  }
  return result;
}

Place Lowering::transformed(const Place& place, double scale, double degrees,
                            const std::array<double, 2>& translate) {
  const double c = cos_degrees(degrees) / scale, s = sin_degrees(degrees) / scale;
  const Place moved = moved_by_affine(place, translate);
  Place result = moved;
  const std::span<const PlaceAxis> xy(moved.axes.data(), 2);
  result.axes[0] = combine(*this, xy, std::array{c, s});
  result.axes[1] = combine(*this, xy, std::array{-s, c});
  const bool turned = s != 0 || c < 0;
  for (std::size_t d = 0; d < 2; ++d) {
    if (place.period[d] == 0) continue;
    if (turned && memo_->period_errors.emplace(memo_->stack.back(), place.period_node).second) {
      const GraphNode& origin = graph_.node(place.period_node);
      diagnostics_.error(memo_->stack.back()->loc,
                         fmt::format("a rotation ends the period that '{}' hands down", origin.shown_name()),
                         "rotate outside of the node with `period`, or drop the rotation");
    }
    result.period[d] = place.period[d] / std::fabs(scale);
  }
  return result;
}

Place Lowering::sliced(const Place& place, Value z) {
  Place result = place;
  result.three_d = true;
  result.axes[2] = {};
  result.axes[2].displacement_scale = 1;
  if (const float* c = builder_.constant_of(z))
    result.axes[2].offset = static_cast<double>(*c);
  else
    result.axes[2].displacement = z;
  return result;
}

Value Lowering::position(const Place& place, int axis) {
  const PlaceAxis& a = place.axes[static_cast<std::size_t>(axis)];
  if (!a.displacement.valid() && a.column == 0 && a.row == 0) return constant(a.offset);
  const AffineAxis affine{a.column, a.row, a.offset,
                          a.displacement.valid() ? static_cast<float>(a.displacement_scale) : 1.0f};
  return builder_.coordinate(in_reach(*memo_->stack.back(), affine), a.displacement);
}

// The axes of a leaf's lattice: shifted by its octaves, shrunk and skewed for simplex noise.
std::array<PlaceAxis, 3> Lowering::lattice_axes(const Place& place, NoiseKind kind) {
  const auto dimensions = static_cast<std::size_t>(noise_dimensions(kind));
  std::array<PlaceAxis, 3> axes = place.axes;
  if (!place.three_d) axes[2] = PlaceAxis{0, 0, 0, {}, 1};
  double shrink = 1;
  if (kind == NoiseKind::simplex_diamond_2d || kind == NoiseKind::simplex_unit_2d) shrink = 0.57735026918962576451;
  if (kind == NoiseKind::simplex_octahedron_3d || kind == NoiseKind::simplex_unit_3d) shrink = 0.6;
  for (std::size_t d = 0; d < dimensions; ++d) {
    PlaceAxis& a = axes[d];
    // A cell of the leaf is a unit of its position, before simplex noise shrinks and skews it.
    if (d < 2 || place.three_d) a.offset += place.shift[d];
    a.column *= shrink, a.row *= shrink, a.offset *= shrink;
    if (a.displacement.valid()) a.displacement_scale *= shrink;
  }
  if (!noise_is_simplex(kind)) return axes;
  const double skew = dimensions == 2 ? 0.36602540378443864676 : 1.0 / 3.0;
  const std::span<const PlaceAxis> straight(axes.data(), dimensions);
  std::array<PlaceAxis, 3> skewed{};
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::array<double, 3> coefficients{skew, skew, skew};
    coefficients[d] = 1 + skew;
    skewed[d] = combine(*this, straight, std::span(coefficients.data(), dimensions));
  }
  return skewed;
}

// The period along axis d in whole cells; 0 for none, 1 where it is refused.
std::int32_t Lowering::lattice_period(const GraphNode& node, const Place& place, NoiseKind kind, std::size_t d) {
  const double period = place.period[d];
  if (period == 0 || !std::isfinite(period)) return 0;  // if it is not finite, the position is out of reach, too
  const bool simplex = noise_is_simplex(kind);
  const double whole = std::floor(period + 0.5);
  const bool fits = whole >= 1 && whole <= max_lattice_period && std::fabs(period - whole) <= 1e-9 * whole;
  if (!simplex && fits) return static_cast<std::int32_t>(whole);
  if (!memo_->period_errors.emplace(&node, place.period_node).second) return 1;
  const GraphNode& origin = graph_.node(place.period_node);
  if (simplex) {
    diagnostics_.error(node.loc,
                       fmt::format("simplex noise has no period, but '{}' hands one down", origin.shown_name()),
                       "use perlin or value noise here, or drop the period");
    return 1;
  }
  std::string note = origin.set_note;
  if (!node.set_note.empty() && note.find(node.set_note) == std::string::npos)
    note += (note.empty() ? "" : ", ") + node.set_note;
  // One override may spoil the period of many nodes: told once.
  if (!note.empty() && !memo_->override_periods.emplace(note, period).second) return 1;
  const InCall in_call(diagnostics_, origin.call);
  diagnostics_.error(
      origin.loc_of("period"),
      fmt::format("the period is {:.9g} lattice cells along {} where it reaches '{}'; it must be a whole "
                  "number from 1 to {}",
                  period, "xyz"[d], node.shown_name(), max_lattice_period),
      "period times every frequency, lacunarity and 1/scale below it must be whole: use a whole "
      "lacunarity, or a period that its power divides" +
          (note.empty() ? note : "\n" + note));
  return 1;
}

Value Lowering::leaf(const GraphNode& node, const Place& place, NoiseKind kind, std::uint16_t directions) {
  const Waves waves = waves_at(place);
  waves_.add(waves);
  if (!in_fractal_) wave_uses_.push_back({builder_.node(), 0, waves.column, waves.row});
  NoiseSum sum;
  sum.kind = kind;
  const bool circle = kind == NoiseKind::perlin_circle_2d || kind == NoiseKind::simplex_circle_2d;
  sum.directions = circle ? directions : std::uint16_t{256};
  NoiseOctave octave;
  octave.seed = place.seed;
  if (kind == NoiseKind::perlin_improved_3d || kind == NoiseKind::simplex_gustavson_2d ||
      kind == NoiseKind::simplex_gustavson_3d)
    octave.seed = 0;  // these have none: equal fields are to be one
  if (place.period[2] != 0 && !place.three_d) {
    const GraphNode& origin = graph_.node(place.period_node);
    const InCall in_call(diagnostics_, origin.call);
    warn_once(node, origin.loc_of("period"),
              coded(Warning::flat_third_part,
                    fmt::format(
                        "the third part of this period has no effect on '{}', which stands outside any slice, in 2D",
                        node.shown_name())),
              "write `period: [x, y]`, or use the node as the `source` of a slice");
  }
  const std::array<PlaceAxis, 3> axes = lattice_axes(place, kind);
  std::array<Value, 3> displacements;
  for (std::size_t d = 0; d < static_cast<std::size_t>(noise_dimensions(kind)); ++d) {
    octave.period[d] = lattice_period(node, place, kind, d);
    const bool displaced = axes[d].displacement.valid();
    const float scale = displaced ? static_cast<float>(axes[d].displacement_scale) : 1.0f;
    octave.axes[d] = in_reach(node, {axes[d].column, axes[d].row, axes[d].offset, scale});
    if (displaced) displacements[d] = axes[d].displacement;
  }
  sum.octaves.push_back(octave);
  return builder_.noise(sum, displacements);
}

Program Lowering::take_program() {
  Program program = builder_.take();
  program.division_checks = std::move(division_checks_);
  program.wave_uses = std::move(wave_uses_);
  return program;
}

std::uint32_t fold_seed(std::int64_t seed) {
  // floor((seed + 2^31) / 2^32) without the overflow near the largest seeds.
  const std::int64_t high = (seed >> 32) + ((seed >> 31) & 1);
  return static_cast<std::uint32_t>(seed) + static_cast<std::uint32_t>(high) * 3266489917u;
}

namespace {

std::vector<NodeId> without_outputs(const Graph& graph, std::vector<NodeId> nodes) {
  std::vector<bool> is_output(graph.size());
  for (const auto& channels : graph.outputs)
    for (const GraphOutput& channel : channels) is_output[channel.node] = true;
  std::erase_if(nodes, [&](NodeId id) { return is_output[id]; });
  return nodes;
}

}  // namespace

Program lower(const Graph& graph, const std::vector<Output>& outputs, Diagnostics& diagnostics) {
  Lowering lowering(graph, diagnostics);
  std::vector<ProgramOutput> values;
  const Place place = origin_place(graph);
  for (std::size_t o = 0; o < graph.outputs.size(); ++o)
    for (const GraphOutput& channel : graph.outputs[o])
      values.push_back({outputs[o].file + ":" + channel.channel, lowering.at(channel.node, place), channel.node});
  const bool gave_up = lowering.gave_up();
  Program program = lowering.take_program();
  program.outputs = std::move(values);
  if (!gave_up) report_mistakes_of(graph, without_outputs(graph, unused_by_nodes(graph)), diagnostics);
  return program;
}

void report_mistakes_of(const Graph& graph, std::span<const NodeId> nodes, Diagnostics& diagnostics) {
  Diagnostics own;
  Lowering lowering(graph, own);
  for (const NodeId id : nodes) lowering.at(id, origin_place(graph));
  const auto key = [](const Diagnostic& d) { return std::tuple(d.loc.file, d.loc.line, d.loc.column, d.message); };
  std::set<decltype(key(std::declval<const Diagnostic&>()))> known;
  if (!own.all().empty())
    for (const Diagnostic& d : diagnostics.all()) known.insert(key(d));
  for (const Diagnostic& d : own.all()) {
    if (d.severity != Severity::error || known.contains(key(d))) continue;
    const InCall in_call(diagnostics, d.call);
    diagnostics.error(d.loc, d.message, d.help);
  }
}

std::vector<NodeId> unused_by_nodes(const Graph& graph) {
  std::vector<NodeId> nodes;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).spec != nullptr && boost::out_degree(id, graph.dag) == 0 &&
        !(graph.node(id).copied && graph.node(id).call != 0))
      nodes.push_back(id);
  return nodes;
}

Program lower_nodes(const Graph& graph, std::span<const NodeId> nodes, Diagnostics& diagnostics) {
  Lowering lowering(graph, diagnostics);
  std::vector<ProgramOutput> values;
  for (const NodeId id : nodes) values.push_back({graph.node(id).name, lowering.at(id, origin_place(graph)), id});
  Program program = lowering.take_program();
  program.outputs = std::move(values);
  return program;
}

}  // namespace orograph
