// SPDX-License-Identifier: MIT
// The vocabulary: every spec is complete and true to itself, every check speaks, and every node lowers to what the
// design says it computes. Noise values themselves are held to tests/golden.
#include "graph/node_spec.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "graph/functions.hpp"
#include "graph/lower.hpp"
#include "graph/recipe.hpp"
#include "graph/reference.hpp"
#include "nodes/registry.hpp"

namespace {

using namespace orograph;

struct Lowered {
  Diagnostics diagnostics;
  Graph graph;
  Program program;

  float at(double x, double y) const { return evaluate_reference(program, x, y)[program.outputs[0].value.id]; }
  const NoiseOctave& octave(std::size_t i) const { return program.noises.at(i).octaves.at(0); }
  std::string messages() const { return diagnostics.format_all(); }
  std::size_t warnings() const { return diagnostics.all().size() - diagnostics.error_count(); }
};

// The node `n` of a recipe whose `nodes` are these lines.
Lowered lowered(const std::string& nodes, std::int64_t seed = 0) {
  Lowered result;
  const std::string text = "orograph: 1\nseed: " + std::to_string(seed) + "\nnodes:\n" + nodes +
                           "grid: {resolution: [4, 4]}\noutputs: [{file: n.exr, channels: {Y: n}}]\n";
  const Recipe recipe = parse_recipe(text, "n.yaml", {}, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  result.graph = build_graph(recipe, standard_nodes(), result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  result.program = lower(result.graph, recipe.outputs, result.diagnostics);
  return result;
}

Lowered lowered_node(const std::string& definition) {
  return lowered("  n: " + definition + "\n");
}

// Of each definition, at x = 3, y = -2.
void check_values(const std::vector<std::pair<std::string, float>>& cases) {
  for (const auto& [definition, expected] : cases) {
    INFO(definition);
    const Lowered n = lowered_node(definition);
    INFO(n.messages());
    REQUIRE_FALSE(n.diagnostics.has_errors());
    CHECK(n.at(3, -2) == expected);
  }
}

bool inside(double v, const ParamRange& r) {
  return (r.low_open ? v > r.low : v >= r.low) && (r.high_open ? v < r.high : v <= r.high);
}

std::vector<double> numbers_of(const ParamValue& value) {
  if (const auto* d = std::get_if<double>(&value)) return {*d};
  if (const auto* i = std::get_if<std::int64_t>(&value)) return {static_cast<double>(*i)};
  if (const auto* v = std::get_if<std::vector<double>>(&value)) return *v;
  return {};
}

bool holds_kind(const ParamSpec& p) {
  switch (p.kind) {
    case ParamKind::number:
    case ParamKind::angle:
      return std::holds_alternative<double>(p.default_value);
    case ParamKind::integer:
      return std::holds_alternative<std::int64_t>(p.default_value);
    case ParamKind::boolean:
      return std::holds_alternative<bool>(p.default_value);
    case ParamKind::choice:
      return std::holds_alternative<std::string>(p.default_value);
    case ParamKind::pair:
    case ParamKind::period:
      return std::holds_alternative<std::vector<double>>(p.default_value);
  }
  return false;
}

TEST_CASE("nodes: the registry lists nodes.def, sorted and without doubles", "[nodes]") {
  const std::vector<std::string_view> types = standard_nodes().types();
  CHECK(std::is_sorted(types.begin(), types.end()));
  CHECK(std::set<std::string_view>(types.begin(), types.end()).size() == types.size());

  std::ifstream in(std::string(OROGRAPH_SOURCE_DIR) + "/nodes/nodes.def");
  std::vector<std::string> listed;
  for (std::string line; std::getline(in, line);)
    if (line.rfind("NODE(", 0) == 0) listed.push_back(line.substr(5, line.find(')') - 5));
  CHECK(std::is_sorted(listed.begin(), listed.end()));
  CHECK(std::vector<std::string>(types.begin(), types.end()) == listed);
}

TEST_CASE("nodes: every type of the design is there", "[nodes]") {
  for (const char* type :
       {"value",      "perlin",      "simplex", "fbm",        "turbulence", "ridged",  "billow", "domain_warp",
        "slice",      "transform",   "remap",   "add",        "multiply",   "min",     "max",    "subtract",
        "divide",     "mix",         "abs",     "negate",     "sqrt",       "square",  "floor",  "clamp",
        "smoothstep", "step",        "power",   "constant",   "coordinate", "compare", "select", "logical_and",
        "logical_or", "logical_not", "round",   "smooth_min", "smooth_max", "sin",     "cos",    "exp",
        "exp2",       "log",         "log2",    "atan2"}) {
    INFO(type);
    CHECK(standard_nodes().find(type) != nullptr);
  }
}

TEST_CASE("nodes: every spec is complete", "[nodes]") {
  const std::set<std::string_view> categories{"noise", "fractal", "position", "arithmetic",
                                              "shape", "logic",   "input"};
  const auto one_line = [](std::string_view text) {
    return !text.empty() && text.find('\n') == std::string_view::npos && text.back() != '.';
  };
  for (const NodeSpec* spec : standard_nodes().all()) {
    INFO(spec->type);
    CHECK(categories.count(spec->category) == 1);
    CHECK(one_line(spec->summary));
    CHECK(spec->text.size() > 20);
    CHECK(spec->text.back() == '.');
    CHECK(one_line(spec->bounds));
    CHECK(spec->example.find("{type: " + std::string(spec->type) + ",") == 0);
    CHECK(spec->lower != nullptr);

    const std::vector<std::string_view> keys = keys_of(*spec);
    CHECK(std::set<std::string_view>(keys.begin(), keys.end()).size() == keys.size());
    for (const PortSpec& port : spec->inputs) {
      INFO(port.name);
      CHECK(one_line(port.text));
    }
  }
}

// Literals that are joined without a space run words together: "a crease at 0.Over octaves". Where the last letter
// and the first would make a word, only the source shows it.
TEST_CASE("nodes: no text joins two words", "[nodes]") {
  const std::regex joint(R"([^\s"\\(]"\n\s*"[^\s"])");
  for (const auto& file : std::filesystem::directory_iterator(std::string(OROGRAPH_SOURCE_DIR) + "/nodes")) {
    std::ifstream in(file.path());
    std::ostringstream source;
    source << in.rdbuf();
    INFO(file.path().filename().string());
    CHECK_FALSE(std::regex_search(source.str(), joint));
  }
}

TEST_CASE("nodes: defaults have their kind and lie within their range", "[nodes]") {
  for (const NodeSpec* spec : standard_nodes().all()) {
    for (const ParamSpec& p : spec->params) {
      INFO(spec->type << "." << p.name);
      CHECK_FALSE(p.text.empty());
      CHECK((p.kind == ParamKind::choice) == !p.choices.empty());
      if (!p.instead_of.empty()) {
        const auto named = [&](const ParamSpec& other) { return other.name == p.instead_of; };
        CHECK(std::any_of(spec->params.begin(), spec->params.end(), named));
      }
      if (std::holds_alternative<std::monostate>(p.default_value)) {
        CHECK((p.required || !p.instead_of.empty() || p.kind == ParamKind::period));
        continue;
      }
      CHECK_FALSE(p.required);
      CHECK(holds_kind(p));
      for (const double v : numbers_of(p.default_value)) CHECK(inside(v, p.range));
      if (const auto* word = std::get_if<std::string>(&p.default_value))
        CHECK(std::find(p.choices.begin(), p.choices.end(), *word) != p.choices.end());
    }
  }
}

TEST_CASE("nodes: the examples are valid recipes of their type", "[nodes]") {
  for (const NodeSpec* spec : standard_nodes().all()) {
    INFO(spec->example);
    const Lowered n = lowered_node(std::string(spec->example));
    INFO(n.messages());
    REQUIRE(n.diagnostics.all().empty());
    CHECK(n.graph.node(n.graph.find("n")).spec == spec);
    for (const double x : {-700.3, 0.0, 12.5}) CHECK(std::isfinite(n.at(x, 41.7)));
  }
}

TEST_CASE("nodes: what a single parameter cannot show is checked", "[nodes]") {
  const std::pair<const char*, const char*> wrong[] = {
      {"{type: perlin, directions: 8}", "'directions' goes with variant 'circle' only"},
      {"{type: perlin, variant: circle, directions: 12}", "'directions' cannot be 12"},
      {"{type: perlin, variant: improved, seed: 0}", "variant 'improved' has no seed"},
      {"{type: simplex, directions: 8}", "'directions' goes with variant 'circle' only"},
      {"{type: simplex, variant: gustavson, seed: 3}", "variant 'gustavson' has no seed"},
      {"{type: simplex, period: [4, 4]}", "unknown key 'period'"},
      {"{type: fbm, source: perlin, octaves: 0}", "octaves"},
      {"{type: fbm, source: perlin, octaves: 33}", "octaves"},
      {"{type: fbm, source: perlin, lacunarity: 1}", "lacunarity"},
      {"{type: fbm, source: perlin, gain: 0}", "gain"},
      {"{type: perlin, wavelength: 0}", "wavelength"},
      {"{type: perlin, period: [0, 4]}", "period"},
      {"{type: remap, input: perlin, from: [2, 2]}", "'from' has no width: both values are 2"},
      {"{type: remap, input: perlin, from: [0, 1e-300], to: [0, 1]}", "'from' is too narrow for 'to'"},
      {"{type: remap, input: perlin, to: [0, 1e300]}", "to"},
      {"{type: clamp, input: perlin, low: 2}", "'low' must be less than 'high', but they are 2 and 1"},
      {"{type: clamp, input: perlin, low: 1, high: 1}", "'low' must be less than 'high'"},
      {"{type: smoothstep, input: perlin, low: 3, high: 2}", "write `low: 2, high: 3`"},
      {"{type: smoothstep, input: perlin, low: 0, high: 1e-300}", "'low' and 'high' are too near each other"},
      {"{type: transform, source: perlin, scale: 0}", "'scale' must not be 0"},
      {"{type: constant}", "value"},
      {"{type: coordinate, axis: w}", "axis"},
  };
  for (const auto& [definition, message] : wrong) {
    INFO(definition);
    const Lowered n = lowered_node(definition);
    CHECK(n.diagnostics.error_count() == 1);
    CHECK_THAT(n.messages(), Catch::Contains(message));
  }
}

TEST_CASE("nodes: arithmetic, shapes and inputs compute what they say", "[nodes]") {
  const std::string x = "{type: coordinate, axis: x}", y = "{type: coordinate, axis: y}";
  check_values({
      {"{type: constant, value: 0.25}", 0.25f},
      {"{type: coordinate, axis: x}", 3.0f},
      {"{type: coordinate, axis: y}", -2.0f},
      {"{type: add, inputs: [" + x + ", " + y + ", 10]}", 11.0f},
      {"{type: multiply, inputs: [" + x + ", " + y + ", 10]}", -60.0f},
      {"{type: min, inputs: [" + x + ", " + y + ", 10]}", -2.0f},
      {"{type: max, inputs: [" + x + ", " + y + ", 10]}", 10.0f},
      {"{type: subtract, a: " + x + ", b: " + y + "}", 5.0f},
      {"{type: divide, a: " + x + ", b: " + y + "}", -1.5f},
      {"{type: mix, a: " + x + ", b: " + y + ", t: 0.25}", 1.75f},
      {"{type: mix, a: " + x + ", b: " + y + ", t: 2}", -7.0f},
      {"{type: abs, input: " + y + "}", 2.0f},
      {"{type: negate, input: " + x + "}", -3.0f},
      {"{type: sqrt, input: {type: square, input: " + y + "}}", 2.0f},
      {"{type: sqrt, input: " + y + "}", 0.0f},
      {"{type: floor, input: {type: multiply, inputs: [" + y + ", 0.6]}}", -2.0f},
      {"{type: power, base: " + y + ", exponent: " + x + "}", -8.0f},
      {"{type: clamp, input: " + x + ", low: -1, high: 2}", 2.0f},
      {"{type: clamp, input: " + y + ", low: -1, high: 2}", -1.0f},
      {"{type: smoothstep, input: " + x + ", low: 2, high: 6}", 0.15625f},
      {"{type: smoothstep, input: " + x + "}", 1.0f},
      {"{type: smoothstep, input: " + y + "}", 0.0f},
      {"{type: step, input: " + x + ", edge: 3}", 1.0f},
      {"{type: step, input: " + x + ", edge: 3.01}", 0.0f},
      {"{type: step, input: " + y + "}", 0.0f},
      {"{type: remap, input: " + x + ", from: [1, 5], to: [100, 300]}", 200.0f},
      {"{type: remap, input: " + x + ", from: [5, 1], to: [100, 300]}", 200.0f},
      {"{type: remap, input: " + x + ", from: [0, 1], to: [0, -10]}", -30.0f},
      {"{type: remap, input: " + x + ", from: [0, 1], to: [0, -10], clamp: true}", -10.0f},
      {"{type: remap, input: " + y + ", from: [0, 1], to: [0, -10], clamp: true}", 0.0f},
      {"{type: domain_warp, source: " + x + ", x: " + y + ", y: 0, amplitude: 10}", -17.0f},
      {"{type: transform, source: " + x + ", scale: 2, translate: [1, 5]}", 1.0f},
      {"{type: transform, source: " + x + ", rotate: 90, translate: [1, 5]}", -7.0f},
      {"{type: transform, source: " + y + ", rotate: 90, translate: [1, 5]}", -2.0f},
      {"{type: slice, source: " + x + ", z: 9}", 3.0f},
      {"{type: compare, a: " + x + ", relation: less, b: 3}", 0.0f},
      {"{type: compare, a: " + x + ", relation: less_equal, b: 3}", 1.0f},
      {"{type: compare, a: " + x + ", relation: greater, b: 2.5}", 1.0f},
      {"{type: compare, a: " + x + ", relation: greater_equal, b: 3.5}", 0.0f},
      {"{type: compare, a: " + x + ", relation: equal, b: 3}", 1.0f},
      {"{type: compare, a: " + x + ", relation: not_equal, b: 3}", 0.0f},
      {"{type: select, condition: " + y + ", a: " + x + ", b: 7}", 3.0f},
      {"{type: select, condition: 0, a: " + x + ", b: 7}", 7.0f},
      {"{type: logical_and, inputs: [" + x + ", " + y + ", 0]}", 0.0f},
      {"{type: logical_and, inputs: [" + x + ", " + y + "]}", 1.0f},
      {"{type: logical_or, inputs: [0, " + y + "]}", 1.0f},
      {"{type: logical_or, inputs: [0, {type: step, input: " + y + "}]}", 0.0f},
      {"{type: logical_not, input: " + y + "}", 0.0f},
      {"{type: round, input: {type: divide, a: " + x + ", b: " + y + "}}", -1.0f},
      {"{type: smooth_min, a: " + x + ", b: 3, width: 2}", 2.5f},
      {"{type: smooth_min, a: " + x + ", b: " + y + "}", -2.0f},
      {"{type: smooth_max, a: " + x + ", b: 3, width: 2}", 3.5f},
      {"{type: smooth_max, a: " + x + ", b: " + y + "}", 3.0f},
  });
}

TEST_CASE("nodes: a division whose denominator may be 0 is watched", "[nodes]") {
  CHECK(lowered_node("{type: divide, a: 1, b: perlin}").program.division_checks.size() == 1);
  CHECK(lowered_node("{type: divide, a: perlin, b: 2}").program.division_checks.empty());
}

TEST_CASE("nodes: fractals weigh, bend and normalise their source", "[nodes]") {
  check_values({
      {"{type: fbm, source: -0.75, octaves: 2, gain: 1}", -0.75f},
      {"{type: fbm, source: -1, octaves: 3, normalize: false}", -1.75f},
      {"{type: fbm, source: -1, octaves: 3, normalize: false, gain: 0.25}", -1.3125f},
      {"{type: turbulence, source: -0.75, octaves: 3, normalize: false}", 1.3125f},
      {"{type: turbulence, source: -0.75, normalize: false}", 0.75f},
      {"{type: ridged, source: -0.75, octaves: 2, normalize: false}", -0.75f},
      {"{type: billow, source: -0.75, octaves: 2, normalize: false}", 0.75f},
      // The source stands at p * lacunarity^k: 3 + 6/2 + 12/4.
      {"{type: fbm, source: {type: coordinate, axis: x}, octaves: 3, normalize: false}", 9.0f},
      {"{type: fbm, source: {type: coordinate, axis: x}, octaves: 2, lacunarity: 4, wavelength: 2, normalize: false}",
       4.5f},
  });
}

TEST_CASE("nodes: each octave has its scale, its seed and its shift", "[nodes]") {
  const Lowered n = lowered_node("{type: fbm, source: {type: perlin, seed: 5}, seed: -7, octaves: 3, wavelength: 4}");
  REQUIRE(n.program.noises.size() == 3);
  for (std::uint32_t k = 0; k < 3; ++k) {
    const NoiseOctave& octave = n.octave(k);
    CHECK(octave.seed == static_cast<std::uint32_t>(5 - 7) + k * 0x9E3779B9u);
    CHECK(octave.axes[0].column == 0.25 * (1 << k));
    CHECK(octave.axes[1].row == 0.25 * (1 << k));
    CHECK(octave.axes[0].offset == k * 0.8191725133961645 - std::floor(k * 0.8191725133961645));
    CHECK(octave.axes[1].offset == k * 0.6710436067037893 - std::floor(k * 0.6710436067037893));
  }

  const Lowered plain = lowered_node("{type: fbm, source: perlin, octaves: 3, shift_octaves: false}");
  for (std::size_t k = 0; k < 3; ++k) CHECK(plain.octave(k).axes[0].offset == 0);

  const Lowered solid = lowered_node("{type: fbm, source: {type: slice, source: perlin, z: 0}, octaves: 2}");
  CHECK(solid.octave(1).axes[2].offset == 0.5497004779019703);
}

TEST_CASE("nodes: nested fractals add their seeds and shifts", "[nodes]") {
  const Lowered n = lowered_node(
      "{type: fbm, octaves: 2, seed: 100, source: {type: turbulence, octaves: 2, seed: 20, source: {type: value, "
      "seed: 3}}}");
  // Octave 1 of the one in octave 0 of the other is the same field either way round, and made once.
  REQUIRE(n.program.noises.size() == 3);
  const NoiseOctave& last = n.octave(2);
  CHECK(last.seed == 123u + 2 * 0x9E3779B9u);
  CHECK(last.axes[0].offset == Approx(2 * 0.8191725133961645).epsilon(1e-15));
  CHECK(last.axes[0].column == 4);
}

TEST_CASE("nodes: seeds beyond 32 bits wrap, the recipe's seed is added", "[nodes]") {
  const Lowered n = lowered("  n: {type: perlin, seed: 4294967298}\n", 9);
  CHECK(n.octave(0).seed == fold_seed(9) * 2246822519u + 2);
}

TEST_CASE("nodes: a period is handed down through frequency, octaves and scale", "[nodes]") {
  const Lowered n = lowered_node("{type: fbm, source: perlin, octaves: 3, wavelength: 100, period: [4, 3]}");
  REQUIRE(n.program.noises.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(n.octave(k).period[0] == 4 << k);
    CHECK(n.octave(k).period[1] == 3 << k);
  }
  const Lowered scaled_up = lowered_node(
      "{type: fbm, octaves: 1, period: [4, 3], source: {type: transform, scale: 0.5, source: {type: value, "
      "frequency: "
      "3}}}");
  CHECK(scaled_up.octave(0).period[0] == 24);
  const Lowered own = lowered_node("{type: fbm, octaves: 2, source: {type: value, period: [7, 7]}}");
  CHECK(own.octave(1).period[0] == 7);

  const Lowered broken = lowered_node("{type: fbm, source: perlin, lacunarity: 1.9, octaves: 2, period: [4, 3]}");
  CHECK_THAT(broken.messages(), Catch::Contains("7.6 lattice cells"));
  const Lowered simplex = lowered_node("{type: fbm, source: simplex, period: [4, 3]}");
  CHECK_THAT(simplex.messages(), Catch::Contains("simplex noise has no period"));
}

TEST_CASE("nodes: the third part of a period counts in a slice, and is a warning outside", "[nodes]") {
  const std::string node = "{type: perlin, period: [4, 4, 5]}";
  for (const std::string& flat : {node, std::string("{type: value, period: [4, 4, 5]}"),
                                  std::string("{type: fbm, source: perlin, octaves: 3, period: [4, 4, 5]}")}) {
    const Lowered n = lowered_node(flat);
    INFO(n.messages());
    CHECK_FALSE(n.diagnostics.has_errors());
    CHECK(n.warnings() == 1);
    CHECK_THAT(n.messages(), Catch::Contains("the third part of this period has no effect on 'n"));
    CHECK_THAT(n.messages(), Catch::Contains("write `period: [x, y]`"));
  }
  CHECK(lowered_node("{type: slice, z: 1, source: " + node + "}").diagnostics.all().empty());
  CHECK(lowered_node("{type: fbm, period: [4, 4, 5], source: {type: slice, z: 1, source: perlin}}")
            .diagnostics.all()
            .empty());
  CHECK(lowered_node("{type: perlin, period: [4, 4]}").diagnostics.all().empty());
}

TEST_CASE("nodes: x and y of a warp are one field, however written: a warning", "[nodes]") {
  const auto warp = [](const std::string& x, const std::string& y) {
    return lowered("  n: {type: fbm, octaves: 3, source: w}\n  w: {type: domain_warp, source: perlin, x: " + x +
                   ", y: " + y +
                   "}\n  p: {type: perlin, seed: 3}\n  q: {type: perlin, seed: 3}\n  r: {type: perlin, seed: 4}\n"
                   "  f: {type: fbm, source: p}\n  g: {type: fbm, source: q}\n  h: {type: fbm, source: r}\n");
  };
  const std::pair<const char*, const char*> equal[] = {{"p", "p"},
                                                       {"p", "q"},
                                                       {"f", "g"},
                                                       {"perlin", "{type: perlin}"},
                                                       {"\"p * 2\"", "\"q * 2\""},
                                                       {"\"p + r\"", "\"r + q\""}};
  for (const auto& [x, y] : equal) {
    const Lowered n = warp(x, y);
    std::size_t warnings = 0;  // others are unused
    for (const Diagnostic& d : n.diagnostics.all()) {
      if (d.message != "x and y of 'w' are the same field: it bends along one diagonal only [W102]") continue;
      ++warnings;
      CHECK(d.loc.line == 5);
    }
    INFO(x << " and " << y << ":\n" << n.messages());
    CHECK(warnings == 1);
  }
  const std::pair<const char*, const char*> different[] = {
      {"p", "r"}, {"f", "h"}, {"3", "3"}, {"\"p * 2\"", "\"q * 3\""}, {"p", "0"}};
  for (const auto& [x, y] : different) {
    INFO(x << " and " << y);
    CHECK_THAT(warp(x, y).messages(), !Catch::Contains("same field"));
  }
}

TEST_CASE("nodes: what people try in vain is answered with what to do instead", "[nodes]") {
  CHECK_THAT(lowered_node("{type: simplex, period: [4, 4]}").messages(),
             Catch::Contains("simplex noise has no period: to tile, take perlin or value noise\n"));
  const Lowered stretched = lowered_node("{type: transform, source: perlin, scale: [1, 3]}");
  CHECK_THAT(stretched.messages(), Catch::Contains("domain_warp"));
  // The advice itself works.
  const Lowered bent = lowered_node("{type: domain_warp, source: perlin, x: 0, y: \"y * (1/3 - 1)\"}");
  const Lowered plain = lowered_node("perlin");
  CHECK(bent.at(0.3, 2.1) == Approx(plain.at(0.3, 0.7)).margin(1e-5));
}

TEST_CASE("nodes: every variant has its kind of noise, in 2D and in a slice", "[nodes]") {
  struct Case {
    const char* definition;
    NoiseKind flat, solid;
  };
  const Case cases[] = {
      {"{type: value}", NoiseKind::value_2d, NoiseKind::value_3d},
      {"{type: perlin}", NoiseKind::perlin_diamond_2d, NoiseKind::perlin_octahedron_3d},
      {"{type: perlin, variant: improved}", NoiseKind::perlin_improved_3d, NoiseKind::perlin_improved_3d},
      {"{type: simplex}", NoiseKind::simplex_unit_2d, NoiseKind::simplex_unit_3d},
      {"{type: simplex, variant: diamond}", NoiseKind::simplex_diamond_2d, NoiseKind::simplex_octahedron_3d},
      {"{type: simplex, variant: gustavson}", NoiseKind::simplex_gustavson_2d, NoiseKind::simplex_gustavson_3d},
  };
  for (const Case& c : cases) {
    INFO(c.definition);
    CHECK(lowered_node(c.definition).program.noises.at(0).kind == c.flat);
    const std::string slice = std::string("{type: slice, z: 0.5, source: ") + c.definition + "}";
    CHECK(lowered_node(slice).program.noises.at(0).kind == c.solid);
  }
}

TEST_CASE("nodes: circle noise takes its directions and refuses a slice", "[nodes]") {
  for (const std::string type : {"perlin", "simplex"}) {
    INFO(type);
    const std::string circle = "{type: " + type + ", variant: circle, directions: 16}";
    const Lowered flat = lowered_node(circle);
    REQUIRE(flat.program.noises.size() == 1);
    CHECK(flat.program.noises[0].directions == 16);
    const Lowered solid = lowered_node("{type: slice, source: " + circle + ", z: 1}");
    CHECK(solid.diagnostics.error_count() == 1);
    CHECK_THAT(solid.messages(), Catch::Contains("variant 'circle' of node type '" + type + "' has no 3D form"));
    CHECK_THAT(solid.messages(), Catch::Contains("write `variant: "));
  }
}

TEST_CASE("nodes: the z of a domain warp counts in a slice, and is a warning outside", "[nodes]") {
  const std::string warp = "{type: domain_warp, source: perlin, x: 0, y: 0, z: {type: value, seed: 1}, amplitude: 3}";
  const Lowered flat = lowered_node(warp);
  CHECK_FALSE(flat.diagnostics.has_errors());
  CHECK(flat.warnings() == 1);
  CHECK_THAT(flat.messages(), Catch::Contains("'z' of this domain_warp has no effect"));
  CHECK_THAT(flat.messages(), Catch::Contains("`source` of a slice"));

  const Lowered without = lowered_node("{type: domain_warp, source: perlin, x: 1, y: 0}");
  CHECK(without.diagnostics.all().empty());

  const Lowered solid = lowered_node("{type: slice, z: 0, source: " + warp + "}");
  CHECK(solid.diagnostics.all().empty());
  const Instruction& noise = solid.program[solid.program.outputs.at(0).value];
  CHECK(noise.op == Op::noise);
  CHECK(noise.operands[2].valid());
}

TEST_CASE("the nodes of functions tell how expressions call them", "[nodes]") {
  for (const orograph::Function& function : orograph::functions()) {
    INFO(function.name);
    if (function.node_type.empty()) continue;
    const orograph::NodeSpec* spec = orograph::standard_nodes().find(function.node_type);
    REQUIRE(spec != nullptr);
    CHECK(spec->text.find("In an expression: " + std::string(function.signature)) != std::string_view::npos);
  }
}

}  // namespace
