// SPDX-License-Identifier: MIT
// Recipes: what each key means, and what every kind of mistake is answered with, and where.
#include "graph/recipe.hpp"
#include "graph/constants.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "support/bits.hpp"
#include "support/memory.hpp"

namespace orograph {
namespace {

struct Parsed {
  Recipe recipe;
  std::string text;  // of all diagnostics
  std::size_t errors = 0;
};

Parsed parse(std::string_view text, const RecipeOverrides& overrides = {}) {
  Diagnostics diagnostics;
  Parsed parsed;
  parsed.recipe = parse_recipe(text, "r", overrides, diagnostics);
  parsed.text = diagnostics.format_all();
  parsed.errors = diagnostics.error_count();
  return parsed;
}

Parsed parse_body(const std::string& body, const RecipeOverrides& overrides = {}) {
  return parse("orograph: 1\n" + body, overrides);
}

Recipe good(const std::string& body, const RecipeOverrides& overrides = {}) {
  const Parsed parsed = parse_body(body, overrides);
  INFO(body << '\n' << parsed.text);
  CHECK(parsed.errors == 0);
  return parsed.recipe;
}

// The one error of a recipe's body, with its place: "2:7: error: ..." is matched up to the length of `start`.
void check_error(const std::string& body, const std::string& start, const std::string& help = {}) {
  const Parsed parsed = parse_body(body);
  INFO(body << '\n' << parsed.text);
  CHECK(parsed.errors == 1);
  CHECK(parsed.text.starts_with("r:" + start));
  CHECK(parsed.text.find(help) != std::string::npos);
}

void check_text_error(std::string_view text, const std::string& start, const std::string& help = {}) {
  const Parsed parsed = parse(text);
  INFO(text.substr(0, 200) << '\n' << parsed.text);
  CHECK(parsed.errors == 1);
  CHECK(parsed.text.starts_with("r:" + start));
  CHECK(parsed.text.find(help) != std::string::npos);
}

const YamlValue& node(const Recipe& recipe, std::string_view name) {
  for (const NodeDefinition& n : recipe.nodes) {
    if (n.name == name) return n.value;
  }
  FAIL("no node " << name);
  return recipe.nodes.front().value;
}

std::string place(SourceLoc loc) {
  return std::to_string(loc.line) + ":" + std::to_string(loc.column) + "+" + std::to_string(loc.length);
}

TEST_CASE("a whole recipe") {
  const Recipe r = good(
      "noise: 1\nseed: 7\nunits: m\n"
      "params: {relief: 1800, size: 4000}\n"
      "nodes:\n"
      "  hills:  {type: fbm, source: {type: perlin}, octaves: 8, wavelength: size}\n"
      "  height: \"max(0, hills)\"\n"
      "  sea: -3\n"
      "grid: {origin: [-4096, -size], spacing: 4, resolution: [2048, 1024], registration: point}\n"
      "outputs:\n"
      "  - {file: ./maps/island.exr, channels: {height: height, mask: {type: abs}}, type: half, compression: zip, "
      "tile: 64}\n"
      "  - {file: island.PNG, channels: {Y: height}, range: [0, relief]}\n"
      "  - {file: island.r16, channels: {Y: height}, range: [10, -10]}\n"
      "  - {file: island.r32, channels: {Y: height}}\n");
  CHECK(r.file == "r");
  CHECK(r.seed == 7);
  CHECK(r.units == "m");
  REQUIRE(r.params.size() == 2);
  CHECK(r.params[0].name == "relief");
  CHECK(r.params[0].value == 1800);
  CHECK(place(r.params[0].loc) == "5:10+6");
  CHECK(r.params[0].used);
  CHECK(r.params[1].used);
  REQUIRE(r.nodes.size() == 3);
  CHECK(r.nodes[0].name == "hills");
  CHECK(place(r.nodes[0].loc) == "7:3+5");
  CHECK(node(r, "hills").find("source")->find("type")->scalar == "perlin");
  CHECK(node(r, "hills").find("octaves")->as_number() == 8);
  CHECK(node(r, "height").quoted);
  CHECK(node(r, "sea").as_number() == -3);
  REQUIRE(r.grid);
  CHECK(r.grid->origin == std::array{-4096.0, -4000.0});
  CHECK(r.grid->spacing == std::array{4.0, 4.0});
  CHECK(r.grid->resolution == std::array<std::int64_t, 2>{2048, 1024});
  CHECK(r.grid->registration == Registration::point);
  REQUIRE(r.outputs.size() == 4);
  CHECK(r.outputs[0].file == "maps/island.exr");
  CHECK(r.outputs[0].type == SampleType::f16);
  CHECK(r.outputs[0].compression == "zip");
  CHECK(r.outputs[0].tile == 64);
  CHECK(place(r.outputs[0].loc) == "12:12+17");
  REQUIRE(r.outputs[0].channels.size() == 2);
  CHECK(r.outputs[0].channels[1].name == "mask");
  CHECK(r.outputs[0].channels[1].field.kind == YamlValue::Kind::mapping);
  CHECK_FALSE(r.outputs[0].range);
  CHECK(r.outputs[1].type == SampleType::u16);
  CHECK(r.outputs[1].range == std::array{0.0, 1800.0});
  CHECK(r.outputs[2].type == SampleType::u16);
  CHECK(r.outputs[2].range == std::array{10.0, -10.0});
  CHECK(r.outputs[3].type == SampleType::f32);
}

TEST_CASE("what may be left out") {
  const Recipe r = good("grid: {resolution: 16}\nnodes:\nparams:\noutputs:\n");
  CHECK(r.seed == 0);
  CHECK(r.grid->origin == std::array{0.0, 0.0});
  CHECK(r.grid->spacing == std::array{1.0, 1.0});
  CHECK(r.grid->resolution == std::array<std::int64_t, 2>{16, 16});
  CHECK(r.grid->registration == Registration::area);
  CHECK_FALSE(good("").grid);
}

TEST_CASE("byte order mark and CR LF") {
  const Parsed p = parse("\xEF\xBB\xBForograph: 1\r\nnodes:\r\n  a: foo\r\n  b: 'x + y'\r\n");
  CHECK(p.text.empty());
  CHECK(p.recipe.nodes[0].value.scalar == "foo");
  CHECK(place(p.recipe.nodes[0].value.loc) == "3:6+3");
  CHECK(place(p.recipe.nodes[1].value.loc) == "4:7+5");
  check_text_error("\xEF\xBB\xBFseed: 1\r\n", "1:1: error: the key 'orograph' is missing");
}

TEST_CASE("the version of the format, and of the noise") {
  check_text_error("seed: 1\n", "1:1: error: the key 'orograph' is missing", "add 'orograph: 1'");
  check_text_error("seed: 1\norograph: 2\n", "2:11: error: 'orograph' is 2, which is newer than orograph 0.1.0 knows",
                   "this orograph reads recipe format 1: take a newer one for this recipe");
  check_text_error("orograph: 99999999999999999999999\n",
                   "1:11: error: 'orograph' is 99999999999999999999, which is newer");
  check_text_error("orograph: 0\n", "1:11: error: 'orograph' is 0", "this orograph reads recipe format 1");
  check_text_error("orograph: '1'\n", "1:12: error: 'orograph' must be a number, and this is a text",
                   "without quotes");
  check_text_error("orograph: one\n", "1:11: error: 'orograph' must be 1, and this is a string");
  check_text_error("orograph:\n", "1:1: error: 'orograph' must be 1, and this is nothing");
  check_error(
      "noise: 2\n", "2:8: error: 'noise' is 2, which is newer than orograph 0.1.0 knows",
      "this orograph computes noise version 1: take a newer one, or write 'noise: 1' for terrain of another shape");
}

TEST_CASE("unknown keys and the nearest right ones") {
  check_error("nods: {}\n", "2:1: error: unknown key 'nods' of a recipe", "did you mean 'nodes'?");
  check_error("grid: {resolution: 4, orgin: [0, 0]}\n", "2:23: error: unknown key 'orgin' of the grid",
              "did you mean 'origin'?");
  check_error("outputs: [{file: a.exr, channels: {Y: 1}, rnage: [0, 1]}]\n",
              "2:43: error: unknown key 'rnage' of an output", "did you mean 'range'?");
  check_error("grid: {resolution: 4, registration: aera}\n", "2:37: error: unknown registration 'aera'",
              "did you mean 'area'?");
  check_error("outputs: [{file: a.exr, channels: {Y: 1}, type: flaot}]\n", "2:49: error: unknown type 'flaot'",
              "did you mean 'float'?");
}

TEST_CASE("seeds are 64 bits, signed or unsigned") {
  CHECK(good("seed: -9223372036854775808\n").seed == std::numeric_limits<std::int64_t>::min());
  CHECK(good("seed: 9223372036854775807\n").seed == std::numeric_limits<std::int64_t>::max());
  CHECK(good("seed: 9223372036854775808\n").seed == std::numeric_limits<std::int64_t>::min());
  CHECK(good("seed: 18446744073709551615\n").seed == -1);
  CHECK(good("seed: +5\n").seed == 5);
  CHECK(good("params: {a: 3}\nseed: a * 2\n").seed == 6);
  check_error("seed: 18446744073709551616\n", "2:7: error: 'seed' '18446744073709551616' does not fit in 64 bits");
  check_error("seed: -9223372036854775809\n", "2:7: error: 'seed' '-9223372036854775809' does not fit");
  check_error("seed: 1.5\n", "2:7: error: 'seed' is 1.5, and must be a whole number of 64 bits", "digits alone");
  check_error("seed: [1]\n", "2:7: error: 'seed' needs a number, and this is a list");
  check_error("seed:\n", "2:1: error: 'seed' has no value");
  RecipeOverrides overrides;
  overrides.seed = 42;
  CHECK(good("seed: 7\n", overrides).seed == 42);
}

TEST_CASE("units are a word") {
  CHECK(good("units: 'm'\n").units == "m");
  check_error("units: 5\n", "2:8: error: 'units' must be a text, and this is a number");
  check_error("units: [m]\n", "2:8: error: 'units' must be a text, and this is a list");
  check_error("units: \"a\\tb\"\n", "2:8: error: 'units' must be a short word");
}

TEST_CASE("params in any order") {
  const Recipe r = good("params:\n  a: b / 2\n  b: c ^ 2\n  c: 4\n  d: 1/512\n  e: -1.5e3\n  f: '2'\n");
  CHECK(r.params[0].value == 8);
  CHECK(r.params[1].value == 16);
  CHECK(r.params[2].value == 4);
  CHECK(r.params[3].value == 1.0 / 512);
  CHECK(r.params[4].value == -1500);
  CHECK(r.params[5].value == 2);
  CHECK_FALSE(r.params[0].used);
  CHECK(r.params[1].used);
}

TEST_CASE("params that are no constants") {
  check_error("params: {a: b, b: 2 * c, c: a + 1, d: a}\n",
              "2:10: error: parameters depend on each other: a -> b -> c -> a");
  check_error("params: {a: a}\n", "2:10: error: parameter 'a' is made of itself", "give it a number");
  check_error("params: {size: 1, a: 2 * sise}\n", "2:26: error: unknown name 'sise'", "did you mean 'size'?");
  check_error("params: {a: 1 / 0, b: a}\n", "2:15: error: division by zero");
  check_error("params: {a: .nan}\n", "2:13: error: parameter 'a' is '.nan', and must be finite");
  check_error("params: {a: -.inf}\n", "2:13: error: parameter 'a' is '-.inf', and must be finite");
  check_error("params: {a: 1e999}\n", "2:13: error: parameter 'a' is '1e999', which double precision cannot hold");
  check_error("params: {a: [1]}\n", "2:13: error: parameter 'a' needs a number, and this is a list");
  check_error("params: {a: }\n", "2:10: error: parameter 'a' has no value");
  check_error("params: [1]\n", "2:9: error: 'params' must be a mapping, and this is a list");
}

TEST_CASE("names") {
  CHECK(good("params: {_a1: 1}\nnodes: {B_2: 1}\n").nodes[0].name == "B_2");
  check_error("params: {1a: 1}\n", "2:10: error: '1a' is no name for a parameter");
  check_error("nodes: {a-b: 1}\n", "2:9: error: 'a-b' is no name for a node");
  check_error("nodes: {\xC3\xA9t\xC3\xA9: 1}\n", "2:9: error: '\xC3\xA9t\xC3\xA9' is no name for a node");
  check_error("nodes: {'': 1}\n", "2:9: error: '' is no name for a node");
  for (const std::string name :
       {"x", "y", "abs", "min", "max", "clamp", "mix", "smoothstep", "sqrt", "remap", "floor"}) {
    check_error("params: {" + name + ": 1}\n", "2:10: error: a parameter cannot be named '" + name + "'");
    check_error("nodes: {" + name + ": 1}\n", "2:9: error: a node cannot be named '" + name + "'");
  }
  check_error("params: {a: 1}\nnodes: {a: 1}\n", "3:9: error: 'a' is the name of a parameter already", "line 2");
}

TEST_CASE("nodes are mappings, expressions, numbers or names") {
  check_error("nodes: [a]\n", "2:8: error: 'nodes' must be a mapping, and this is a list");
  check_error("nodes:\n  a:\n  b: 1\n", "3:3: error: node 'a' has no value");
  check_error("nodes: {a: [1, 2]}\n", "2:12: error: node 'a' cannot be a list");
}

TEST_CASE("values of the wrong kind") {
  check_text_error("- 1\n", "1:1: error: a recipe must be a mapping, and this is a list");
  check_text_error("hello\n", "1:1: error: a recipe must be a mapping, and this is a string");
  check_error("grid: 5\n", "2:7: error: 'grid' must be a mapping, and this is a number");
  check_error("grid:\n", "2:1: error: 'grid' has no value, and needs a mapping");
  check_error("outputs: {}\n", "2:10: error: 'outputs' must be a list, and this is a mapping");
  check_error("outputs: [a.exr]\n", "2:11: error: an output must be a mapping, and this is a string");
}

TEST_CASE("the grid") {
  CHECK(good("grid: {resolution: [2, 3], spacing: [1/4, 2], origin: [-1, 2.5]}\n").grid->spacing ==
        std::array{0.25, 2.0});
  CHECK(good("grid: {resolution: [999999, 1000000]}\n").grid->resolution[0] == 999999);
  CHECK(good("grid: {resolution: [2147483647, 1]}\n").grid->resolution[0] == 2147483647);
  check_error("grid: {spacing: 1}\n", "2:7: error: the grid has no 'resolution'");
  check_error("grid: {resolution: 0}\n",
              "2:20: error: 'resolution' is 0, and must be a whole number from 1 to 2147483647");
  check_error("grid: {resolution: [4, 4.5]}\n", "2:24: error: 'resolution' is 4.5");
  check_error("grid: {resolution: [4, 2147483648]}\n", "2:24: error: 'resolution' is 2147483648");
  check_error("grid: {resolution: [4, 4, 4]}\n", "2:20: error: 'resolution' needs two numbers, and holds 3");
  check_error("grid: {resolution: 1000000}\n", "2:20: error: 1000000 x 1000000 samples are too many", "10^12");
  check_error("grid: {resolution: 2147483647}\n", "2:20: error: 2147483647 x 2147483647 samples are too many");
  check_error("grid: {resolution: 1e300}\n", "2:20: error: 'resolution' is 1e+300");
  check_error("grid: {resolution: 4, spacing: 0}\n", "2:32: error: 'spacing' must be above 0, and is 0");
  check_error("grid: {resolution: 4, spacing: [1, -2]}\n", "2:32: error: 'spacing' must be above 0, and is -2");
  check_error("grid: {resolution: 4, origin: 5}\n", "2:31: error: 'origin' must be a list, and this is a number",
              "[x, y]");
  check_error("grid: {resolution: 4, origin: [0, foo]}\n", "2:35: error: unknown name 'foo'");
}

TEST_CASE("positions are finite and differ") {
  check_error("grid: {resolution: 4, origin: [1e18, 0]}\n",
              "2:31: error: neighbouring samples along x have the same position", "128 apart, and the spacing is 1");
  check_error("grid: {resolution: 4, spacing: [1e308, 1]}\n",
              "2:32: error: the grid reaches x = inf; positions lie within +-1e+100");
  CHECK(good("grid: {resolution: [1, 4], origin: [1e18, 0]}\n").grid);
  CHECK(good("grid: {resolution: 4, origin: [1e18, 0], spacing: 256}\n").grid);
  CHECK(good("grid: {resolution: 4096, origin: [1e9, -1e9], spacing: 0.1}\n").grid);
}

std::string output(const std::string& file) {
  return "outputs: [{file: " + file + ", channels: {Y: 1}}]\n";
}

TEST_CASE("files that outputs may name") {
  for (const std::string file : {"a.exr", "a.tif", "a.TIFF", "a/b c/d.png", "a.r16", "a.r32", "./a.exr", "a/./b.exr",
                                 "8x.exr", "..a.exr", "a..exr", "x1_y2.png", "12x12/a.png"}) {
    INFO(file);
    CHECK(good(output("'" + file + "'")).outputs.size() == 1);
  }
  CHECK(good(output("a/./b.exr")).outputs[0].file == "a/b.exr");
}

TEST_CASE("files that outputs may not name") {
  const auto refused = [](const std::string& file, const std::string& message) {
    check_error(output("'" + file + "'"), "2:19: error: " + message);
  };
  refused("/a.exr", "an absolute path");
  refused("../a.exr", "'..' in a path");
  refused("a/../../b.exr", "'..' in a path");
  refused("a//b.exr", "an empty part in a path");
  refused("a\\b.exr", "a backslash in a file name");
  refused("C:a.exr", "a drive letter in a file name");
  refused("a.jpg", "'a.jpg' has no ending that names a format");
  refused("exr", "'exr' has no ending");
  refused(".exr", "the file name is only an ending");
  refused("a/.png", "the file name is only an ending");
  refused("island_512x512.png", "'island_512x512.png' holds digits, 'x' and digits");
  refused("island_8X8.png", "'island_8X8.png' holds digits");
  refused(std::string(300, 'a') + ".exr", "a name longer than 200 bytes");
  check_error(output("''"), "2:18: error: the file name is empty");
  check_error(output("\"a\\0b.exr\""), "2:18: error: a control character in a file name");
  check_error(output("\"a\\nb.exr\""), "2:18: error: a control character in a file name");
  check_error(output("5"), "2:18: error: 'file' must be a text, and this is a number");
  CHECK(parse_body(output("a/")).errors == 1);
}

TEST_CASE("no file is written twice") {
  const auto two = [](const std::string& a, const std::string& b) {
    return "outputs:\n- {file: " + a + ", channels: {Y: 1}}\n- {file: " + b + ", channels: {Y: 1}}\n";
  };
  check_error(two("a.exr", "a.exr"), "4:10: error: 'a.exr' is written twice", "line 3");
  check_error(two("a.exr", "A.EXR"), "4:10: error: 'A.EXR' is written twice");
  check_error(two("a/b.exr", "./a/./b.exr"), "4:10: error: 'a/b.exr' is written twice");
  check_error(two("a.exr", "a.exr/b.exr"), "4:10: error: 'a.exr' is a file and a folder");
  check_error(two("a.exr/b.exr", "A.exr"), "4:10: error: 'A.exr' is a file and a folder");
  CHECK(good(two("a.exr", "a.png")).outputs.size() == 2);
}

TEST_CASE("outputs need a file and channels") {
  check_error("outputs: [{channels: {Y: 1}}]\n", "2:11: error: the output has no 'file'");
  check_error("outputs: [{file: a.exr}]\n", "2:11: error: the output has no 'channels'");
  check_error("outputs: [{file: a.exr, channels: {}}]\n", "2:35: error: the output has no channels");
  check_error("outputs: [{file: a.exr, channels: {'': 1}}]\n", "2:36: error: '' is no name for a channel");
  check_error("outputs: [{file: a.exr, channels: {Y: }}]\n", "2:36: error: channel 'Y' has no value");
  check_error("outputs: [{file: a.exr, channels: {Y: [1]}}]\n", "2:39: error: channel 'Y' cannot be a list");
  check_error("outputs: [{file: a.exr, channels: {Y: 1, Y: 2}}]\n", "2:42: error: duplicate key 'Y'");
  check_error("outputs: [{file: a.exr, channels: {Y: 1}, range: 5}]\n", "2:50: error: 'range' must be a list");
  check_error("outputs: [{file: a.exr, channels: {Y: 1}, tile: -1}]\n", "2:49: error: 'tile' is -1");
  check_error("outputs: [{file: a.exr, channels: {Y: 1}, compression: 3}]\n",
              "2:56: error: 'compression' must be a text");
}

TEST_CASE("overrides") {
  const auto with = [](std::vector<std::pair<std::string, std::string>> params) {
    return RecipeOverrides{std::move(params), {}};
  };
  const std::string body = "params: {size: 4000, half: size / 2}\n";
  const Recipe r = good(body, with({{"size", "1/4"}}));
  CHECK(r.params[0].value == 0.25);
  CHECK(r.params[0].overridden);
  CHECK(r.params[1].value == 0.125);
  CHECK_FALSE(r.params[1].overridden);
  CHECK(good(body, with({{"half", "size * 2"}})).params[1].value == 8000);
  CHECK(good("params: {a: b, b: a}\n", with({{"b", "2"}})).params[0].value == 2);

  const Parsed unknown = parse_body(body, with({{"siez", "1"}}));
  CHECK(unknown.text ==
        "error: --set 'siez': the recipe has no parameter of this name\n"
        "  help: did you mean 'size'?\n        one of: size, half\n");
  CHECK(parse_body("", with({{"size", "1"}})).text.find("no params at all") != std::string::npos);
  CHECK(parse_body(body, with({{"size", "big"}})).text.starts_with("error: --set size=big: unknown name 'big'\n"));
  CHECK(parse_body(body, with({{"size", "2 +"}})).text.starts_with("error: --set size=2 +: "));
  CHECK(parse_body(body, with({{"size", ""}})).text.starts_with("error: --set size=: "));
  CHECK(parse_body(body, with({{"size", "nan"}})).text.starts_with("error: --set size=nan: "));
  CHECK(parse_body(body, with({{"size", "half"}})).text.find("depend on each other: size -> half -> size") !=
        std::string::npos);
  CHECK(parse_body(body, with({{"size", "1"}, {"size", "2"}})).text.starts_with("error: --set 'size': given twice"));
}

TEST_CASE("the hash tells recipes apart") {
  const std::string body = "seed: 3\nparams: {a: 4, b: a * 2}\n";
  const auto hash = [&](std::vector<std::pair<std::string, std::string>> params,
                        std::optional<std::int64_t> seed = {}) {
    return good(body, {std::move(params), seed}).content_hash;
  };
  const std::uint64_t plain = hash({});
  CHECK(plain == hash({{"a", "4"}}));
  CHECK(plain == hash({{"b", "2 * a"}}, 3));
  CHECK(plain != hash({{"a", "5"}}));
  CHECK(plain != hash({}, 4));
  CHECK(hash({{"a", "5"}}) == hash({{"a", "10 / 2"}}));
  CHECK(hash({{"a", "5"}}) != hash({{"a", "5"}, {"b", "8"}}));
  CHECK(hash({{"a", "5"}, {"b", "9"}}) == hash({{"b", "9"}, {"a", "5"}}));
  CHECK(hash({{"a", "5"}, {"b", "9"}}) != hash({{"a", "9"}, {"b", "5"}}));
  CHECK(good(body + " ").content_hash != plain);
}

TEST_CASE("places of scalars: expression columns are place plus offset") {
  const Recipe r = good(
      "nodes:\n"
      "  a: plain text\n"
      "  b: \"double\"\n"
      "  c: 'single'\n"
      "  d: {k: in flow, l: \"quoted\", m: 'too'}  # \xC3\xA9\n"
      "  e: \"\\x61bc\"\n"
      "  f: 'it''s'\n"
      "  g: ''\n"
      "  h: two\n"
      "    lines\n"
      "  i: |\n"
      "    block one\n"
      "    two\n"
      "  j: >-\n"
      "      folded\n"
      "\n"
      "  k: &anchor   'behind an anchor'\n"
      "  l: !!str text\n"
      "  m: \"\xC3\xA9\xC3\xA9\"\n"
      "  n: {\"\xE2\x82\xAC\": 'a\xC3\xA9', o: p}\n"
      "  o:\n"
      "    q: 1\n");
  CHECK(place(node(r, "a").loc) == "3:6+10");
  CHECK(place(node(r, "b").loc) == "4:7+6");
  CHECK(place(node(r, "c").loc) == "5:7+6");
  CHECK(place(node(r, "d").loc) == "6:6+1");
  CHECK(place(node(r, "d").find("k")->loc) == "6:10+7");
  CHECK(place(node(r, "d").find("l")->loc) == "6:23+6");
  CHECK(place(node(r, "d").find("m")->loc) == "6:36+3");
  CHECK(node(r, "e").scalar == "abc");
  CHECK(place(node(r, "e").loc) == "7:6+8");
  CHECK(place(node(r, "f").loc) == "8:6+7");
  CHECK(place(node(r, "g").loc) == "9:6+2");
  CHECK(node(r, "h").scalar == "two lines");
  CHECK(place(node(r, "h").loc) == "10:6+3");
  CHECK(node(r, "i").scalar == "block one\ntwo\n");
  CHECK(node(r, "i").quoted);
  CHECK(place(node(r, "i").loc) == "13:5+9");
  CHECK(place(node(r, "j").loc) == "16:7+6");
  CHECK(place(node(r, "k").loc) == "18:17+16");
  CHECK(place(node(r, "l").loc) == "19:12+4");
  CHECK(node(r, "l").quoted);
  CHECK(place(node(r, "m").loc) == "20:7+2");
  CHECK(place(node(r, "n").entries[0].key_loc) == "21:8+1");
  CHECK(place(node(r, "n").entries[0].value.loc) == "21:13+2");
  CHECK(place(node(r, "n").find("o")->loc) == "21:21+1");
  CHECK(place(node(r, "o").loc) == "23:5+1");
}

TEST_CASE("columns of errors inside expressions") {
  check_error("params: {a: '1 + zz'}\n", "2:18: error: unknown name 'zz'");
  check_error("params: {a: 1 + zz}\n", "2:17: error: unknown name 'zz'");
  check_error("params:\n  a: >\n    1 + zz\n", "4:9: error: unknown name 'zz'");
}

TEST_CASE("all mistakes are told at once, in order") {
  const Parsed p = parse_body(
      "sed: 1\n"
      "params: {a: b}\n"
      "nodes: {max: 1, c: }\n"
      "grid: {resolution: 0, spacing: -1, registration: area}\n"
      "outputs: [{file: /a.exr, channels: {}}, {}]\n");
  INFO(p.text);
  CHECK(p.errors == 10);
  std::size_t at = 0;
  for (const char* start :
       {"r:2:1:", "r:3:13:", "r:4:9:", "r:4:17:", "r:5:20:", "r:5:32:", "r:6:18:", "r:6:36:", "r:6:41:", "r:6:41:"}) {
    at = p.text.find(start, at);
    CHECK(at != std::string::npos);
    at += 1;
  }
}

TEST_CASE("YAML: what is not one mapping of unique names") {
  check_text_error("", "1:1: error: the recipe is empty", "orograph: 1");
  check_text_error(" \n\n", "1:1: error: the recipe is empty");
  check_text_error("# only\n# comments\n", "1:1: error: the recipe holds no keys");
  check_text_error("---\n", "1:1: error: the recipe holds no keys");
  check_error("---\nseed: 1\n", "2:1: error: a recipe is a single YAML document");
  check_text_error("- a\norograph: 1\n", "2:1: error: this line does not belong");
  check_error("seed: 1\nseed: 2\n", "3:1: error: duplicate key 'seed'", "line 2");
  check_error("nodes: {a: 1, 'a': 2}\n", "2:16: error: duplicate key 'a'");
  check_error("nodes: {[a, b]: 1}\n", "2:9: error: a key must be a name");
  check_error("nodes: {~: 1}\n", "2:9: error: a key must be a name");
  CHECK(parse("%YAML 1.2\n---\norograph: 1\n...\n").errors == 0);
}

TEST_CASE("YAML: bytes that are no text") {
  check_text_error("orograph: 1\na: \xC3(\n", "2:4: error: byte 0xC3 is not UTF-8", "UTF-8");
  check_text_error("orograph: \xED\xA0\x80", "1:11: error: byte 0xED is not UTF-8");
  check_text_error("\xFF\xFEo\0r\0", "1:1: error: the recipe is UTF-16");
  check_text_error(std::string_view("a: \0b", 5), "1:4: error: a NUL byte");
  check_text_error("a: \x04", "1:4: error: control character 0x04");
  check_text_error("a: 1\rb: 2\r", "1:5: error: a carriage return without a line feed");
}

TEST_CASE("YAML: tabs") {
  check_error("nodes:\n\ta: 1\n", "3:1: error: a tab in the indentation", "indent with spaces");
  check_error("outputs:\n  \t- a\n", "3:3: error: a tab in the indentation");
  CHECK(parse_body("nodes: {\n\ta: 1,\n\tb:\t2}\t# c\n").errors == 0);
}

TEST_CASE("YAML: aliases, anchors, tags and merges") {
  const Recipe r = good(
      "nodes:\n"
      "  a: &a {type: perlin, seed: 1, octaves: 2}\n"
      "  b: &b {type: fbm, gain: 3}\n"
      "  c: {<<: *a, seed: 5}\n"
      "  d: {seed: 6, <<: [*b, *a]}\n"
      "  e: *a\n"
      "  f: {'<<': 1}\n");
  const auto& c = node(r, "c");
  CHECK(c.entries.size() == 3);
  CHECK(c.find("seed")->scalar == "5");
  CHECK(c.find("octaves")->scalar == "2");
  CHECK(place(c.entries[0].key_loc) == "3:10+4");
  const auto& d = node(r, "d");
  CHECK(d.entries.size() == 4);
  CHECK(d.find("type")->scalar == "fbm");
  CHECK(d.find("seed")->scalar == "6");
  CHECK(node(r, "e").find("type")->scalar == "perlin");
  CHECK(node(r, "f").find("<<") != nullptr);

  check_error("nodes: {a: &hills 1, b: *hils}\n", "2:25: error: alias '*hils' names no anchor above it",
              "did you mean '*hills'?");
  check_error("nodes: {a: &a {b: *a}}\n", "2:19: error: the alias stands inside the value it names");
  check_error("nodes: {a: {<<: 1}}\n", "2:13: error: '<<' needs an alias of a mapping");
  check_error("nodes: {a: &n 1, b: {<<: [*n]}}\n", "2:22: error: '<<' needs an alias of a mapping");
  check_error("nodes: {a: !fancy 1}\n", "2:12: error: tag '!fancy' means nothing here");
  check_error("nodes: {a: &x !!binary aa}\n", "2:15: error: tag '!!binary' means nothing here");
  CHECK(good("seed: !!int 5\n").seed == 5);
}

TEST_CASE("YAML: syntax errors in plain words") {
  check_error("nodes: {a: 1\n", "2:8: error: this '{' is never closed", "write the '}' where it ends");
  check_error("nodes: {a: 1\nseed: 3\n", "3:1: error: a ',' or '}' is missing before this",
              "'}' where the mapping that starts at line 2, column 8 ends");
  check_error("nodes: {a: [1, 2}\n", "2:17: error: this '}' does not close what is open",
              "the list that starts at line 2, column 12 is not closed");
  check_error("nodes: 'abc\n", "2:8: error: this quote is never closed");
  check_error("nodes: \"abc\n", "2:8: error: this quote is never closed");
  check_error("nodes: a: b\n", "2:9: error: a second ': ' on one line", "quotes");
  check_error("nodes: [a]]\n", "2:11: error: this ']' closes nothing");
  check_error("nodes: @a\n", "2:8: error: a value cannot start with '@'", "quotes");
  check_error("nodes: \"\\q\"\n", "2:9: error: unknown escape");
  check_error("nodes: {type:perlin}\n", "2:9: error: no space after the ':' of 'type:perlin'",
              "write 'type: perlin'");
  check_error("nodes: {a: 1} b\n", "2:15: error: this does not continue what stands above it");
}

TEST_CASE("numbers as people write them") {
  const auto number = [](std::string text, bool quoted = false) {
    YamlValue value;
    value.kind = YamlValue::Kind::scalar;
    value.scalar = std::move(text);
    value.quoted = quoted;
    return value.as_number();
  };
  CHECK(number("12") == 12);
  CHECK(number("-0.5") == -0.5);
  CHECK(number("+.5e+3") == 500);
  CHECK(number("5.") == 5);
  CHECK(number("1E-2") == 0.01);
  for (const std::string text : {"", "-", ".", "0x10", "1_000", "1e", "nan", ".nan", "inf", ".inf", "1e999", "1 ",
                                 "1/2", "--1", "+-1", "1e5.5"}) {
    INFO(text);
    CHECK_FALSE(number(text));
  }
  CHECK_FALSE(number("12", true));
}

TEST_CASE("kinds as people call them") {
  const Recipe r = good("nodes: {a: 1, b: '1', c: word, d: {}}\n");
  CHECK(node(r, "a").kind_name() == "a number");
  CHECK(node(r, "b").kind_name() == "a string");
  CHECK(node(r, "c").kind_name() == "a string");
  CHECK(node(r, "d").kind_name() == "a mapping");
  CHECK(YamlValue().kind_name() == "nothing");
}

TEST_CASE("constants over params, and which they use") {
  const Recipe r = good("params: {a: 4, b: 2}\nnodes: {n: {k: b / 8, l: 3, m: [1], o: zz}}\n");
  const YamlValue& n = node(r, "n");
  Diagnostics diagnostics;
  const ParamScope scope(r.params);
  CHECK(read_constant(*n.find("k"), Wanted::plain, scope, "'k'", diagnostics) == 0.25);
  CHECK(scope.used() == std::vector<bool>{false, true});
  CHECK(read_constant(*n.find("l"), Wanted::plain, scope, "'l'", diagnostics) == 3);
  CHECK_FALSE(diagnostics.has_errors());
  CHECK_FALSE(read_constant(*n.find("m"), Wanted::plain, scope, "'m'", diagnostics));
  CHECK_FALSE(read_constant(*n.find("o"), Wanted::plain, scope, "'o'", diagnostics));
  REQUIRE(diagnostics.error_count() == 2);
  CHECK(diagnostics.all()[0].message == "'m' needs a number, and this is a list");
}

TEST_CASE("a recipe as text") {
  const std::string text =
      print(good("units: m\nparams: {a: 4}\nnodes: {n: 'x + a'}\ngrid: {resolution: 8}\n" + output("a.png")));
  CHECK(text.find("seed 0\nunits m\nparam a = 4\nnode n: x + a\n"
                  "grid origin [0, 0] spacing [1, 1] resolution [8, 8] area\noutput a.png uint16: Y\n") !=
        std::string::npos);
}

TEST_CASE("every golden recipe is a recipe") {
  std::ifstream index(OROGRAPH_SOURCE_DIR "/tests/golden/index.csv");
  std::string line;
  std::getline(index, line);
  std::size_t read = 0;
  while (std::getline(index, line)) {
    const std::string name = line.substr(0, line.find(','));
    std::ifstream file(OROGRAPH_SOURCE_DIR "/tests/golden/" + name + ".yaml");
    std::stringstream text;
    text << file.rdbuf();
    const Parsed p = parse(text.str());
    INFO(name << '\n' << p.text);
    CHECK(p.text.empty());
    CHECK_FALSE(p.recipe.nodes.empty());
    ++read;
  }
  CHECK(read > 20);
}

// ---- Hostile texts ---------------------------------------------------------------------------------------------

using test::peak_kilobytes;
using test::sanitized;

// The limits below are the program's; sanitizers make it several times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double slowness = 5;
#else
constexpr double slowness = 1;
#endif

// An error, within a second of processor time and 200 MB.
void check_refused(const std::string& text, const std::string& message) {
  const long memory = peak_kilobytes();
  Parsed p;
  double seconds = 2;
  for (int attempt = 0; attempt < 3 && seconds >= 1; ++attempt) {  // processor time grows on a crowded machine, too
    const std::clock_t start = std::clock();
    p = parse(text);
    seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  INFO(p.text << seconds << " s");
  CHECK(p.errors > 0);
  CHECK(p.text.find(message) != std::string::npos);
  CHECK(p.text.size() < 100'000);
  if (sanitized) return;
  CHECK(seconds < 1.0 * slowness);
  CHECK(peak_kilobytes() - memory < 200'000);
}

std::string repeated(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

// Each line holds nine aliases of the line before.
std::string bomb(std::string_view open, std::string_view close) {
  std::string text = "a: &a {k: 1}\n";
  for (char c = 'b'; c <= 'z'; ++c) {
    text += std::string(1, c) + ": &" + c + " " + std::string(open);
    for (int i = 0; i < 9; ++i) text += std::string("*") + static_cast<char>(c - 1) + ", ";
    text += std::string(close) + "\n";
  }
  return text;
}

TEST_CASE("alias bombs are refused before they are expanded") {
  check_refused(bomb("[", "]"), "the recipe holds more than 1000000 values once its aliases are expanded");
  check_refused(bomb("{<<: [", "]}"), "the recipe holds more than 1000000 values");
  check_refused("a: &a '" + std::string(100'000, 'x') + "'\nb: [" + repeated("*a, ", 10'000) + "]\n",
                "the recipe holds more than 64 MiB of text");
}

TEST_CASE("aliases count into the depth") {
  std::string text = "a: &a " + repeated("[", 40) + repeated("]", 40) + "\n";
  text += "b: " + repeated("[", 40) + "*a" + repeated("]", 40) + "\n";
  check_refused(text, "values are nested deeper than 64");
}

TEST_CASE("nesting ends at 64, in every style") {
  const std::string message = "values are nested deeper than 64";
  CHECK(parse_body("nodes: {a: {b: " + repeated("[", 61) + repeated("]", 61) + "}}\n").errors == 0);
  CHECK(parse_body("nodes: {a: {b: " + repeated("[", 62) + repeated("]", 62) + "}}\n").text.find(message) !=
        std::string::npos);
  for (const char* part : {"[", "{", "{a: ", "- ", "? ", "[? ", "[a: ", "[[],", ": "}) {
    INFO(part);
    check_refused(repeated(part, 10'000), message);
    check_refused(
        "orograph: " + repeated(part, part[0] == '[' || part[0] == '{' ? 10'000 : 0) + repeated(part, 10'000),
        "error");
  }
  check_refused(repeated("[", 1'000'000), message);
  check_refused(repeated("[\n", 1'000'000), message);
  std::string keys;
  std::string items;
  for (std::size_t i = 0; i < 10'000; ++i) {
    keys += std::string(i, ' ') + "a:\n";
    items += std::string(i, ' ') + "-\n";
  }
  check_refused(keys, message);
  check_refused(items, message);
}

TEST_CASE("brackets in quotes and comments are no nesting") {
  CHECK(parse_body("nodes: {a: \"" + repeated("[", 100) + "\"} # " + repeated(" [", 100) + "\n").errors == 0);
}

TEST_CASE("lines and texts have a limit") {
  const std::string long_text(10'000'000, 'x');
  check_refused("orograph: 1\nnodes: {a: \"" + long_text + "\"}\n", "2:1: error: the line is longer than 1 MiB");
  check_refused(long_text, "the line is longer than 1 MiB");
  check_refused("a: [" + repeated("1,", 5'000'000) + "]", "the line is longer than 1 MiB");
  check_refused(std::string((std::size_t{64} << 20) + 1, '\n'), "the recipe is larger than 64 MiB");
}

TEST_CASE("thousands of params and nodes are read quickly") {
  const int chain = 4000;  // solved without recursion: sanitizers' frames would not fit
  std::string text = "params:\n";
  for (int i = 0; i < chain; ++i) text += "  p" + std::to_string(i) + ": p" + std::to_string(i + 1) + " + 1\n";
  text += "  p" + std::to_string(chain) + ": 1\n";
  text += "nodes:\n";
  for (int i = 0; i < 1000; ++i) text += "  n" + std::to_string(i) + ": {type: perlin, wavelength: p7, seed: 4}\n";
  const std::clock_t start = std::clock();
  const Recipe r = good(text);
  CHECK(r.params[0].value == chain + 1);
  CHECK(r.nodes.size() == 1000);
  if (!sanitized) CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 0.5);
  for (int i = 0; i < 200; ++i) text += "  q" + std::to_string(i) + ": 1\n";
  CHECK(parse_body("params: {" +
                   [] {
                     std::string many;
                     for (int i = 0; i < 5000; ++i) many.append("p").append(std::to_string(i)).append(": 1,\n");
                     return many;
                   }() +
                   "}\n")
            .text.find("5000 parameters, and at most 4096 may be") != std::string::npos);
}

}  // namespace
}  // namespace orograph
