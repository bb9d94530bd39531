// SPDX-License-Identifier: MIT
// build_graph: what a recipe becomes, and what every kind of mistake is answered with. The node types here are a
// small vocabulary of the test's own.
#include "graph/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <ctime>
#include <map>
#include <string>

namespace orograph {
namespace {

const std::array<std::string_view, 2> variants{"diamond", "circle"};
const std::array<std::string_view, 2> axes{"x", "y"};
const ParamSpec frequency{.name = "frequency",
                          .text = "features per unit",
                          .default_value = 1.0,
                          .range = {0, 1e9, true},
                          .unit = "per world unit"};
const ParamSpec wavelength{.name = "wavelength",
                           .text = "size of a feature",
                           .range = {.low = 0, .low_open = true},
                           .unit = "world units",
                           .instead_of = "frequency"};
const ParamSpec seed{
    .name = "seed", .kind = ParamKind::integer, .text = "any integer", .default_value = std::int64_t{0}};
const std::array perlin_params{
    ParamSpec{.name = "variant",
              .kind = ParamKind::choice,
              .text = "gradients",
              .default_value = std::string("diamond"),
              .choices = variants},
    seed, frequency, wavelength,
    ParamSpec{.name = "period", .kind = ParamKind::period, .text = "tiling", .range = {.low = 0, .low_open = true}}};
const std::array simplex_params{seed, frequency, wavelength};
const std::array fbm_params{
    ParamSpec{.name = "octaves",
              .kind = ParamKind::integer,
              .text = "how many",
              .default_value = std::int64_t{6},
              .range = {1, 32}},
    ParamSpec{.name = "gain", .text = "how high", .default_value = 0.5, .range = {.low = 0}},
    ParamSpec{.name = "normalize", .kind = ParamKind::boolean, .text = "range", .default_value = true},
    seed,
    frequency,
    wavelength};
const std::array transform_params{
    ParamSpec{.name = "rotate", .kind = ParamKind::angle, .text = "turn", .default_value = 0.0},
    ParamSpec{.name = "translate",
              .kind = ParamKind::pair,
              .text = "move",
              .default_value = std::vector<double>{0, 0},
              .unit = "world units"}};
const std::array remap_params{
    ParamSpec{.name = "from", .kind = ParamKind::pair, .text = "in", .default_value = std::vector<double>{-1, 1}},
    ParamSpec{.name = "to", .kind = ParamKind::pair, .text = "out", .default_value = std::vector<double>{0, 1}},
    ParamSpec{.name = "clamp", .kind = ParamKind::boolean, .text = "bound", .default_value = false}};
const std::array bounds_params{ParamSpec{.name = "low", .text = "least", .default_value = 0.0},
                               ParamSpec{.name = "high", .text = "most", .default_value = 1.0}};
const std::array constant_params{ParamSpec{.name = "value", .text = "the number", .required = true}};
const std::array coordinate_params{
    ParamSpec{.name = "axis", .kind = ParamKind::choice, .text = "which", .choices = axes, .required = true}};

const std::array source_port{PortSpec{.name = "source", .text = "the field to sum"}};
const std::array input_port{PortSpec{.name = "input", .text = "the field"}};
const std::array list_port{PortSpec{.name = "inputs", .text = "the fields", .list = true}};
const std::array ab_ports{PortSpec{.name = "a", .text = "left"}, PortSpec{.name = "b", .text = "right"}};
const std::array power_ports{PortSpec{.name = "base", .text = "left"}, PortSpec{.name = "exponent", .text = "right"}};
const std::array mix_ports{PortSpec{.name = "a", .text = "at 0"}, PortSpec{.name = "b", .text = "at 1"},
                           PortSpec{.name = "t", .text = "factor"}};
const std::array warp_ports{PortSpec{.name = "source", .text = "the field to bend"},
                            PortSpec{.name = "x", .text = "along x"}, PortSpec{.name = "y", .text = "along y"},
                            PortSpec{.name = "amplitude", .text = "how far", .default_value = 1.0}};

int checks = 0;
void check_remap(const GraphNode& node, Diagnostics& diagnostics) {
  ++checks;
  const auto& from = node.numbers("from");
  if (from[0] == from[1]) diagnostics.error(node.loc_of("from"), "'from' has no width");
}

NodeSpec spec(std::string_view type, std::string_view category, std::span<const PortSpec> inputs,
              std::span<const ParamSpec> params = {}, std::string_view example = {}) {
  NodeSpec made{};
  made.type = type;
  made.category = category;
  made.example = example;
  made.inputs = inputs;
  made.params = params;
  if (type == "remap") made.check = check_remap;
  return made;
}

std::vector<NodeSpec> make_specs() {
  std::vector<NodeSpec> specs{
      spec("perlin", "noise", {}, perlin_params),
      spec("simplex", "noise", {}, simplex_params),
      spec("fbm", "fractal", source_port, fbm_params, "{type: fbm, source: perlin}"),
      spec("domain_warp", "position", warp_ports),
      spec("transform", "position", source_port, transform_params),
      spec("remap", "arithmetic", input_port, remap_params),
      spec("clamp", "arithmetic", input_port, bounds_params),
      spec("smoothstep", "arithmetic", input_port, bounds_params),
      spec("mix", "arithmetic", mix_ports),
      spec("power", "arithmetic", power_ports),
      spec("constant", "input", {}, constant_params),
      spec("coordinate", "input", {}, coordinate_params),
  };
  for (const char* type : {"add", "multiply", "min", "max"}) specs.push_back(spec(type, "arithmetic", list_port));
  for (const char* type : {"subtract", "divide"}) specs.push_back(spec(type, "arithmetic", ab_ports));
  for (const char* type : {"abs", "negate", "sqrt", "floor"}) specs.push_back(spec(type, "arithmetic", input_port));
  return specs;
}

const NodeRegistry& registry() {
  static const std::vector<NodeSpec> specs = make_specs();
  static const NodeRegistry registry = [] {
    std::vector<const NodeSpec*> pointers;
    for (const NodeSpec& spec : specs) pointers.push_back(&spec);
    return NodeRegistry(pointers);
  }();
  return registry;
}

struct Built {
  Diagnostics diagnostics;
  Graph graph;
};

Built build(const std::string& body) {
  Built built;
  const Recipe recipe = parse_recipe("orograph: 1\n" + body, "r.yaml", {}, built.diagnostics);
  built.graph = build_graph(recipe, registry(), built.diagnostics);
  return built;
}

Built good(const std::string& body) {
  Built built = build(body);
  INFO(body << "\n" << built.diagnostics.format_all());
  REQUIRE(built.diagnostics.all().empty());
  return built;
}

// The graph of `nodes:` as text, a line a node.
std::string printed(const std::string& nodes) {
  return print(good("nodes:\n" + nodes).graph);
}

// "line:column: message", one a line, lines counted from the first of `body`.
std::string told(const std::string& body) {
  const Built built = build(body);
  std::string lines;
  for (const Diagnostic& d : built.diagnostics.all()) {
    lines += fmt::format("{}{}:{}: {}", lines.empty() ? "" : "\n", d.loc.line - 1, d.loc.column, d.message);
  }
  return lines;
}

std::string help_of(const std::string& body) {
  const Built built = build(body);
  REQUIRE(!built.diagnostics.all().empty());
  return built.diagnostics.all().front().help;
}

// Of one node `n` under `nodes`, whose value starts at column 6.
std::string told_of(const std::string& value) {
  return told("nodes:\n  n: " + value);
}

// What an expression of the node n becomes, without the constants.
std::string types_of(const std::string& expression) {
  const Built built = good("nodes:\n  n: \"" + expression + "\"\n  a: {type: perlin}\n  b: {type: simplex}");
  std::string types;
  for (const NodeId id : built.graph.order) {
    const GraphNode& node = built.graph.node(id);
    if (node.spec->type == "constant") {
      types += fmt::format("{} ", node.number("value"));
    } else {
      types += fmt::format("{} ", node.spec->type);
    }
    if (node.name == "n") break;
  }
  types.pop_back();
  return types;
}

// Processor time: other programs on the machine do not count.
// The limits below are the program's; sanitizers make it several times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double slowness = 5;
#else
constexpr double slowness = 1;
#endif

double processor_seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST_CASE("nodes are resolved in any order, with defaults filled in") {
  const Built built = good(
      "nodes:\n  h: {type: fbm, source: p, octaves: 8, wavelength: 512}\n  p: {type: perlin, seed: 3}\n"
      "outputs: [{file: a.exr, channels: {height: h, flat: 2}}]\n"
      "grid: {spacing: 1, resolution: [4, 4]}\n");
  const Graph& g = built.graph;
  CHECK(g.names() == std::vector<std::string_view>{"h", "p"});
  const GraphNode& h = g.node(g.find("h"));
  CHECK(h.named);
  CHECK(h.integer("octaves") == 8);
  CHECK(h.number("octaves") == 8);
  CHECK(h.number("gain") == 0.5);
  CHECK(h.flag("normalize"));
  CHECK(h.given("wavelength"));
  CHECK(!h.given("frequency"));
  CHECK(h.number("wavelength") == 512);
  CHECK(h.loc_of("octaves").column == 38);
  CHECK(h.loc_of("gain") == h.loc);
  CHECK(h.input("source") == g.find("p"));
  const GraphNode& p = g.node(g.find("p"));
  CHECK(p.choice("variant") == "diamond");
  CHECK(p.numbers("period").empty());
  CHECK(g.find("q") == no_node);
  REQUIRE(g.outputs.size() == 1);
  CHECK(g.outputs[0][0].channel == "height");
  CHECK(g.outputs[0][0].node == g.find("h"));
  CHECK(g.node(g.outputs[0][1].node).number("value") == 2);
  CHECK(g.node(g.outputs[0][1].node).name == "outputs[0].flat");
  CHECK_THROWS_AS(p.number("height"), InternalError);
  CHECK_THROWS_AS(p.integer("frequency"), InternalError);
  CHECK(boost::num_edges(g.dag) == 1);
}

TEST_CASE("the graph as text and as DOT") {
  CHECK(
      printed(
          "  m: {type: max, inputs: [p, 0, {type: remap, input: simplex}]}\n  p: {type: perlin, period: [4, 8]}\n") ==
      "p = perlin(variant: diamond, seed: 0, frequency: 1, period: [4, 8])\n"
      "m.inputs[1] = constant(value: 0)\n"
      "m.inputs[2].input = simplex(seed: 0, frequency: 1)\n"
      "m.inputs[2] = remap(from: [-1, 1], to: [0, 1], clamp: false; input: m.inputs[2].input)\n"
      "m = max(inputs: [p, m.inputs[1], m.inputs[2]])\n");
  const Built built = good(
      "nodes: {p: {type: perlin}}\noutputs: [{file: a.exr, channels: {'a\"\\b': p}}]\n"
      "grid: {spacing: 1, resolution: [4, 4]}\n");
  const std::string dot = print_dot(built.graph);
  CHECK(dot.find("rankdir=LR") != std::string::npos);
  CHECK(dot.find("n0 [label=\"p\\nperlin\"]") != std::string::npos);
  CHECK(dot.find("o0_0 [shape=box, label=\"output 1\\na\\\"\\\\b\"]") != std::string::npos);
  CHECK(dot.find("n0 -> o0_0") != std::string::npos);
}

TEST_CASE("expressions become nodes, their constant parts numbers") {
  CHECK(types_of("a + b * 2") == "perlin simplex 2 multiply add");
  CHECK(types_of("-a^2") == "perlin 2 power negate");
  CHECK(types_of("a - (2 + 3) / 4") == "perlin 1.25 subtract");
  CHECK(types_of("a / b") == "perlin simplex divide");
  CHECK(types_of("2^3^2") == "512");
  CHECK(types_of("max(a, 0, b)") == "perlin 0 simplex max");
  CHECK(types_of("x + y") == "coordinate coordinate add");
  CHECK(types_of("perlin + 1") == "perlin 1 add");
  CHECK(types_of("abs(sqrt(floor(a)))") == "perlin floor sqrt abs");
  CHECK(types_of("mix(a, b, 0.5)") == "perlin simplex 0.5 mix");
  CHECK(types_of("clamp(a, 0, 1)") == "perlin clamp");
  CHECK(types_of("clamp(a, b, 1)") == "perlin simplex max 1 min");
  CHECK(types_of("remap(a, -1, 1, -400, 2 * 900)") == "perlin remap");
  CHECK(types_of("remap(a, -1, 1, b, 9)") == "simplex 9 perlin -1 subtract 2 divide mix");
  CHECK(types_of("smoothstep(0, 2, a)") == "perlin smoothstep");
  CHECK(types_of("smoothstep(b, 2, a)") == "perlin simplex subtract 2 subtract divide smoothstep");
  CHECK(types_of("smoothstep(0, 1, 0.5)") == "0.5");
  const Built built = good("params: {relief: 1800}\nnodes: {n: 'remap(perlin, -1, 1, -400, relief)', m: relief / 2}");
  const GraphNode& n = built.graph.node(built.graph.find("n"));
  CHECK(n.numbers("from") == std::vector<double>{-1, 1});
  CHECK(n.numbers("to") == std::vector<double>{-400, 1800});
  CHECK(!n.flag("clamp"));
  CHECK(built.graph.node(built.graph.find("m")).number("value") == 900);
  const Built step = good("nodes: {n: 'smoothstep(10, 20, x)'}");
  CHECK(step.graph.node(0).number("low") == 10);
  CHECK(step.graph.node(0).number("high") == 20);
}

TEST_CASE("the parts of an expression have names") {
  CHECK(printed("  n: max(perlin, 0) + abs(simplex) + 0.5\n") ==
        "n(perlin) = perlin(variant: diamond, seed: 0, frequency: 1)\n"
        "n(constant) = constant(value: 0)\n"
        "n(max) = max(inputs: [n(perlin), n(constant)])\n"
        "n(simplex) = simplex(seed: 0, frequency: 1)\n"
        "n(abs) = abs(input: n(simplex))\n"
        "n(add) = add(inputs: [n(max), n(abs)])\n"
        "n(constant 2) = constant(value: 0.5)\n"
        "n = add(inputs: [n(add), n(constant 2)])\n");
}

TEST_CASE("a node may be a name or a number") {
  const Built built = good("nodes: {a: b, b: (c), c: {type: fbm, source: d}, d: perlin, k: 5}");
  const Graph& g = built.graph;
  for (const char* name : {"a", "b", "c"}) {
    const GraphNode& node = g.node(g.find(name));
    CHECK(node.spec->type == "fbm");
    CHECK(node.name == name);
    CHECK(node.named);
    CHECK(node.input("source") == g.find("d"));
  }
  CHECK(g.node(g.find("d")).spec->type == "perlin");
  CHECK(g.node(g.find("k")).number("value") == 5);
}

TEST_CASE("a node's name hides a noise type") {
  const Built built = good("nodes: {perlin: {type: simplex}, n: {type: fbm, source: perlin}}");
  CHECK(built.graph.node(1).input("source") == 0);
}

TEST_CASE("parameters: constants, units, seeds") {
  const auto param = [](const std::string& node, std::string_view name, const std::string& head = {}) {
    return good(head + "params: {size: 4000}\ngrid: {spacing: size, resolution: [1, 1]}\nnodes: {n: " + node + "}")
        .graph.node(0)
        .number(name);
  };
  CHECK(param("{type: perlin, frequency: 1/512}", "frequency") == 1.0 / 512);
  CHECK(param("{type: perlin, wavelength: size / 2}", "wavelength") == 2000);
  CHECK(param("{type: perlin, wavelength: 2 km}", "wavelength") == 2000);
  CHECK(param("{type: perlin, wavelength: 250cm}", "wavelength") == 2.5);
  CHECK(param("{type: perlin, wavelength: 2 km}", "wavelength", "units: km\n") == 2);
  CHECK(param("{type: perlin, wavelength: 2 km / 4 + 100}", "wavelength") == 600);
  CHECK(param("{type: perlin, wavelength: 10 ft}", "wavelength") == 3.048);
  CHECK(param("{type: perlin, wavelength: 2 km}", "wavelength", "units: ft\n") == Approx(6561.679790026247));
  CHECK(param("{type: perlin, frequency: 1 / (2 km)}", "frequency") == 1.0 / 2000);
  CHECK(param("{type: fbm, source: perlin, gain: 45 %}", "gain") == 0.45);
  CHECK(param("{type: fbm, source: perlin, octaves: 4 km / 500 m}", "octaves") == 8);
  CHECK(param("{type: transform, source: perlin, rotate: 35 deg}", "rotate") == 35);
  CHECK(param("{type: transform, source: perlin, rotate: 0.25 * 360 deg}", "rotate") == 90);
  CHECK(param("{type: transform, source: perlin, rotate: -90}", "rotate") == -90);
  CHECK(param("{type: transform, source: perlin, rotate: 0.6 rad}", "rotate") == Approx(34.377467707849395));
  CHECK(good("nodes: {n: {type: transform, source: perlin, translate: [1 km, -5]}}")
            .graph.node(0)
            .numbers("translate") == std::vector<double>{1000, -5});
  const auto seed_of = [](const std::string& text) {
    return good("nodes: {n: {type: perlin, seed: " + text + "}}").graph.node(0).integer("seed");
  };
  CHECK(seed_of("9007199254740993") == 9007199254740993);
  CHECK(seed_of("-9223372036854775808") == INT64_MIN);
  CHECK(seed_of("18446744073709551615") == -1);
  CHECK(seed_of("+7") == 7);
  CHECK(seed_of("2^3 + 1") == 9);
}

TEST_CASE("mistakes in nodes") {
  CHECK(told_of("{type: perln}") == "2:13: unknown node type 'perln'");
  CHECK(
      help_of("nodes:\n  n: {type: perln}") ==
      "did you mean 'perlin'?\nnode types:\narithmetic: abs, add, clamp, divide, floor, max, min, mix, multiply, "
      "negate, "
      "power, remap, smoothstep, sqrt, subtract\nfractal: fbm\ninput: constant, coordinate\nnoise: perlin, simplex\n"
      "position: domain_warp, transform");
  CHECK(told_of("{seed: 3}") == "2:6: 'n' has no 'type'");
  CHECK(told_of("{type: [perlin]}") == "2:13: 'type' takes the name of a node type, got a list");
  CHECK(told_of("{type: perlin, frquency: 2}") == "2:21: unknown key 'frquency' of node type 'perlin'");
  CHECK(help_of("nodes:\n  n: {type: perlin, frquency: 2}") ==
        "did you mean 'frequency'?\nkeys of 'perlin': type, variant, seed, frequency, wavelength, period");
  CHECK(told_of("{type: perlin, wavelength: 5, frequency: 2}") ==
        "2:36: 'frequency' and 'wavelength' say the same in two ways");
  CHECK(told_of("{type: perlin, frequency: 2, wavelength: 5}") ==
        "2:35: 'frequency' and 'wavelength' say the same in two ways");
  CHECK(told_of("{type: fbm, source: perlin, octaves: [1]}") == "2:43: 'octaves' takes a whole number, got a list");
  CHECK(told_of("{type: fbm, source: perlin, octaves: true}") == "2:43: 'octaves' takes a whole number, got 'true'");
  CHECK(told_of("{type: fbm, source: perlin, octaves: 2.5}") == "2:43: 'octaves' takes a whole number, got 2.5");
  CHECK(told_of("{type: fbm, source: perlin, octaves: 40}") == "2:43: 'octaves' must be from 1 to 32, got 40");
  CHECK(told_of("{type: fbm, source: perlin, octaves: 0}") == "2:43: 'octaves' must be from 1 to 32, got 0");
  CHECK(told_of("{type: fbm, source: perlin, octaves: 99999999999999999999999}")
            .find("'octaves' must be from 1 to 32") == 6);
  CHECK(told_of("{type: fbm, source: perlin, octaves: 8 km}") ==
        "2:43: 'octaves' takes a plain number, and this is a length");
  CHECK(told_of("{type: fbm, source: perlin, gain: -1}") == "2:40: 'gain' must be at least 0, got -1");
  CHECK(told_of("{type: fbm, source: perlin, normalize: yes}") == "2:45: 'normalize' takes true or false, got 'yes'");
  CHECK(told_of("{type: fbm, source: perlin, normalize: 1}") == "2:45: 'normalize' takes true or false, got '1'");
  CHECK(told_of("{type: perlin, wavelength: 0}") == "2:33: 'wavelength' must be greater than 0, got 0");
  CHECK(told_of("{type: perlin, wavelength: 5 miles}") == "2:35: unknown unit 'miles'");
  CHECK(told("units: feet\nnodes:\n  n: {type: perlin, wavelength: 5 km}") ==
        "3:33: '5 km' is a length, and the recipe's units are 'feet'");
  CHECK(told_of("{type: perlin, frequency: 0}") ==
        "2:32: 'frequency' must be greater than 0 and at most 1e+09, got 0");
  CHECK(told_of("{type: perlin, seed: 18446744073709551616}") == "2:27: 'seed' does not fit into 64 bits");
  CHECK(told_of("{type: perlin, variant: diamnd}") == "2:30: unknown value 'diamnd' of 'variant'");
  CHECK(help_of("nodes:\n  n: {type: perlin, variant: diamnd}") ==
        "did you mean 'diamond'?\none of: diamond, circle");
  CHECK(told_of("{type: perlin, period: 4}") == "2:29: 'period' takes a list of two or three numbers, got '4'");
  CHECK(told_of("{type: perlin, period: [4]}") == "2:29: 'period' takes a list of two or three numbers, got 1");
  CHECK(told_of("{type: perlin, period: [4, 0]}") == "2:33: 'period' must be greater than 0, got 0");
  CHECK(told_of("{type: remap, input: 1, from: [1, 2, 3]}") == "2:36: 'from' takes a list of two numbers, got 3");
  CHECK(told_of("{type: constant}") == "2:13: 'constant' needs 'value': the number");
  CHECK(told_of("{type: domain_warp, x: perlin, y: simplex}") ==
        "2:13: 'domain_warp' needs 'source': the field to bend");
  CHECK(told_of("{type: max, inputs: [1]}") == "2:26: 'inputs' of 'max' takes a list of two or more fields, got one");
  CHECK(told_of("{type: max, inputs: 1}") ==
        "2:26: 'inputs' of 'max' takes a list of two or more fields, got a number");
  CHECK(told_of("{type: max, inputs: []}") == "2:26: 'inputs' of 'max' takes a list of two or more fields, got none");
  CHECK(told_of("{type: fbm, source: [perlin, simplex]}") == "2:26: 'n.source' takes one field, got a list");
  CHECK(told_of("{type: fbm, source: }") == "2:18: 'n.source' has no value");
  CHECK(told_of("1e39") == "2:6: 1e+39 is too large for a field");
  CHECK(told_of("10^39") == "2:8: 1e+39 is too large for a field");
}

TEST_CASE("a parameter takes a constant") {
  CHECK(told("nodes:\n  n: {type: perlin, wavelength: 2 * m}\n  m: 5") ==
        "2:37: 'wavelength' takes a constant, not a field: 'm' is a node");
  CHECK(told_of("{type: perlin, wavelength: 2 * sise}") == "2:37: unknown name 'sise'");
  CHECK(told_of("{type: perlin, wavelength: 1 / 0}") == "2:35: division by zero");
  CHECK(told_of("{type: perlin, wavelength: 2 * (1}") == "2:37: missing ')' for this '('");
}

TEST_CASE("mistakes in expressions of fields") {
  CHECK(told("nodes:\n  hills: perlin\n  n: \"hils + 1\"") == "3:7: unknown name 'hils'");
  CHECK(help_of("nodes:\n  hills: perlin\n  n: \"hils + 1\"") ==
        "did you mean 'hills'?\none of: hills, n, perlin, simplex, x, y");
  CHECK(told_of("\"max + 1\"") == "2:7: 'max' is a function");
  CHECK(told_of("fbm") == "2:6: unknown name 'fbm'");
  CHECK(help_of("nodes:\n  n: fbm").find("{type: fbm, source: perlin}") != std::string::npos);
  CHECK(told_of("\"perlin / (1 - 1)\"") == "2:14: division by zero");
  CHECK(told_of("\"clamp(perlin, 2, 1)\"") == "2:7: the low bound of 'clamp' is greater than the high one");
  CHECK(told_of("\"remap(perlin, 1, 1, 0, 2)\"") == "2:7: 'remap' from a range of zero width");
  CHECK(told_of("\"smoothstep(3, 2, x)\"") == "2:7: edge0 of 'smoothstep' must be less than edge1");
  CHECK(told_of("\"2x + foo(1)\"") == "2:8: missing operator before 'x'\n2:12: unknown function 'foo'");
}

TEST_CASE("all mistakes of a recipe are told at once") {
  CHECK(told("nodes:\n  a: {type: perln}\n  b: {type: fbm, source: {type: perlin, sed: 1}, octaves: 0, gane: 1}\n  "
             "c: a + d\n") ==
        "2:13: unknown node type 'perln'\n3:62: unknown key 'gane' of node type 'fbm'\n"
        "3:59: 'octaves' must be from 1 to 32, got 0\n3:41: unknown key 'sed' of node type 'perlin'\n4:10: unknown "
        "name 'd'");
}

TEST_CASE("the node's own check runs when nothing else is wrong with it") {
  checks = 0;
  CHECK(told_of("{type: remap, input: perlin, from: [1, 1]}") == "2:41: 'from' has no width");
  CHECK(checks == 1);
  CHECK(told_of("{type: remap, input: perlin, from: [1, 1], clamp: 2}") ==
        "2:56: 'clamp' takes true or false, got '2'");
  CHECK(checks == 1);
}

TEST_CASE("cycles are the path of names") {
  CHECK(told("nodes:\n  a: b + 1\n  b: \"1 - a\"\n") == "3:11: nodes depend on each other: a -> b -> a");
  CHECK(told("nodes:\n  a: a + a\n") == "2:6: node 'a' refers to itself: a -> a");
  CHECK(told("nodes:\n  a: a\n") == "2:6: node 'a' refers to itself: a -> a");
  CHECK(told("nodes:\n  a: b\n  b: c\n  c: a\n") == "4:6: nodes depend on each other: a -> b -> c -> a");
  CHECK(told("nodes:\n  a: b\n  b: {type: max, inputs: [a, c]}\n  c: {type: fbm, source: b}\n  d: {type: fbm, "
             "source: d}\n") ==
        "3:27: nodes depend on each other: a -> b -> a\n4:26: nodes depend on each other: b -> c -> b\n"
        "5:26: node 'd' refers to itself: d -> d");
  std::string ring = "nodes:\n";
  for (int i = 0; i < 1000; ++i) ring += fmt::format("  n{}: n{} + 1\n", i, (i + 1) % 1000);
  CHECK(
      told(ring) ==
      "1001:9: nodes depend on each other: n0 -> n1 -> n2 -> n3 -> n4 -> n5 -> (989 more) -> n995 -> n996 -> n997 -> "
      "n998 -> n999 -> n0");
}

TEST_CASE("unused nodes and params are warned of") {
  const std::string outputs =
      "outputs:\n  - {file: a.exr, channels: {Y: h}}\ngrid: {spacing: 1, resolution: [4, 4]}\n";
  CHECK(told("nodes:\n  h: k\n  k: m\n  m: perlin\n  u: v\n  v: 3\n" + outputs) ==
        "5:3: node 'u' is not used by any output [W301]\n6:3: node 'v' is not used by any output [W301]");
  CHECK(told("nodes:\n  h: k\n  k: perlin\n  u: 3\n").empty());
  CHECK(told("params: {size: 4, relief: 3, width: 2}\nnodes:\n  h: {type: perlin, wavelength: size}\n  k: \"x * "
             "width\"\n") == "1:19: parameter 'relief' is not used [W302]");
  CHECK(build("nodes:\n  u: 3\n" + outputs).diagnostics.error_count() == 1);
}

TEST_CASE("long chains of names neither overflow nor take long") {
  const auto seconds = [](const std::string& text) {
    Diagnostics diagnostics;
    const Recipe recipe = parse_recipe(text, "r.yaml", {}, diagnostics);
    const std::clock_t start = std::clock();
    const Graph graph = build_graph(recipe, registry(), diagnostics);
    const double time = processor_seconds_since(start);
    INFO(diagnostics.format_all());
    CHECK(diagnostics.all().empty());
    CHECK(graph.order.size() == graph.size());
    return time;
  };
  constexpr int length = 100'000;
  std::string sums = "orograph: 1\nnodes:\n";
  std::string aliases = sums;
  for (int i = 0; i < length; ++i) {
    sums += fmt::format("  n{}: n{} + 1\n", i, i + 1);
    aliases += fmt::format("  n{}: n{}\n", i, i + 1);
  }
  const std::string end = fmt::format("  n{}: perlin\n", length);
  CHECK(seconds(sums + end) < 5 * slowness);
  CHECK(seconds(aliases + end) < 5 * slowness);
  std::string thousand = "orograph: 1\nnodes:\n  n0: perlin\n";
  for (int i = 1; i < 1000; ++i)
    thousand += fmt::format("  n{}: {{type: fbm, source: n{}, wavelength: 2 * 8}}\n", i, i - 1);
  CHECK(seconds(thousand) < 0.25 * slowness);
}

TEST_CASE("a file of nothing but unknown names is answered in bounded time") {
  std::string text = "nodes:\n";
  for (int i = 0; i < 50'000; ++i) text += fmt::format("  n{}: m{}\n", i, i);
  const std::clock_t start = std::clock();
  CHECK(build(text).diagnostics.error_count() == 50'000);
  CHECK(processor_seconds_since(start) < 10 * slowness);
}

TEST_CASE("a registry finds types and refuses twins") {
  CHECK(registry().find("perlin")->category == "noise");
  CHECK(registry().find("perl") == nullptr);
  CHECK(registry().types().front() == "abs");
  CHECK(keys_of(*registry().find("fbm")) == std::vector<std::string_view>{"type", "source", "octaves", "gain",
                                                                          "normalize", "seed", "frequency",
                                                                          "wavelength"});
  const NodeSpec* perlin = registry().find("perlin");
  CHECK_THROWS_AS(NodeRegistry({perlin, perlin}), InternalError);
}

}  // namespace
}  // namespace orograph
