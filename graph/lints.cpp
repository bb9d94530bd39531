// SPDX-License-Identifier: MIT
// Sampling theorem: a wave needs more than two samples; shorter ones show as longer waves that are not there
// (aliases).
#include "graph/lints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph/warning.hpp"

namespace orograph {
namespace {

constexpr double tolerance = 1e-9;

bool is_whole(double v) {
  return std::abs(v - std::round(v)) <= tolerance * std::max(1.0, std::abs(v));
}

bool is_fractal(const GraphNode& node) {
  return node.spec->category == "fractal";
}

class SamplingLint {
 public:
  SamplingLint(const Program& program, const Graph& graph, const Grid& grid, Diagnostics& diagnostics)
      : program_(program), graph_(graph), grid_(grid), diagnostics_(diagnostics) {}

  void run() {
    for (const WaveUse& use : program_.wave_uses) check_waves(use);
    for (const Instruction& i : program_.instructions) {
      if (i.op != Op::noise) continue;
      const bool displaced = std::ranges::any_of(i.operands, [](Value v) { return v.valid(); });
      if (!displaced) check_lattice(i);
    }
    for (const Grain& grain : grains_) warn_too_fine(grain);
  }

 private:
  // The first octave of a node that is too fine, and what comes with it.
  struct Grain {
    WaveUse use;
    double wavelength = 0, step = 0;
    std::string on_lattice;
  };

  void check_waves(const WaveUse& use) {
    const std::array<double, 2> waves{use.column, use.row};
    for (std::size_t direction = 0; direction < 2; ++direction) {
      const double step = grid_.spacing[direction];
      if (!varies_along(direction) || waves[direction] * step <= 0.5 * (1 + tolerance)) continue;
      if (too_fine_.emplace(use.node, grains_.size()).second)
        grains_.push_back({use, 1 / waves[direction], step, {}});
      return;
    }
  }

  void warn_too_fine(const Grain& grain) {
    const GraphNode& node = graph_.node(grain.use.node);
    const std::uint32_t octave = grain.use.octave;
    const InCall in_call(diagnostics_, node.call);
    diagnostics_.warning(
        node.loc,
        coded(Warning::octave_below_grid,
              fmt::format("{} has a wavelength of {:.4g}, below two grid steps of {:.4g}: {}",
                          octave_name(node, octave), grain.wavelength, grain.step,
                          grain.on_lattice.empty() ? "it shows as grain" : grain.on_lattice)),
        octave == 0 ? "take a larger wavelength, or a finer grid"
                    : fmt::format("write 'octaves: {}', or take a larger wavelength or a finer grid", octave));
  }

  static std::string octave_name(const GraphNode& node, std::size_t octave) {
    return is_fractal(node) && node.integer("octaves") > 1
               ? fmt::format("octave {} of '{}'", octave, node.shown_name())
               : fmt::format("'{}'", node.shown_name());
  }

  // Steps of whole cells are waves of one step at most: a grain is known for the noise, or for a fractal above it.
  void check_lattice(const Instruction& i) {
    const NoiseSum& sum = program_.noise(i);
    for (std::size_t k = 0; k < sum.octaves.size(); ++k) {
      if (!on_lattice(sum.octaves[k], noise_dimensions(sum.kind)) || !on_lattice_.insert(i.node).second) continue;
      const GraphNode& node = graph_.node(i.node);
      const bool heights = sum.kind == NoiseKind::value_2d || sum.kind == NoiseKind::value_3d;
      const std::string_view effect =
          heights ? "value noise is unrelated from one to the next" : "gradient noise is 0";
      Grain* grain = grain_of(i.node);
      if (grain == nullptr) {
        const InCall in_call(diagnostics_, node.call);
        diagnostics_.warning(
            node.loc,
            coded(Warning::lattice_on_samples,
                  fmt::format("every sample of '{}' falls on a lattice point, where {}", node.shown_name(), effect)),
            "give it a wavelength of many grid steps");
      } else if (grain->on_lattice.empty() && is_first_of(*grain, i.node, sum, k)) {
        const std::string of = grain->use.node == i.node ? "" : fmt::format(" of '{}'", node.shown_name());
        grain->on_lattice = fmt::format("every sample{} falls on a lattice point, where {}", of, effect);
      }
    }
  }

  // Where a sum holds all octaves of a fractal, only the one that the grain is about counts.
  bool is_first_of(const Grain& grain, std::uint32_t id, const NoiseSum& sum, std::size_t k) const {
    const GraphNode& node = graph_.node(id);
    const bool octaves = grain.use.node == id && is_fractal(node) &&
                         node.integer("octaves") == static_cast<std::int64_t>(sum.octaves.size());
    return !octaves || k == grain.use.octave;
  }

  // The grain of the node, or of the nearest node that uses it; null when there is none.
  Grain* grain_of(std::uint32_t id) {
    std::vector<std::uint32_t> open{id};
    std::set<std::uint32_t> seen{id};
    for (std::size_t next = 0; next < open.size(); ++next) {
      if (const auto it = too_fine_.find(open[next]); it != too_fine_.end()) return &grains_[it->second];
      for (auto [edge, end] = boost::out_edges(open[next], graph_.dag); edge != end; ++edge) {
        const auto user = static_cast<std::uint32_t>(boost::target(*edge, graph_.dag));
        if (seen.insert(user).second) open.push_back(user);
      }
    }
    return nullptr;
  }

  bool varies_along(std::size_t direction) const { return grid_.resolution[direction] >= 2; }

  // Both the first sample and each step to the next lead to whole cells along every axis.
  bool on_lattice(const NoiseOctave& octave, int dimensions) const {
    const double half = grid_.registration == Registration::area ? 0.5 : 0.0;
    const double x = grid_.origin[0] + half * grid_.spacing[0];
    const double y = grid_.origin[1] + half * grid_.spacing[1];
    bool varies = false;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d) {
      const AffineAxis& a = octave.axes[d];
      if (!is_whole(a.column * x + a.row * y + a.offset)) return false;
      const double along_columns = varies_along(0) ? a.column * grid_.spacing[0] : 0;
      const double along_rows = varies_along(1) ? a.row * grid_.spacing[1] : 0;
      if (!is_whole(along_columns) || !is_whole(along_rows)) return false;
      varies |= along_columns != 0 || along_rows != 0;
    }
    return varies;
  }

  const Program& program_;
  const Graph& graph_;
  const Grid& grid_;
  Diagnostics& diagnostics_;
  std::vector<Grain> grains_;
  std::map<std::uint32_t, std::size_t> too_fine_;  // a node's place in grains_
  std::set<std::uint32_t> on_lattice_;             // nodes told of
};

}  // namespace

void warn_about_sampling(const Program& program, const Graph& graph, const Grid& grid, Diagnostics& diagnostics) {
  SamplingLint(program, graph, grid, diagnostics).run();
}

}  // namespace orograph
