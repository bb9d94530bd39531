// SPDX-License-Identifier: MIT
// Lowering: Graph -> Program. Each node is lowered at a place (graph/place.hpp); equal instructions are shared as
// they are made. Mistakes that only show here (a period that is not whole at a leaf, a recipe that unrolls into too
// many instructions) are reported with their place in the recipe.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "graph/builder.hpp"
#include "graph/diagnostic.hpp"
#include "graph/graph.hpp"
#include "graph/place.hpp"

namespace orograph {

// What a node's `lower` function works with.
class Lowering {
 public:
  Lowering(const Graph& graph, Diagnostics& diagnostics);
  ~Lowering();

  Builder& builder() { return builder_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  const Graph& graph() const { return graph_; }

  // A warning about the node; not repeated for the other places it stands at.
  void warn_once(const GraphNode& node, SourceLoc loc, std::string message, std::string help);

  // The value of a node at a place; lowered once a place.
  Value at(NodeId node, const Place& place);
  // The same for the input of a single port of `node`.
  Value input(const GraphNode& node, std::string_view port, const Place& place);

  // The same for octave `k` of a fractal; notes how fine its waves are. To what the fractal is part of, its first
  // octave stands for all.
  Value octave(const GraphNode& fractal, std::string_view port, const Place& place, std::int64_t k);

  // Emits an elementwise instruction or a constant, folding constants on the way.
  Value emit(Op op, Value a, Value b = {}, Value c = {});
  Value constant(double value);

  // Notes a division whose zero denominators are to be counted at run time.
  void watch_division(Value denominator, Value quotient);

  // `place` with the node's `frequency` or `wavelength`, and its `period` when it has one.
  Place own_coordinates(const GraphNode& node, const Place& place);

  // `place` moved by float fields along its own x, y and z; constant ones move the exact affine part.
  Place displaced(const Place& place, const std::array<Value, 3>& amounts);
  // Where a feature enlarged by `scale`, turned by `degrees` and moved by `translate` comes from.
  Place transformed(const Place& place, double scale, double degrees, const std::array<double, 2>& translate);
  // `place` in 3D at height z.
  Place sliced(const Place& place, Value z);
  // The place's coordinate along axis 0, 1 or 2, as a float field.
  Value position(const Place& place, int axis);

  // One octave of a noise leaf of `kind`; `place` is the leaf's own_coordinates, `node` the leaf.
  Value leaf(const GraphNode& node, const Place& place, NoiseKind kind, std::uint16_t directions = 256);

  bool gave_up() const { return gave_up_; }  // a limit was reached, and reported
  Program take_program();

 private:
  // `axis`, or the origin after an error at `node` when it is out of reach.
  AffineAxis in_reach(const GraphNode& node, const AffineAxis& axis);
  std::array<PlaceAxis, 3> lattice_axes(const Place& place, NoiseKind kind);
  std::int32_t lattice_period(const GraphNode& node, const Place& place, NoiseKind kind, std::size_t d);

  struct Memo;
  const Graph& graph_;
  Diagnostics& diagnostics_;
  Builder builder_;
  std::vector<DivisionCheck> division_checks_;
  std::vector<WaveUse> wave_uses_;
  std::unique_ptr<Memo> memo_;
  Waves waves_;  // the finest so far of the node being lowered
  bool in_fractal_ = false;
  bool gave_up_ = false;
};

// The outputs of the graph as a program: one value a channel, named "file:channel". Adds errors to `diagnostics`,
// those of nodes that no output uses too.
Program lower(const Graph& graph, const std::vector<Output>& outputs, Diagnostics& diagnostics);

// Single nodes, each as an output of its own name.
Program lower_nodes(const Graph& graph, std::span<const NodeId> nodes, Diagnostics& diagnostics);

// Adds to `diagnostics` the errors that lowering finds in single nodes, unless they are there already. No warnings:
// what a node seems to lack (a slice around it) may be in what was meant to use it.
void report_mistakes_of(const Graph& graph, std::span<const NodeId> nodes, Diagnostics& diagnostics);

// The nodes that no other node uses, in the order written.
std::vector<NodeId> unused_by_nodes(const Graph& graph);

// A 64-bit recipe seed as 32 bits: every bit counts, and int32 seeds stay what they are.
std::uint32_t fold_seed(std::int64_t seed);

}  // namespace orograph
