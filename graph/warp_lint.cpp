// SPDX-License-Identifier: MIT
// Lint of warps: the noise that a field follows is found below the arithmetic with constants, shapes and fractals on
// the way. Fields that follow one noise go together wherever it leads.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "graph/lints.hpp"
#include "graph/warning.hpp"

namespace orograph {
namespace {

// A noise as a field reads it, or any other field that is no plain function of one field.
struct Followed {
  NodeId node = no_node;
  double frequency = 1;
  std::int64_t seed = 0;
};

bool is_constant(const Graph& graph, NodeId id) {
  return graph.node(id).spec->type == "constant";
}

// The one input that is not constant; nullopt when there are several, or none.
std::optional<NodeId> lone_input(const Graph& graph, const GraphNode& node) {
  std::optional<NodeId> lone;
  for (const auto& port : node.inputs)
    for (const NodeId input : port) {
      if (is_constant(graph, input)) continue;
      if (lone) return std::nullopt;
      lone = input;
    }
  return lone;
}

Followed followed_by(const Graph& graph, NodeId id) {
  Followed result{id};
  for (;;) {
    const GraphNode& node = graph.node(result.node);
    const std::string_view category = node.spec->category;
    if (category == "noise" || category == "fractal") {
      result.frequency *= node.given("wavelength") ? 1 / node.number("wavelength") : node.number("frequency");
      if (std::ranges::find(node.spec->params, "seed", &ParamSpec::name) != node.spec->params.end())
        result.seed += node.integer("seed");
    }
    if (category != "fractal" && category != "arithmetic" && category != "shape") return result;
    const std::optional<NodeId> next = lone_input(graph, node);
    if (!next) return result;
    result.node = *next;
  }
}

bool is_noise(const Graph& graph, const Followed& followed) {
  return graph.node(followed.node).spec->category == "noise";
}

bool same(const Graph& graph, const Followed& a, const Followed& b) {
  if (a.node == b.node) return a.frequency == b.frequency && a.seed == b.seed;
  if (!is_noise(graph, a) || !is_noise(graph, b) || a.frequency != b.frequency || a.seed != b.seed) return false;
  const GraphNode &p = graph.node(a.node), &q = graph.node(b.node);
  if (p.spec != q.spec) return false;
  const auto is_given = [](const GraphNode& node, std::string_view name) {
    return std::ranges::find(node.spec->params, name, &ParamSpec::name) != node.spec->params.end();
  };
  return !is_given(p, "variant") || p.choice("variant") == q.choice("variant");
}

// Of x and y that are one value, lowering has told.
bool is_told(const GraphNode& warp, const Diagnostics& diagnostics) {
  return std::ranges::any_of(diagnostics.all(), [&](const Diagnostic& d) {
    return d.loc == warp.loc && d.message.ends_with(coded(Warning::correlated_warp, ""));
  });
}

void check_warp(const Graph& graph, const GraphNode& warp, Diagnostics& diagnostics) {
  const InCall in_call(diagnostics, warp.call);
  constexpr std::array<std::string_view, 2> ports{"x", "y"};
  if (is_told(warp, diagnostics)) return;
  std::array<Followed, 2> moves;
  for (std::size_t d = 0; d < 2; ++d) moves[d] = followed_by(graph, warp.input(ports[d]));
  const bool vary = !is_constant(graph, moves[0].node) && !is_constant(graph, moves[1].node);
  if (vary && same(graph, moves[0], moves[1])) {
    diagnostics.warning(warp.loc,
                        coded(Warning::correlated_warp,
                              fmt::format("x and y of '{}' follow one noise: they go together instead of bending",
                                          warp.shown_name())),
                        "give the noise in 'y' another seed");
    return;
  }
  const Followed source = followed_by(graph, warp.input("source"));
  for (std::size_t d = 0; d < 2; ++d) {
    if (!is_noise(graph, source) || !is_noise(graph, moves[d]) || !same(graph, source, moves[d])) continue;
    diagnostics.warning(
        warp.loc,
        coded(Warning::correlated_warp,
              fmt::format("{} of '{}' is the noise that the source is made of: it shears instead of bending",
                          ports[d], warp.shown_name())),
        fmt::format("give the noise in '{}' another seed", ports[d]));
    return;
  }
}

}  // namespace

void warn_about_warps(const Graph& graph, Diagnostics& diagnostics) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).spec->type == "domain_warp") check_warp(graph, graph.node(id), diagnostics);
}

}  // namespace orograph
