// SPDX-License-Identifier: MIT
// Mistakes that people make in recipes, with the whole text they are answered with: each says what to type instead.
#include <catch2/catch.hpp>
#include <string>

#include "graph/graph.hpp"
#include "graph/lower.hpp"
#include "nodes/registry.hpp"

namespace orograph {
namespace {

struct Told {
  std::string text;
  std::size_t errors = 0;
};

Told told_of(const std::string& recipe_text) {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe("orograph: 1\n" + recipe_text, "r", {}, diagnostics);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
  if (!diagnostics.has_errors()) {
    std::vector<NodeId> nodes;
    for (NodeId id = 0; id < graph.size(); ++id) nodes.push_back(id);
    lower_nodes(graph, nodes, diagnostics);
  }
  return {diagnostics.format_all(), diagnostics.error_count()};
}

std::string told(const std::string& recipe_text) {
  return told_of(recipe_text).text;
}

// What is told of the constant of `params: {a: ...}` in block style, from the message on.
std::string of_constant(const std::string& constant) {
  const std::string text = told("params:\n  s: 4\n  a: " + constant + "\nseed: s\n");
  const std::size_t message = text.find("error: ");
  REQUIRE(message != std::string::npos);
  return text.substr(message);
}

TEST_CASE("remedies: constants of other languages, and units") {
  CHECK(of_constant("5yd") ==
        "error: unknown unit 'yd'\n  4 |   a: 5yd\n    |       ^~\n"
        "    help: write '4.572 m' (5 yd)\n          units are km, m, cm, ft, deg, rad, %\n");
  CHECK(of_constant("-35 degrees").find("help: write '-35 deg' (-35 degrees)\n") != std::string::npos);
  CHECK(told("params: {a: 0o7}\n") ==
        "r:2:13: error: unexpected octal number '0o7'\n"
        "  2 | params: {a: 0o7}\n"
        "    |             ^~~\n"
        "    help: write '7'\n");
  CHECK(of_constant("0x1F") ==
        "error: unexpected hexadecimal number '0x1F'\n  4 |   a: 0x1F\n    |      ^~~~\n    help: write '31'\n");
  CHECK(of_constant("0b101 + 1").find("error: unexpected binary number '0b101'\n") == 0);
  CHECK(of_constant("0b12").find("help: write the number in decimal\n") != std::string::npos);
  CHECK(of_constant("1e") ==
        "error: '1e' is no number: digits are missing behind its 'e'\n  4 |   a: 1e\n    |      ^~\n"
        "    help: write '1', or an exponent: '1e3' is 1 * 1000\n");
  CHECK(of_constant("2.5e+ ").find("error: '2.5e+' is no number: digits are missing behind its 'e'\n") == 0);
  CHECK(of_constant("1_000") ==
        "error: '1_000' is no number\n  4 |   a: 1_000\n    |      ^~~~~\n    help: write '1000'\n");
  CHECK(of_constant("2 * 1_000_000.5").find("help: write '1000000.5'\n") != std::string::npos);
  CHECK(of_constant("1.2.3").find("help: write '1.23'\n") != std::string::npos);
  CHECK(of_constant("1 000") ==
        "error: missing operator before '000'\n  4 |   a: 1 000\n    |        ^~~\n"
        "    help: write '1000': digits stand together\n");
  CHECK(of_constant("2 s").find("help: write '2 * s' to multiply\n") != std::string::npos);
  CHECK(of_constant("2 * PI").find("help: write pi\n") != std::string::npos);
}

// The first error's help.
std::string help_of(const std::string& recipe_text) {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe("orograph: 1\n" + recipe_text, "r", {}, diagnostics);
  build_graph(recipe, standard_nodes(), diagnostics);
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::error) return d.help;
  return {};
}

const std::string units_are = "units are km, m, cm, ft, deg, rad, %";

TEST_CASE("remedies: units that recipes do not take, and units that stand elsewhere than behind a number") {
  const auto wavelength = [](const std::string& text) {
    return "nodes: {n: {type: perlin, wavelength: " + text + "}}\n";
  };
  CHECK(help_of(wavelength("5 mm")) == "write '0.005 m' (5 mm)\n" + units_are);
  CHECK(help_of(wavelength("-5 mm / 2")) == "write '-0.005 m' (-5 mm)\n" + units_are);
  CHECK(help_of("units: km\n" + wavelength("1000 yd")) == "write '0.9144 km' (1000 yd)\n" + units_are);
  CHECK(help_of(wavelength("5 KM")) == "did you mean 'km'?\n" + units_are);
  CHECK(help_of(wavelength("5 nm")) == "write '5 * nm' to multiply; " + units_are);
  CHECK(help_of("units: ell\n" + wavelength("5 ell")) == "write '5': world units need no name\n" + units_are);
  const std::string or_say = "\nor say what a world unit is: 'units: m', km, cm or ft";
  CHECK(help_of("units: meters\n" + wavelength("5 km")) == "write '5000' (5 km in meters)" + or_say);
  CHECK(help_of("units: ell\n" + wavelength("5 km / 2")) ==
        "write the number in world units, without a unit" + or_say);
  CHECK(told("units: ell\nparams: {a: 5 km}\nseed: a\n") ==
        "r:3:13: error: '5 km' is a length, and the recipe's units are 'ell'\n"
        "  3 | params: {a: 5 km}\n"
        "    |             ^\n"
        "    help: write the number in world units, without a unit\n"
        "          or say what a world unit is: 'units: m', km, cm or ft\n");
  CHECK(help_of("params: {w: 2}\n" + wavelength("w km")) == "write 'w * 1 km': a unit stands behind a number");
  CHECK(help_of("params: {w: 2}\n" + wavelength("(w + 1) m")) ==
        "write '(...) * 1 m': a unit stands behind a number");
  CHECK(help_of(wavelength("5 km m")) == "write one unit behind a number");
  CHECK(told("params: {a: 7 % 3}\n").find("error: there is no operator '%' in an expression\n") != std::string::npos);
}

TEST_CASE("remedies: what measures something else") {
  const auto node = [](const std::string& text) { return "nodes: {n: {" + text + "}}\n"; };
  const auto fbm = [&](const std::string& text) { return node("type: fbm, source: perlin, " + text); };
  CHECK(told(fbm("octaves: 8 km")) ==
        "r:2:49: error: 'octaves' takes a plain number, and this is a length\n"
        "  2 | nodes: {n: {type: fbm, source: perlin, octaves: 8 km}}\n"
        "    |                                                 ^~~~\n"
        "    help: write the number alone, or divide by a length, like '/ 1 km'\n");
  const auto first = [](const std::string& recipe) {
    const std::string text = told(recipe);
    const std::size_t at = text.find("error: ");
    return at == std::string::npos ? text : text.substr(at + 7, text.find('\n', at) - at - 7);
  };
  CHECK(first(fbm("gain: 30 deg")) == "'gain' takes a plain number, and this is an angle");
  CHECK(first(fbm("lacunarity: 2 m")) == "'lacunarity' takes a plain number, and this is a length");
  CHECK(first(fbm("wavelength: 30 deg")) == "'wavelength' takes a length, and this is an angle");
  CHECK(first("params: {s: 2 km}\n" + fbm("wavelength: s * s")) ==
        "'wavelength' takes a length, and this is an area (a length times a length)");
  CHECK(first("params: {s: 2 km}\n" + fbm("wavelength: 1 / s")) ==
        "'wavelength' takes a length, and this is a number per length");
  CHECK(first(fbm("frequency: 2 km")) == "'frequency' takes a number per length, and this is a length");
  CHECK(help_of(fbm("frequency: 2 km")) == "write 'wavelength: 2 km' instead of 'frequency'");
  CHECK(first(node("type: transform, source: perlin, rotate: 2 km")) ==
        "'rotate' takes an angle, and this is a length");
  CHECK(first(node("type: transform, source: perlin, translate: [2 km, 3 deg]")) ==
        "'translate' takes a length, and this is an angle");
  CHECK(first("grid: {resolution: 4, spacing: 4 deg}\n") == "'spacing' takes a length, and this is an angle");
  CHECK(first("grid: {resolution: 4 m}\n") == "'resolution' takes a plain number, and this is a length");
  CHECK(first("seed: 4 m\n") == "'seed' takes a plain number, and this is a length");
  CHECK(told("params: {a: 2 km + 30 deg}\nseed: a\n") ==
        "r:2:18: error: '+' of a length and an angle\n"
        "  2 | params: {a: 2 km + 30 deg}\n"
        "    |                  ^\n"
        "    help: they must measure the same: lengths go with lengths, angles with angles\n");
  CHECK(first("params: {a: 'max(1, 2 km, 30 deg)'}\n") == "'max' of a length and an angle");
  CHECK(first("params: {a: 2 km - 3 km * 2 km}\n") == "'-' of a length and an area (a length times a length)");
  CHECK(first("params: {a: 'mix(1 m, 2 m, 3 m)'}\n") ==
        "argument 3 of 'mix' takes a plain number, and this is a length");
  CHECK(first("params: {a: 2 ^ (3 m)}\n") == "an exponent takes a plain number, and this is a length");
  CHECK(first(node("type: remap, input: 'max(x, 3 km * y, 2 deg, 1 m)'")) == "'max' of an angle and a length");
}

TEST_CASE("remedies: functions and constants of other languages") {
  const auto help = [](const std::string& expression) {
    return help_of("nodes: {p: perlin, n: '" + expression + "'}\n");
  };
  CHECK(help("lerp(p, 1, 2)") == "write mix(a, b, t)");
  CHECK(help("saturate(p)") == "write clamp(v, 0, 1)");
  CHECK(help("frac(p)") == "write fract(v)");
  CHECK(help("length(x, y)") == "write hypot(x, y)");
  CHECK(help("sgn(p)") == "write sign(v)");
  CHECK(help("ln(p)") == "write log(v)");
  CHECK(help("log10(p)") == "write log(v) / log(10)");
  CHECK(help("asin(p)") == "write atan2(v, sqrt(1 - v * v))");
  CHECK(help("deg2rad(p)") == "write radians(v)");
  CHECK(help("tanh(p)") == "write 1 - 2 / (exp(2 * v) + 1)");
  CHECK(help("fmod(p, 2)") == "write mod(a, b), whose result has the sign of b");
  CHECK(help("trunc(p)") == "write sign(v) * floor(abs(v))");
  CHECK(help("fit(p, 0, 1, 2, 3)") == "write remap(value, from_low, from_high, to_low, to_high)");
  CHECK(help("smin(p, 1, 2)") == "write smooth_min(a, b, width)");
  CHECK(help("if(p > 0, 1, 2)") == "write condition ? a : b, or select(condition, a, b)");
  CHECK(help("where(p > 0, 1, 2)") == "write select(condition, a, b), or condition ? a : b");
  CHECK(help("p * PI") == "write pi");
  CHECK(help("p * true") == "write 1");
}

TEST_CASE("remedies: signs and words of other languages") {
  const auto help = [](const std::string& expression) {
    return help_of("nodes: {p: perlin, n: '" + expression + "'}\n");
  };
  CHECK(help("p = 2") == "write '==' to compare; a value gets its name under 'nodes' or 'params'");
  CHECK(help("p <> 2") == "write '!=' to compare");
  CHECK(help("p === 2") == "write '==' to compare");
  CHECK(help("p =< 2") == "write '<=' to compare");
  CHECK(help("p \xE2\x89\xA5 2") == "write '>=' to compare");
  CHECK(help("p & 2") == "write '&&' where both conditions are to hold");
  CHECK(help("p | 2") == "write '||' where one of the conditions is to hold");
  CHECK(help("~p") == "write '!' for the opposite of a condition");
  CHECK(help("p ** 2") == "write '^' for a power");
  CHECK(help("p % 2") == "write mod(a, b) for the remainder of a by b");
  CHECK(help("p and 2") == "write '&&'");
  CHECK(help("p OR 2") == "write '||'");
  CHECK(help("p mod 2") == "write mod(a, b)");
  CHECK(help("p ! 2") == "write '!=' to compare, or '&& !' for one condition without the other");
  CHECK(help("2 * \xCF\x80") == "write 'pi'");
  CHECK(told("nodes: {p: perlin, n: not p}\n") ==
        "r:2:23: error: there is no operator 'not' in an expression\n"
        "  2 | nodes: {p: perlin, n: not p}\n"
        "    |                       ^~~\n"
        "    help: write '!' for the opposite of a condition\n");
  CHECK(told("nodes: {p: perlin, n: if p > 0 then 1 else 2}\n") ==
        "r:2:23: error: there is no operator 'if' in an expression\n"
        "  2 | nodes: {p: perlin, n: if p > 0 then 1 else 2}\n"
        "    |                       ^~\n"
        "    help: write 'condition ? a : b', or select(condition, a, b)\n");
  CHECK(told("nodes: {p: perlin, n: 0 < p < 1}\n") ==
        "r:2:29: error: comparisons do not chain: each gives 0 or 1\n"
        "  2 | nodes: {p: perlin, n: 0 < p < 1}\n"
        "    |                             ^\n"
        "    help: write '0 < p && p < 1'\n");
}

TEST_CASE("remedies: expressions that YAML reads as something else") {
  CHECK(told("nodes: {n: x > 0 ? 1 : 2}\n") ==
        "r:2:18: error: an expression with '?' and ':' must stand in quotes\n"
        "  2 | nodes: {n: x > 0 ? 1 : 2}\n"
        "    |                  ^\n"
        "    help: write \"condition ? a : b\"\n");
  CHECK(told("nodes:\n  n: x > 0 ? 1 : 2\n") ==
        "r:3:12: error: an expression with '?' and ':' must stand in quotes\n"
        "  3 |   n: x > 0 ? 1 : 2\n"
        "    |            ^\n"
        "    help: write \"condition ? a : b\"\n");
  CHECK(told("nodes:\n  n: !(x > 0)\n") ==
        "r:3:6: error: an expression that begins with '!' must stand in quotes\n"
        "  3 |   n: !(x > 0)\n"
        "    |      ^\n"
        "    help: write \"!(condition)\"\n");
  CHECK(told("nodes: {n: !(x > 0)}\n") ==
        "r:2:12: error: an expression that begins with '!' must stand in quotes\n"
        "  2 | nodes: {n: !(x > 0)}\n"
        "    |            ^\n"
        "    help: write \"!(condition)\"\n");
}

TEST_CASE("remedies: names that could not be read are no second mistake") {
  CHECK(told("nodes:\n  - n: perlin\noutputs: [{file: a.exr, channels: {Y: n, Z: n + 1}}]\n") ==
        "r:3:3: error: 'nodes' must be a mapping, and this is a list\n"
        "  3 |   - n: perlin\n"
        "    |   ^\n"
        "    help: write 'nodes:', and below it 'name: {type: ...}'\n");
  CHECK(told_of("params: [s]\nseed: s\nnodes: {n: x * s}\ngrid: {resolution: s}\n").errors == 1);
}

TEST_CASE("remedies: two numbers that are no list") {
  CHECK(told("grid: {resolution: 64x64}\n") ==
        "r:2:20: error: 'resolution' needs a list, and this is '64x64'\n"
        "  2 | grid: {resolution: 64x64}\n"
        "    |                    ^~~~~\n"
        "    help: write [64, 64]\n");
  CHECK(help_of("grid: {resolution: 4, origin: '1.5, -2'}\n") == "write [1.5, -2]");
  const auto range = [](const std::string& text) {
    return help_of("outputs: [{file: a.png, channels: {Y: 1}, range: " + text + "}]\n");
  };
  CHECK(range("0..1") == "write [0, 1]");
  CHECK(range("-1.5 .. 2") == "write [-1.5, 2]");
  CHECK(range("3") == "write two numbers: [LO, HI]");
  CHECK(range("[0, 1, 2]") == "write two numbers: [LO, HI]");
}

TEST_CASE("remedies: a node's name that hides a noise") {
  CHECK(told("nodes: {perlin: {type: fbm, source: perlin}}\n") ==
        "r:2:37: error: node 'perlin' refers to itself: perlin -> perlin\n"
        "  2 | nodes: {perlin: {type: fbm, source: perlin}}\n"
        "    |                                     ^~~~~~\n"
        "    help: the node's name hides the noise 'perlin': write 'source: {type: perlin}', or rename the node\n");
  CHECK(help_of("nodes: {perlin: {type: fbm, source: simplx}}\n") ==
        "did you mean 'simplex'?\none of: perlin, simplex, value, x, y");
}

TEST_CASE("remedies: mistakes of lowering are told beside those that keep it from being whole") {
  const std::string period =
      "  bad: {type: fbm, source: perlin, lacunarity: 1.9, period: [8, 8]}\n"
      "  flat: {type: slice, z: 1, source: {type: perlin, variant: circle}}\n";
  const auto has = [](const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  };
  for (const std::string other : {"nodes:\n  a: perln\n", "grid: {}\nnodes:\n", "nodes:\n  a: b\n  b: a\n"}) {
    const Told all = told_of(other + period);
    INFO(all.text);
    CHECK(has(all.text, "the period is 15.2 lattice cells along x where it reaches 'bad.source'"));
    CHECK(has(all.text, "variant 'circle' of node type 'perlin' has no 3D form"));
    CHECK(all.errors >= 3);
  }
  // Of a param that is wrong nothing is known: no follow-ups.
  CHECK(told_of("params: {p: 1 +}\nnodes: {n: {type: perlin, period: [p / 3, 8]}, m: n + 1}\n").errors == 1);
}

TEST_CASE("remedies: mistakes of nodes that no output uses") {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe(
      "orograph: 1\nnodes:\n  n: {type: fbm, source: perlin, lacunarity: 1.9, period: [8, 8]}\n"
      "  w: {type: domain_warp, source: value, x: perlin, y: simplex, z: 2}\n"
      "outputs: [{file: a.exr, channels: {Y: x}}]\n",
      "r", {}, diagnostics);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
  REQUIRE_FALSE(diagnostics.has_errors());
  const Program program = lower(graph, recipe.outputs, diagnostics);
  CHECK(diagnostics.error_count() == 1);
  CHECK(diagnostics.warning_count() == 2);  // not used: w may be meant for a slice, where its z has an effect
  CHECK(diagnostics.all().back().message.starts_with("the period is 15.2 lattice cells along x"));
  CHECK(program.wave_uses.empty());
}

TEST_CASE("remedies: what --set made is told with the mistake, and once") {
  const auto told_with = [](const std::string& text, const std::string& name, const std::string& value) {
    Diagnostics diagnostics;
    const Recipe recipe = parse_recipe("orograph: 1\n" + text, "r", {{{name, value}}, {}}, diagnostics);
    const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
    if (!diagnostics.has_errors()) lower_nodes(graph, unused_by_nodes(graph), diagnostics);
    return diagnostics.format_all();
  };
  CHECK(
      told_with("params: {cells: 4}\nnodes:\n  n: {type: perlin, period: [cells, cells]}\n"
                "  m: {type: perlin, seed: 2, period: [cells, cells]}\n",
                "cells", "4.5") ==
      "r:4:29: error: the period is 4.5 lattice cells along x where it reaches 'n'; it must be a whole number from 1 "
      "to 16777216\n"
      "  4 |   n: {type: perlin, period: [cells, cells]}\n"
      "    |                             ^\n"
      "    help: period times every frequency, lacunarity and 1/scale below it must be whole: use a whole "
      "lacunarity, "
      "or a period that its power divides\n"
      "          cells = 4.5 (--set)\n");
  CHECK(told_with("params: {c: 4, d: 2 * c}\nnodes: {n: {type: fbm, source: perlin, octaves: d}}\n", "c", "1.25") ==
        "r:3:49: error: 'octaves' takes a whole number, got 2.5\n"
        "  3 | nodes: {n: {type: fbm, source: perlin, octaves: d}}\n"
        "    |                                                 ^\n"
        "    help: 'octaves' goes from 1 to 32\n"
        "          d = 2.5 (through --set c)\n");
  CHECK(told_with("params: {s: 4}\ngrid: {resolution: 4, spacing: s}\n", "s", "-1").find("s = -1 (--set)\n") !=
        std::string::npos);
}

TEST_CASE("remedies: functions without parentheses") {
  CHECK(told("params: {a: abs x}\n") ==
        "r:2:17: error: missing '(' behind 'abs'\n"
        "  2 | params: {a: abs x}\n"
        "    |                 ^\n"
        "    help: write 'abs(x)'\n");
  CHECK(of_constant("1 + sqrt s").find("help: write 'sqrt(s)'\n") != std::string::npos);
  CHECK(of_constant("mix 1").find("help: write mix(a, b, t)\n") != std::string::npos);
  CHECK(told("params: {a: max(1, 2)}\n") ==
        "r:2:13: error: an expression with commas must stand in quotes inside { } and [ ]\n"
        "  2 | params: {a: max(1, 2)}\n"
        "    |             ^~~~~\n"
        "    help: write '\"max(1, 2)\"'\n");
}

TEST_CASE("remedies: constants without a value") {
  CHECK(told("params: {a: 1/0}\n") ==
        "r:2:14: error: division by zero\n"
        "  2 | params: {a: 1/0}\n"
        "    |              ^\n"
        "    help: divide by a number other than 0\n");
  CHECK(told("params: {a: sqrt(-1)}\n") ==
        "r:2:13: error: the square root of a negative number\n"
        "  2 | params: {a: sqrt(-1)}\n"
        "    |             ^~~~\n"
        "    help: write sqrt(abs(v)) to drop the sign, or sqrt(max(0, v)) to take 0\n");
  for (const char* constant : {"(0 - 8) ^ 0.5", "0 ^ -1", "clamp(1, 3, 2)", "smoothstep(2, 2, 1)",
                               "remap(1, 2, 2, 0, 1)", "1e300 * 1e300", "10 ^ 400"}) {
    INFO(constant);
    CHECK(of_constant(constant).find("    help: ") != std::string::npos);
  }
}

TEST_CASE("remedies: a grid's spacing, too many params") {
  CHECK(told("grid: {resolution: 4, spacing: -2}\n") ==
        "r:2:32: error: 'spacing' must be above 0, and is -2\n"
        "  2 | grid: {resolution: 4, spacing: -2}\n"
        "    |                                ^~\n"
        "    help: write the distance between samples: 'spacing: 1'\n");
  std::string many = "params:\n";
  for (int i = 0; i < 4097; ++i) many.append("  p").append(std::to_string(i)).append(": 1\n");
  // Those beyond are known all the same: no use of them is a second mistake.
  CHECK(told(many + "seed: p4096\n") ==
        "r:3:3: error: 4097 parameters, and at most 4096 may be\n"
        "  3 |   p0: 1\n"
        "    |   ^~\n"
        "    help: write numbers that are used once where they are used\n");
}

TEST_CASE("remedies: seeds are 64-bit integers, written in digits") {
  CHECK(told("seed: 1e19\n") ==
        "r:2:7: error: 'seed' is 1e+19, and must be a whole number of 64 bits\n"
        "  2 | seed: 1e19\n"
        "    |       ^~~~\n"
        "    help: write 10000000000000000000: digits alone, from -9223372036854775808 to 18446744073709551615\n");
  CHECK(told("seed: 10000000000000000000\n").empty());
  CHECK(told("seed: -1e20\n").find("help: write digits alone, from -9223372036854775808 to 18446744073709551615\n") !=
        std::string::npos);
  CHECK(told("nodes: {a: {type: perlin, seed: 1e19}}\n") ==
        "r:2:33: error: 'seed' takes a whole number, got 1e+19\n"
        "  2 | nodes: {a: {type: perlin, seed: 1e19}}\n"
        "    |                                 ^~~~\n"
        "    help: write 10000000000000000000: digits alone, from -9223372036854775808 to 18446744073709551615\n");
  CHECK(told("nodes: {a: {type: fbm, source: perlin, octaves: 1.5}}\n").find("help: 'octaves' goes from 1 to 32\n") !=
        std::string::npos);
}

TEST_CASE("remedies: a misspelt 'type'") {
  CHECK(told("nodes: {a: {typ: perlin}}\n") ==
        "r:2:13: error: 'a' has no 'type', but an unknown key 'typ'\n"
        "  2 | nodes: {a: {typ: perlin}}\n"
        "    |             ^~~\n"
        "    help: did you mean 'type'?\n");
  CHECK(told("nodes: {a: {seed: 1}}\n").find("help: write '{type: TYPE, ...}'; node types:\n") != std::string::npos);
}

TEST_CASE("remedies: keys that are too long") {
  const auto key = [](std::size_t length) { return std::string(length, 'k'); };
  const std::string message = "error: a key of 1025 bytes; at most 1024 are read\n";
  CHECK(told("nodes:\n  " + key(1025) + ": 1\n").starts_with("r:3:3: " + message));
  CHECK(told("nodes: {" + key(1025) + ": 1}\n").starts_with("r:2:9: " + message));
  CHECK(told("nodes: {a: {type: perlin, " + key(1025) + ": 1}}\n").starts_with("r:2:27: " + message));
  CHECK(told("nodes:\n  - '" + key(1023) + "': 1\n").starts_with("r:3:5: " + message));
  CHECK(told("nodes: {\"" + key(1023) + "\": 1}\n").starts_with("r:2:9: " + message));
  CHECK(told("nodes: {" + key(1025) + ": 1}\n").find("help: shorten it\n") != std::string::npos);
  CHECK(told("nodes:\n  " + key(1024) + ": 1\n").empty());
  // A long text with a colon is no key.
  CHECK(told("nodes:\n  a: " + key(1025) + ": 1\n").find("error: a second ': ' on one line") != std::string::npos);
}

TEST_CASE("remedies: scales beyond what numbers hold") {
  CHECK(told("nodes: {a: {type: perlin, wavelength: 5e-324}}\n") ==
        "r:2:39: error: 'wavelength' must be from 1e-100 to 1e+100, got 5e-324\n"
        "  2 | nodes: {a: {type: perlin, wavelength: 5e-324}}\n"
        "    |                                       ^~~~~~\n"
        "    help: wavelength: size of one feature (a lattice cell): 1 / frequency, written instead of it\n");
  CHECK(told("nodes: {a: {type: perlin, frequency: 1e308}}\n") ==
        "r:2:38: error: 'frequency' must be greater than 0 and at most 1e+100, got 1e+308\n"
        "  2 | nodes: {a: {type: perlin, frequency: 1e308}}\n"
        "    |                                      ^~~~~\n"
        "    help: frequency: features per unit of length; the position is multiplied by it\n");
  // Together they still run out of reach: told once a node, never as a formula with inf in it.
  std::string nested = "{type: perlin, frequency: 1e100, period: [1e100, 1e100]}";
  for (int i = 0; i < 4; ++i) nested = "{type: fbm, octaves: 1, frequency: 1e100, source: " + nested + "}";
  const Told far = told_of("nodes: {a: " + nested + "}\n");
  INFO(far.text);
  CHECK(far.text.find("is out of reach") != std::string::npos);
  CHECK(far.text.find("inf") == std::string::npos);
  CHECK(far.text.find("nan") == std::string::npos);
}

TEST_CASE("remedies: thousands of wrong types") {
  std::string text = "nodes:\n";
  for (int i = 0; i < 20'000; ++i) text.append("  n").append(std::to_string(i)).append(": {type: perln}\n");
  const Told wrong = told_of(text);
  CHECK(wrong.errors == 20'000);
  CHECK(wrong.text.starts_with("r:3:14: error: unknown node type 'perln'\n"));
  const std::size_t list = wrong.text.find("node types:\n");
  CHECK(list != std::string::npos);
  CHECK(wrong.text.find("node types:\n", list + 1) == std::string::npos);
  CHECK(wrong.text.find(
            "help: did you mean 'perlin'?\n            the command 'orograph nodes' lists the node types\n") !=
        std::string::npos);
  CHECK(wrong.text.ends_with("... and 19900 more errors\n"));
  CHECK(wrong.text.size() < 30'000);
}

TEST_CASE("remedies: what makes an overflow is named by its operator") {
  Diagnostics diagnostics;
  const Recipe recipe =
      parse_recipe("orograph: 1\nnodes:\n  a: x + 1e38 * y * 1e38\n  b: max(a, 2)\n", "r", {}, diagnostics);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
  REQUIRE(diagnostics.format_all().empty());
  const auto column = [&](NodeId id) { return graph.node(id).loc.column; };
  CHECK(column(graph.find("a")) == 8);
  CHECK(column(graph.find("b")) == 6);
  CHECK(graph.node(graph.find("a")).named);
  CHECK(told("nodes: {a: x + 1e30 * 1e30}\n") ==
        "r:2:21: error: 1e+60 is too large for a field\n"
        "  2 | nodes: {a: x + 1e30 * 1e30}\n"
        "    |                     ^\n"
        "    help: the values of a field are 32-bit floats, up to 3.4e38\n");
}

}  // namespace
}  // namespace orograph
