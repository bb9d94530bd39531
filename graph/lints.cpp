// SPDX-License-Identifier: MIT
// Sampling theorem: a wave needs more than two samples; shorter ones show as longer waves that are not there
// (aliases). An octave's axes say how many lattice cells a step along the grid's columns or rows crosses.
#include "graph/lints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace orograph {
namespace {

constexpr double tolerance = 1e-9;

bool is_whole(double v) {
  return std::abs(v - std::round(v)) <= tolerance * std::max(1.0, std::abs(v));
}

using Vector = std::array<double, 3>;

double length(const Vector& v) {
  return std::hypot(v[0], v[1], v[2]);
}

// A simplex lattice is skewed, and finer than a unit of the noise's own coordinates.
Vector in_noise_coordinates(Vector cells, NoiseKind kind) {
  if (!noise_is_simplex(kind)) return cells;
  const bool flat = noise_dimensions(kind) == 2;
  const double unskew = flat ? 0.21132486540518711775 : 1.0 / 6.0;
  double shrink = 1;
  if (kind == NoiseKind::simplex_diamond_2d || kind == NoiseKind::simplex_unit_2d) shrink = 0.57735026918962576451;
  if (kind == NoiseKind::simplex_octahedron_3d || kind == NoiseKind::simplex_unit_3d) shrink = 0.6;
  const double sum = cells[0] + cells[1] + (flat ? 0 : cells[2]);
  for (double& c : cells) c = (c - unskew * sum) / shrink;
  if (flat) cells[2] = 0;
  return cells;
}

// How far one unit along the grid's columns (0) or rows (1) leads in the octave's lattice.
Vector cells_a_unit(const NoiseOctave& octave, std::size_t direction, int dimensions) {
  Vector cells{};
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d)
    cells[d] = direction == 0 ? octave.axes[d].column : octave.axes[d].row;
  return cells;
}

class SamplingLint {
 public:
  SamplingLint(const Program& program, const Graph& graph, const Grid& grid, Diagnostics& diagnostics)
      : program_(program), graph_(graph), grid_(grid), diagnostics_(diagnostics) {}

  void run() {
    for (const Instruction& i : program_.instructions) {
      if (i.op != Op::noise) continue;
      check_wavelengths(i);
      const bool displaced = std::ranges::any_of(i.operands, [](Value v) { return v.valid(); });
      if (!displaced) check_lattice(i);
    }
  }

 private:
  bool first_of(std::set<std::uint32_t>& reported, const Instruction& i) { return reported.insert(i.node).second; }

  void check_wavelengths(const Instruction& i) {
    const NoiseSum& sum = program_.noise(i);
    for (std::size_t k = 0; k < sum.octaves.size(); ++k) {
      for (std::size_t direction = 0; direction < 2; ++direction) {
        if (grid_.resolution[direction] < 2) continue;
        const Vector cells = cells_a_unit(sum.octaves[k], direction, noise_dimensions(sum.kind));
        const double frequency = length(in_noise_coordinates(cells, sum.kind));
        if (frequency * grid_.spacing[direction] <= 0.5 * (1 + tolerance)) continue;
        if (first_of(too_fine_, i)) warn_too_fine(i, sum, k, 1 / frequency, grid_.spacing[direction]);
        return;
      }
    }
  }

  void warn_too_fine(const Instruction& i, const NoiseSum& sum, std::size_t k, double wavelength, double step) {
    const GraphNode& node = graph_.node(i.node);
    const std::string what =
        sum.octaves.size() == 1 ? fmt::format("'{}'", node.name) : fmt::format("octave {} of '{}'", k, node.name);
    diagnostics_.warning(
        node.loc,
        fmt::format("{} has a wavelength of {:.4g}, below two grid steps of {:.4g}: it shows as grain", what,
                    wavelength, step),
        k == 0 ? "take a larger wavelength, or a finer grid"
               : fmt::format("write 'octaves: {}', or take a larger wavelength or a finer grid", k));
  }

  void check_lattice(const Instruction& i) {
    const NoiseSum& sum = program_.noise(i);
    for (std::size_t k = 0; k < sum.octaves.size(); ++k) {
      if (!on_lattice(sum.octaves[k], noise_dimensions(sum.kind)) || !first_of(on_lattice_, i)) continue;
      const GraphNode& node = graph_.node(i.node);
      const std::string what =
          sum.octaves.size() == 1 ? fmt::format("'{}'", node.name) : fmt::format("octave {} of '{}'", k, node.name);
      const bool heights = sum.kind == NoiseKind::value_2d || sum.kind == NoiseKind::value_3d;
      diagnostics_.warning(
          node.loc,
          fmt::format("every sample of {} falls on a lattice point, where {}", what,
                      heights ? "value noise is unrelated from one to the next" : "gradient noise is 0"),
          "give it a wavelength of many grid steps");
    }
  }

  // Both the first sample and each step to the next lead to whole cells along every axis.
  bool on_lattice(const NoiseOctave& octave, int dimensions) const {
    const double half = grid_.registration == Registration::area ? 0.5 : 0.0;
    const double x = grid_.origin[0] + half * grid_.spacing[0];
    const double y = grid_.origin[1] + half * grid_.spacing[1];
    bool varies = false;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d) {
      const AffineAxis& a = octave.axes[d];
      if (!is_whole(a.column * x + a.row * y + a.offset)) return false;
      if (!is_whole(a.column * grid_.spacing[0]) || !is_whole(a.row * grid_.spacing[1])) return false;
      varies |= a.column != 0 || a.row != 0;
    }
    return varies;
  }

  const Program& program_;
  const Graph& graph_;
  const Grid& grid_;
  Diagnostics& diagnostics_;
  std::set<std::uint32_t> too_fine_, on_lattice_;  // nodes reported
};

}  // namespace

void warn_about_sampling(const Program& program, const Graph& graph, const Grid& grid, Diagnostics& diagnostics) {
  SamplingLint(program, graph, grid, diagnostics).run();
}

}  // namespace orograph
