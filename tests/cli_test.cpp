// SPDX-License-Identifier: MIT
// The program as a user meets it: arguments, exit codes, messages, and which files are there afterwards.
#include <sys/resource.h>

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "support/process.hpp"

namespace {

namespace fs = std::filesystem;
using orograph::test::bytes_of;
using orograph::test::Outcome;
using orograph::test::Process;
using orograph::test::run;
using orograph::test::ScratchFolder;

const std::string hills = R"(orograph: 1
seed: 3
params: {relief: 100}
nodes:
  hills: {type: fbm, source: {type: perlin}, octaves: 4, wavelength: 40}
  height: {type: remap, input: hills, from: [-1, 1], to: [0, relief]}
grid: {origin: [-20, 7], spacing: 0.5, resolution: [61, 43]}
outputs:
  - {file: height.r32, channels: {height: height}, type: float}
)";

const fs::path examples = fs::path(OROGRAPH_SOURCE_DIR) / "examples";

std::vector<float> floats_of(const fs::path& file) {
  const std::string bytes = bytes_of(file);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

std::vector<float> crop(const std::vector<float>& whole, std::size_t width, std::size_t column, std::size_t row,
                        std::size_t w, std::size_t h) {
  std::vector<float> part;
  for (std::size_t y = row; y < row + h; ++y)
    for (std::size_t x = column; x < column + w; ++x) part.push_back(whole[y * width + x]);
  return part;
}

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

void check_clean(const std::string& text) {
  for (const char* word : {"std::", "CLI::", "Error:", "terminate", "what()"}) CHECK_FALSE(says(text, word));
}

// Exit code 2 (or `code`), the words on stderr, nothing on stdout, and no file but the recipe.
void check_refused(const ScratchFolder& folder, const std::vector<std::string>& arguments, const std::string& words,
                   int code = 2) {
  const std::vector<std::string> before = folder.files();
  const Outcome outcome = run(arguments);
  CAPTURE(arguments, outcome.err);
  CHECK(outcome.code == code);
  CHECK(says(outcome.err, words));
  CHECK(outcome.out.empty());
  CHECK(folder.files() == before);
  check_clean(outcome.err);
}

// One line of the index: `sample` writes the points as they stand, and values within the tolerance.
void check_reference_case(const fs::path& golden, const std::string& line) {
  std::istringstream fields(line);
  std::string name, node, tolerance;
  std::getline(std::getline(std::getline(fields, name, ','), node, ','), tolerance, ',');
  const Outcome outcome =
      run({"sample", golden / (name + ".yaml"), "--node", node, "--points", golden / (name + ".csv")});
  CAPTURE(name, outcome.err);
  REQUIRE(outcome.code == 0);
  std::istringstream got(outcome.out), want(bytes_of(golden / (name + ".csv")));
  std::string got_line, want_line;
  std::getline(got, got_line);
  std::getline(want, want_line);
  CHECK(got_line == "x,y,value");
  std::size_t count = 0;
  for (; std::getline(want, want_line); ++count) {
    REQUIRE(std::getline(got, got_line));
    const std::size_t y = want_line.find(','), value = want_line.find(',', y + 1);
    REQUIRE(got_line.substr(0, value) == want_line.substr(0, value));  // the input's own text
    REQUIRE(std::stod(got_line.substr(value + 1)) ==
            Approx(std::stod(want_line.substr(value + 1))).margin(std::stod(tolerance)).epsilon(0));
  }
  CHECK(count >= 100);
  CHECK_FALSE(std::getline(got, got_line));
}

}  // namespace

TEST_CASE("cli: a recipe becomes its images", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const Outcome outcome = run({"render", recipe, "-o", folder / "out"});
  CHECK(outcome.err.empty());  // where stderr is no terminal
  CHECK(outcome.code == 0);
  CHECK(outcome.out.empty());
  CHECK(folder.files() == std::vector<std::string>{"hills.yaml", "out/height.r32"});
  CHECK(floats_of(folder / "out/height.r32").size() == 61 * 43);
  CHECK(run({"render", recipe, "-o", folder / "out", "--progress", "none"}).err == "");
  const Outcome bar = run({"render", recipe, "-o", folder / "out", "--progress", "bar"});
  CHECK(bar.err.ends_with("\nwrote " + (folder / "out/height.r32").string() + "  61 x 43  float  10.5 kB\n"));
  const Outcome pixel = run({"render", recipe, "-o", folder / "out", "--window", "3,4,1,1"});
  CHECK(pixel.err.empty());
}

TEST_CASE("cli: --set and --seed, in any order and place", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  REQUIRE(run({"render", recipe, "-o", folder / "a"}).code == 0);
  REQUIRE(run({"render", "--set", "relief=200", "--seed", "-9", recipe, "-o", folder / "b"}).code == 0);
  REQUIRE(run({"render", "-o", folder / "c", recipe, "--seed=-9", "--set=relief=2 * 100"}).code == 0);
  const auto plain = floats_of(folder / "a/height.r32"), doubled = floats_of(folder / "b/height.r32");
  CHECK(plain != doubled);
  CHECK(*std::max_element(doubled.begin(), doubled.end()) > 100);
  CHECK(doubled == floats_of(folder / "c/height.r32"));
}

TEST_CASE("cli: a window is that crop of the whole", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  REQUIRE(run({"render", recipe, "-o", folder / "whole"}).code == 0);
  const auto whole = floats_of(folder / "whole/height.r32");
  REQUIRE(run({"render", recipe, "-o", folder / "part", "--window", "13,5,29,31", "--tile", "7x3"}).code == 0);
  CHECK(floats_of(folder / "part/height.r32") == crop(whole, 61, 13, 5, 29, 31));
  CHECK(floats_of(folder / "part/height.r32") != crop(whole, 61, 12, 5, 29, 31));

  SECTION("so is a region: the pixels it touches") {
    // x from -18.1 (pixel 3.8) to -10 (the edge of pixel 20), y from 8 (edge of 2) to 9.01 (pixel 4).
    REQUIRE(run({"render", recipe, "-o", folder / "part", "--region", "-18.1,8,-10,9.01"}).code == 0);
    CHECK(floats_of(folder / "part/height.r32") == crop(whole, 61, 3, 2, 17, 3));
  }
  SECTION("a region that sticks out ends at the grid") {
    REQUIRE(run({"render", recipe, "-o", folder / "part", "--region", "-1000,-1000,-19.5,7.5"}).code == 0);
    CHECK(floats_of(folder / "part/height.r32") == crop(whole, 61, 0, 0, 1, 1));
  }
  SECTION("with --resolution it is sampled anew") {
    REQUIRE(
        run({"render", recipe, "-o", folder / "part", "--region", "-20,7,10.5,28.5", "--resolution", "61x43"}).code ==
        0);
    CHECK(floats_of(folder / "part/height.r32") == whole);
  }
  SECTION("one number is the --resolution of both sides, as in a recipe") {
    REQUIRE(run({"render", recipe, "-o", folder / "part", "--resolution", "16x16"}).code == 0);
    const auto square = floats_of(folder / "part/height.r32");
    REQUIRE(run({"render", recipe, "-o", folder / "part", "--resolution", "16"}).code == 0);
    CHECK(square.size() == 16 * 16);
    CHECK(floats_of(folder / "part/height.r32") == square);
  }
  SECTION("--resolution keeps the world box") {
    // Every third sample of three times the resolution lies where a sample of the whole lies, but for rounding.
    REQUIRE(run({"render", recipe, "-o", folder / "part", "--resolution", "183x129"}).code == 0);
    const auto fine = floats_of(folder / "part/height.r32");
    REQUIRE(fine.size() == 183 * 129);
    for (std::size_t y = 0; y < 43; ++y)
      for (std::size_t x = 0; x < 61; ++x)
        REQUIRE(fine[(3 * y + 1) * 183 + 3 * x + 1] == Approx(whole[y * 61 + x]).margin(1e-3));
  }
}

TEST_CASE("cli: arguments that make no sense render nothing", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const std::string out = folder / "out";
  const auto refused = [&](std::vector<std::string> more, const std::string& words) {
    more.insert(more.begin(), {"render", recipe});
    check_refused(folder, more, words);
  };
  refused({"-o", out, "--sede", "4"}, "did you mean '--seed'?");
  refused({"-o", out, "--set", "relieff=4"}, "'relief'");
  refused({"-o", out, "--set", "seed=4"}, "the seed is not a parameter\n  help: use --seed 4\n");
  refused({"-o", out, "--set", "seed=x"}, "  help: use --seed N\n");
  refused({"-o", out, "--set", "height=5"}, "--set 'height': it is a node, not a parameter\n");
  refused({"-o", out, "--set", "relief"}, "--set NAME=VALUE");
  refused({"-o", out, "--set", "relief=1", "--set", "relief=2"}, "twice");
  refused({"-o", out, "--set", "relief=nan"}, "relief");
  refused({"-o", out, "--seed", "1.5"}, "--seed cannot be '1.5'");
  refused({"-o", out, "--seed", "1", "--seed", "2"}, "--seed");
  refused({"-o", out, "--resolution", "64x"}, "WxH");
  refused({"-o", out, "--resolution", "0"}, "or one for both");
  refused({"-o", out, "--resolution", "1000000x1000000"}, "10^12");
  refused({"-o", out, "--window", "0,0,62,43"}, "61 x 43");
  refused({"-o", out, "--window", "9223372036854775807,0,5,5"}, "61 x 43");
  refused({"-o", out, "--window", "1,1,5"}, "COL,ROW,W,H");
  refused({"-o", out, "--region", "0,0,nan,1"}, "X0,Y0,X1,Y1");
  refused({"-o", out, "--region", "5,0,4,1"}, "X0 < X1");
  refused({"-o", out, "--region", "500,500,501,501"}, "-20,7,10.5,28.5");
  refused({"-o", out, "--region", "0,10,1,11", "--window", "0,0,1,1"}, "one of them");
  refused({"-o", out, "--region", "1,10,1.0000000000000002,11", "--resolution", "8x8"}, "same x");
  refused({"-o", out, "--threads", "0"}, "--threads");
  refused({"-o", out, "--tile", "0x1"}, "--tile");
  refused({"-o", out, "--progress", "jsn"}, "did you mean 'json'?");
  refused({"-o", out, "--node", "height"}, "--file");
  refused({"-o", out, "--node", "height", "--file", folder / "a.exr"}, "-o");
  refused({"--node", "hieght", "--file", folder / "a.exr"}, "did you mean 'height'?");
  refused({"--node", "height", "--file", folder / "a.jpg"}, ".exr");
  refused({"--node", "height", "--file", folder / "a.png"}, "--range LO,HI");
  refused({"--node", "height", "--file", folder / "a.exr", "--range", "0,1"},
          "leave --range out, or add --type uint32 for integers");
  refused({"--node", "height", "--file", folder / "a.tif", "--range", "0,1"},
          "leave --range out, or add --type uint16 for integers");
  refused({"--node", "height", "--file", folder / "a.exr", "--type", "flaot"}, "did you mean 'float'?");
  refused({"--node", "height", "--file", folder / "a.r32", "--type", "uint8", "--range", "0,1"}, "uint8");
  refused({"-o", out, "another.yaml"}, "'another.yaml'");
  refused({"-o"}, "-o has no value\n  write -o DIR");
  refused({"--seed", "1", "--seed", "2"}, "--seed is given 2 times\n  write --seed N once");
  refused({"--stats=3"}, "--stats takes no value");
  refused({"-o", "--stats"}, "-o DIR");
  refused({"-o=out"}, "orograph: -o cannot be '=out'\n  write -o out, or -o ./=out\n");
  refused({"-o", out, "++"}, "orograph: '++' means nothing here\n");

  check_refused(folder, {"rendr", recipe}, "did you mean 'render'?");
  check_refused(folder, {"--versoin"}, "did you mean '--version'?");
  check_refused(folder, {"--version=3"},
                "orograph: --version takes no value\n  write --version alone, or leave it out\n");
  check_refused(folder, {"render"}, "no recipe");
  check_refused(folder, {"render", folder / "hils.yaml"}, "hills.yaml'?");
  check_refused(folder, {"render", folder.path()}, "directory");
  CHECK(run({}).code == 2);
}

TEST_CASE("cli: the command comes first", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  check_refused(
      folder, {"-o", "out dir", "render", recipe},
      "orograph: '-o' stands before the command 'render'\n  write: orograph render -o 'out dir' " + recipe + "\n");
  check_refused(folder, {"--seed=4", "check", recipe},
                "orograph: '--seed=4' stands before the command 'check'\n  write: orograph check --seed=4 " + recipe);
  check_refused(folder, {"--", "render", recipe},
                "orograph: '--' stands before the command 'render'\n  write: orograph render " + recipe);
  check_refused(folder, {recipe, "render"}, "write: orograph render " + recipe);
  check_refused(
      folder, {"it's.yaml", "--seed", "3"},
      "orograph: no command stands before 'it's.yaml'\n  write: orograph render 'it'\\''s.yaml' --seed 3\n");
  check_refused(folder, {"-o", "out"}, "orograph: no command stands before '-o'\n  write: orograph render -o out\n");
  check_refused(folder, {"foo", "render", recipe}, "unknown command 'foo'");
  check_refused(folder, {"\x1b[31m"}, "unknown command '\\x1B[31m'");  // shown, not obeyed
  check_refused(folder, {"--sede", "3", "render", recipe}, "unknown option '--sede'");
  check_refused(folder, {"help"}, "write: orograph --help\n");
  check_refused(folder, {"help", "render"}, "write: orograph render --help\n");
  check_refused(folder, {"version"}, "write: orograph --version\n");
  check_refused(folder, {"-O", "x", "render", recipe}, "unknown option '-O'\n  'orograph --help' lists");
  check_refused(folder, {"render", "-O", "x", recipe}, "did you mean '-o'?");
}

TEST_CASE("cli: what follows -- is no option", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  CHECK(run({"check", "--", recipe}).code == 0);
  CHECK(run({"render", "-o", folder / "out", "--", recipe}).code == 0);
  CHECK(fs::exists(folder / "out/height.r32"));
  check_refused(folder, {"check", "--", recipe, "--seed"}, "one argument too many: '--seed'");
  check_refused(folder, {"check", "--", "--seed"}, "cannot read '--seed': No such file");
}

TEST_CASE("cli: a seed is told how it is written", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const std::string form = "\n  write --seed N, digits alone, from -9223372036854775808 to 18446744073709551615\n";
  const auto refused = [&](const std::string& seed, const std::string& words) {
    check_refused(folder, {"check", recipe, "--seed", seed}, "orograph: --seed cannot be '" + seed + "': " + words);
  };
  refused("1e19", "a seed is written in digits alone\n  write --seed 10000000000000000000\n");
  refused("-1e3", "a seed is written in digits alone\n  write --seed -1000\n");
  refused("1.5", "a seed is a whole number of 64 bits" + form);
  refused("abc", "a seed is a whole number of 64 bits" + form);
  refused("0x10", "a seed is a whole number of 64 bits" + form);
  refused("1e30", "it has more than 64 bits" + form);
  refused("18446744073709551616", "it has more than 64 bits" + form);
  refused("-9223372036854775809", "it has more than 64 bits" + form);
  for (const char* seed : {"+5", "-0", "18446744073709551615", "-9223372036854775808", "10000000000000000000"})
    CHECK(run({"check", recipe, "--seed", seed}).code == 0);
}

TEST_CASE("cli: equal edges of a function are not called a division", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe =
      folder.write("r.yaml",
                   "orograph: 1\nnodes: {n: \"smoothstep(floor(x/8), 3, 2)\"}\ngrid: {resolution: [64, 8]}\n"
                   "outputs: [{file: a.r32, channels: {Y: n}}]\n");
  const Outcome outcome = run({"render", recipe, "-o", folder / "out"});
  CHECK(outcome.code == 0);
  CHECK(
      says(outcome.err,
           "r.yaml:2:13: warning: edge0 and edge1 of 'smoothstep' in 'n' are equal at 64 samples (12.5 %), where its "
           "ramp is taken as 0 [W204]\n"));
  CHECK_FALSE(says(outcome.err, "divided"));
}

TEST_CASE("cli: what a render or bench finds in a function names the call", "[cli]") {
  const ScratchFolder folder;
  const auto recipe = [&](const std::string& result) {
    return folder.write("r.yaml", "orograph: 1\nfunctions: {f: {result: " + result +
                                      "}}\nnodes:\n  n: {type: f}\ngrid: {resolution: [64, 8]}\n"
                                      "outputs: [{file: a.r32, channels: {Y: n}}]\n");
  };
  const Outcome zero = run({"render", recipe("1 / (x - x)"), "-o", folder / "out"});
  CHECK(says(zero.err, "note: in the call of 'f' at " + (folder / "r.yaml").string() + ":4:13"));
  const Outcome wild = run({"bench", recipe("exp(x * 9) * exp(x * 9)")});
  CHECK(wild.code == 2);
  CHECK(wild.out.empty());
  CHECK(says(wild.err, "is inf at x = "));
  CHECK(says(wild.err, "note: in the call of 'f' at "));
}

TEST_CASE("cli: a fault of the command line is not called one of the recipe", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const auto refused = [&](const std::string& set, const std::string& words) {
    const Outcome outcome = run({"render", recipe, "--set", set});
    CHECK(outcome.err == words + "orograph: the command line does not fit the recipe\n");
    CHECK(outcome.code == 2);
  };
  refused("relief=2 yd",
          "error: --set relief=2 yd: unknown unit 'yd'\n"
          "  help: write '1.8288 m' (2 yd)\n        units are km, m, cm, ft, deg, rad, %\n"
          "        'relief' is declared at " +
              recipe + ":3:10\n");
  refused("reliev=1",
          "error: --set 'reliev': the recipe has no parameter of this name\n"
          "  help: did you mean 'relief'?\n");
  const Outcome node = run({"render", recipe, "--node", "height", "--file", folder / "a.png"});
  CHECK(node.err.ends_with("orograph: the command line does not fit the recipe\n"));
  std::string text = hills;
  text.replace(text.find("octaves"), 7, "octavs!");
  const Outcome both = run({"render", folder.write("bad.yaml", text), "--set", "reliev=1"});
  CHECK(both.err.ends_with("orograph: the recipe has an error\n"));
}

TEST_CASE("cli: params, presets and files of values, in any order", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write(
      "r.yaml",
      "orograph: 1\nunits: m\nparams:\n"
      "  size: {value: 4 km, min: 1 km, max: 50 km, unit: km, doc: from coast to coast}\n  relief: 1800\n"
      "presets:\n  alps: {relief: 3200, size: 20 km}\nnodes: {n: relief + size}\n");
  const std::string night = folder.write("night.yaml", "relief: 900\n");
  const Outcome plain = run({"params", recipe});
  const std::string place = recipe + ":4:3";
  CHECK(plain.out == fmt::format("name    value  unit  range    {2:<{1}}  set by  doc\n"
                                 "size    4      km    1 .. 50  {0}:4:3          from coast to coast\n"
                                 "relief  1800                  {0}:5:3\n"
                                 "preset alps: {{relief: 3200, size: 20 km}}\n",
                                 recipe, place.size(), "place"));
  CHECK(plain.code == 0);
  const Outcome json =
      run({"params", "--json", "--preset", "alps", "--set", "size=6km", "--set-file", night, recipe});
  CHECK(json.out == fmt::format(R"({{"params": [
  {{"name": "size", "value": 6, "unit": "km", "min": 1, "max": 50, "doc": "from coast to coast", "file": "{0}", "line": 4, "column": 3, "set_by": "--set"}},
  {{"name": "relief", "value": 900, "unit": null, "min": null, "max": null, "doc": null, "file": "{0}", "line": 5, "column": 3, "set_by": "--set-file {1}"}}
], "presets": [
  {{"name": "alps", "line": 7, "column": 3, "values": {{"relief": "3200", "size": "20 km"}}}}
]}}
)",
                                recipe, night));
  CHECK(run({"params", recipe, "--set-file", night, "--set", "size=6km", "--preset", "alps", "--json"}).out ==
        json.out);

  const Outcome none = run({"check", recipe, "--set-file", folder / "nigth.yaml"});
  CHECK(none.err == fmt::format("orograph: cannot read '{}': No such file or directory\n  did you mean '{}'?\n",
                                (folder / "nigth.yaml").string(), night));
  CHECK(none.code == 2);
  const Outcome twice = run({"check", recipe, "--set-file", night, "--set-file", night});
  CHECK(twice.err == fmt::format("orograph: --set-file names '{}' twice\n  name it once\n", night));
  CHECK(run({"check", recipe, "--preset", "alps", "--preset", "alps"}).code == 2);
}

TEST_CASE("cli: help and version", "[cli]") {
  CHECK(std::regex_match(run({"--version"}).out, std::regex("orograph \\d+\\.\\d+\\.\\d+\n")));
  const Outcome help = run({"--help"});
  CHECK(help.code == 0);
  for (const char* command : {"render", "sample", "check", "nodes", "graph", "explain", "bench"})
    CHECK(says(help.out, "\n  " + std::string(command) + " "));
  CHECK(says(run({"render", "--help"}).out, "--window COL,ROW,W,H"));
}

TEST_CASE("cli: what is wrong with a recipe is found before any file is touched", "[cli]") {
  const ScratchFolder folder;
  folder.write("height.exr", "precious");
  const auto refused = [&](const std::string& output, const std::string& words) {
    const std::string recipe =
        folder.write("bad.yaml",
                     "orograph: 1\nnodes: {n: perlin, wild: {type: multiply, inputs: [n, 3e38, 10]}}\n"
                     "grid: {resolution: 64, spacing: 0.1}\noutputs:\n  - " +
                         output + "\n");
    check_refused(folder, {"render", recipe, "-o", folder.path()}, words);
    CHECK(bytes_of(folder / "height.exr") == "precious");
  };
  refused("{file: height.exr, channels: {h: n}, type: uint8, range: [0, 1]}", "bad.yaml:5:12: error");
  refused("{file: height.png, channels: {Y: n}, type: uint16}", "range: [LO, HI]");
  refused("{file: height.png, channels: {Q: n}, type: uint16, range: [-1, 1]}", "bad.yaml:5:");
  refused("{file: height.exr, channels: {h: n}, compression: dwaa}", "bad.yaml:5:55: error");
  refused("{file: height.exr, channels: {h: nn}}", "did you mean 'n'?");
  refused("{file: ../height.exr, channels: {h: n}}", "error");
  refused("{file: height.exr, channels: {h: wild}}", "bad.yaml:2:");  // infinite
  CHECK(folder.files() == std::vector<std::string>{"bad.yaml", "height.exr"});

  const std::string bare = folder.write("bare.yaml", "orograph: 1\nnodes: {n: perlin}\n");
  check_refused(folder, {"render", bare, "-o", folder.path()}, "outputs: [");
  check_refused(folder, {"render", bare, "--node", "n", "--file", folder / "n.exr"}, "grid: {");
}

TEST_CASE("cli: an image never replaces the recipe", "[cli]") {
  const ScratchFolder folder;
  const std::string text =
      "orograph: 1\nnodes: {n: perlin}\ngrid: {resolution: 8, spacing: 0.1}\n"
      "outputs: [{file: n.r32, channels: {n: n}}]\n";
  const std::string recipe = folder.write("recipe.yaml", text);
  fs::create_directory(folder / "out");
  SECTION("by a symbolic link") {
    fs::create_symlink(recipe, folder / "out/n.r32");
  }
  SECTION("by a hard link") {
    fs::create_hard_link(recipe, folder / "out/n.r32");
  }
  check_refused(folder, {"render", recipe, "-o", folder / "out"}, "is the recipe itself");
  CHECK(bytes_of(recipe) == text);

  const std::string odd = folder.write("odd.r32", text);
  check_refused(folder, {"render", odd, "--node", "n", "--file", odd}, "is the recipe itself");
  CHECK(bytes_of(odd) == text);
}

TEST_CASE("cli: one node alone needs no outputs", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  REQUIRE(run({"render", recipe, "-o", folder.path()}).code == 0);
  const std::string bare = folder.write("bare.yaml", hills.substr(0, hills.find("outputs:")));
  const Outcome outcome = run({"render", bare, "--node", "height", "--file", folder / "deep/node.r32"});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  CHECK(bytes_of(folder / "deep/node.r32") == bytes_of(folder / "height.r32"));

  REQUIRE(run({"render", bare, "--node", "height", "--file", folder / "node.R16", "--range", "0,100"}).code == 0);
  CHECK(bytes_of(folder / "node.R16").size() == 61 * 43 * 2);
  const std::string gridless =
      folder.write("gridless.yaml", bare.substr(0, 0) + hills.substr(0, hills.find("grid:")));
  REQUIRE(run({"render", gridless, "--node", "height", "--file", folder / "g.r32", "--region", "-20,7,10.5,28.5",
               "--resolution", "61x43"})
              .code == 0);
  CHECK(bytes_of(folder / "g.r32") == bytes_of(folder / "height.r32"));
}

TEST_CASE("cli: who asks for one node hears nothing of unused ones", "[cli]") {
  const ScratchFolder folder;
  std::string text = hills;
  text.insert(text.find("grid:"), "  spare: {type: value, wavelength: 9}\n");
  const std::string spare = folder.write("spare.yaml", text);
  CHECK(says(run({"check", spare}).err, "'spare' is not used"));
  CHECK(run({"render", spare, "--node", "height", "--file", folder / "a.r32", "--progress", "none"}).err == "");
  CHECK(run({"sample", spare, "--node", "height", "--points", "-"}, "x,y\n1,2\n").err == "");
}

TEST_CASE("cli: several files appear together", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("two.yaml", R"(orograph: 1
nodes: {n: {type: perlin, wavelength: 64}}
grid: {resolution: [200, 300]}
outputs:
  - {file: a.r32, channels: {n: n}}
  - {file: sub/b.exr, channels: {n: n, m: "n * 2"}}
  - {file: c.png, channels: {Y: "n"}, type: uint16, range: [-1, 1]}
)");
  SECTION("all of them") {
    const Outcome outcome = run({"render", recipe, "-o", folder / "out", "--progress", "bar"});
    CHECK(outcome.code == 0);
    std::istringstream lines(outcome.err.substr(outcome.err.find("wrote")));
    for (const char* ending : {"/out/a.r32  200 x 300  float  240.0 kB", "/out/sub/b.exr  200 x 300  float  ",
                               "/out/c.png  200 x 300  uint16  "}) {
      std::string line;
      REQUIRE(std::getline(lines, line));
      CHECK(line.starts_with("wrote /"));
      CHECK(says(line, ending));
    }
    CHECK(lines.peek() == std::istringstream::traits_type::eof());
    CHECK(folder.files() == std::vector<std::string>{"out/a.r32", "out/c.png", "out/sub/b.exr", "two.yaml"});
  }
  SECTION("or none, when one cannot be written") {
    fs::create_directories(folder / "out/c.png");
    check_refused(folder, {"render", recipe, "-o", folder / "out"}, "c.png': Is a directory", 1);
  }
  SECTION("or none, when the disk is full") {
    const auto small_disk = [] {
      const rlimit limit{150'000, 150'000};
      ::setrlimit(RLIMIT_FSIZE, &limit);
    };
    folder.write("out", "");
    fs::remove(folder / "out");
    fs::create_directory(folder / "out");
    folder.write("out/a.r32", "precious");
    const Outcome outcome = Process({"render", recipe, "-o", folder / "out"}, "", small_disk).wait();
    CAPTURE(outcome.err);
    CHECK(outcome.code == 1);
    CHECK(says(outcome.err, "File too large\n  allow larger files, as with 'ulimit -f unlimited'"));
    check_clean(outcome.err);
    CHECK(folder.files() == std::vector<std::string>{"out/a.r32", "two.yaml"});
    CHECK(bytes_of(folder / "out/a.r32") == "precious");
  }
}

TEST_CASE("cli: an interrupt leaves no file", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("large.yaml", R"(orograph: 1
nodes: {n: {type: fbm, source: simplex, octaves: 16, lacunarity: 1.3, wavelength: 100000}}
grid: {resolution: [16384, 16384]}
outputs: [{file: n.r32, channels: {n: n}}]
)");
  const int number = GENERATE(SIGINT, SIGTERM, SIGXCPU);
  Process process({"render", recipe, "-o", folder / "out"});
  // Not before it writes.
  for (int i = 0; i < 2000 && folder.files().size() < 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  REQUIRE(folder.files().size() == 2);
  ::kill(process.id(), number);
  SECTION("a single one") {}
  SECTION("several") {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::kill(process.id(), number);
    ::kill(process.id(), number);
  }
  const Outcome outcome = process.wait();
  CHECK(outcome.signal == number);
  CHECK(says(outcome.err, "interrupted"));
  CHECK(folder.files() == std::vector<std::string>{"large.yaml"});
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // these take threads and memory of their own
TEST_CASE("cli: what the machine refuses is told with a remedy, and leaves nothing", "[cli]") {
  const ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  const std::string recipe = folder.write("three.yaml", R"(orograph: 1
nodes: {n: {type: perlin, wavelength: 64}}
grid: {resolution: [512, 256]}
outputs:
  - {file: a.r32, channels: {n: n}}
  - {file: b.tif, channels: {n: n}}
  - {file: d.exr, channels: {n: n}}
  - {file: sub/c.r32, channels: {n: n}}
)");
  const auto limited = [&](
                           int resource, rlim_t most, const std::function<void()>& more = [] {}) {
    const Outcome outcome = Process({"render", recipe, "-o", folder / "out"}, "", [&] {
                              more();
                              ::close_range(3, ~0U, 0);  // what the tests' own parent left open counts as well
                              const rlimit limit{most, most};
                              ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
                            }).wait();
    CAPTURE(most, outcome.err);
    CHECK(outcome.signal == 0);
    check_clean(outcome.err);
    if (outcome.code == 127) return std::string("not run");
    if (outcome.code != 0) {
      CHECK(outcome.code == 1);
      CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') >= 2);  // what failed, and what to do
      CHECK_FALSE(fs::exists(folder / "out"));
    }
    fs::remove_all(folder / "out");
    return outcome.code == 0 ? std::string() : outcome.err;
  };
  SECTION("threads") {
    // The limit is of a user, and none of root's.
    const auto as_nobody = [] {
      constexpr uid_t nobody = 65534;
      if (::geteuid() == 0) ::setuid(nobody);
    };
    if (limited(RLIMIT_NPROC, 1000, as_nobody) == "not run") {
      WARN("not tested: the program lies where only root can run it");
      return;
    }
    for (rlim_t most = 1; most <= 10; ++most) limited(RLIMIT_NPROC, most, as_nobody);
    CHECK(says(limited(RLIMIT_NPROC, 1, as_nobody),
               "orograph: cannot start a thread\n"
               "  allow more threads and memory, as with 'ulimit -u 4096', or take fewer with --threads 1\n"));
  }
  SECTION("memory") {
    for (rlim_t megabytes = 24; megabytes <= 240; megabytes += 24) limited(RLIMIT_AS, megabytes << 20);
  }
  SECTION("open files") {
    std::string all;  // how many are open at the start depends on who runs the test
    for (rlim_t most = 4; most <= 16; ++most) all += limited(RLIMIT_NOFILE, most);
    CHECK(says(all,
               "b.tif': Too many open files\n"
               "  allow more open files, as with 'ulimit -n 4096', or write fewer files in a run\n"));
  }
}
#endif

TEST_CASE("cli: folders that nothing was put in do not stay", "[cli]") {
  const ScratchFolder folder;
  const auto folders = [&] {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
      if (entry.is_directory()) names.push_back(entry.path().lexically_relative(folder.path()).string());
    std::sort(names.begin(), names.end());
    return names;
  };
  const std::string grid = "grid: {resolution: [16384, 16384]}\n";
  const std::string nodes =
      "orograph: 1\nnodes:\n  n: {type: fbm, source: simplex, octaves: 16, lacunarity: 1.3, wavelength: 1e6}\n"
      "  wild: {type: multiply, inputs: [n, 3e38, 1e9]}\n";
  const std::string outputs = "outputs: [{file: deep/a.r32, channels: {n: n}}, {file: b/b.r32, channels: {n: n}}";
  fs::create_directory(folder / "mine");
  const std::string out = GENERATE("out/new", "mine");
  SECTION("after an interrupt, or several") {
    const std::string recipe = folder.write("large.yaml", nodes + grid + outputs + "]\n");
    const int signals = GENERATE(1, 3);
    Process process({"render", recipe, "-o", folder / out});
    for (int i = 0; i < 2000 && folder.files().size() < 3; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    REQUIRE(folder.files().size() == 3);
    for (int i = 0; i < signals; ++i) ::kill(process.id(), SIGINT);
    CHECK(process.wait().signal == SIGINT);
  }
  SECTION("when the render fails") {
    const std::string recipe = folder.write(
        "wild.yaml", nodes + "grid: {resolution: 64}\n" + outputs + ", {file: c/c.r32, channels: {w: wild}}]\n");
    CHECK(run({"render", recipe, "-o", folder / out}).code == 2);
  }
  SECTION("when a file cannot be made") {
    folder.write("mine/c", "a file, not a folder");
    const std::string recipe = folder.write(
        "bad.yaml", nodes + "grid: {resolution: 64}\n" + outputs + ", {file: ../mine/c/c.r32, channels: {n: n}}]\n");
    const std::string there = folder.write(
        "there.yaml", nodes + "grid: {resolution: 64}\n" + outputs + ", {file: c/c.r32, channels: {n: n}}]\n");
    CHECK(run({"render", recipe, "-o", folder / out}).code == 2);
    if (out == "mine") {
      const Outcome outcome = run({"render", there, "-o", folder / out});
      CHECK(outcome.code == 1);
      CHECK(says(outcome.err, "cannot create the folder"));
    }
  }
  CHECK(folders() == std::vector<std::string>{"mine"});
}

TEST_CASE("cli: links are followed, also to files that are not there yet", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const auto render_to = [&](const std::string& file) {
    return run({"render", recipe, "--node", "height", "--file", folder / file});
  };
  fs::create_symlink("real.r32", folder / "link.r32");
  CHECK(render_to("link.r32").code == 0);
  CHECK(fs::is_symlink(folder / "link.r32"));
  CHECK(fs::file_size(folder / "real.r32") == 61 * 43 * sizeof(float));
  fs::create_symlink("missing/real.r32", folder / "lost.r32");
  CHECK(says(render_to("lost.r32").err, "lost.r32': No such file or directory"));
  CHECK_FALSE(fs::exists(folder / "missing"));
  fs::create_symlink("loop.r32", folder / "loop.r32");
  CHECK(says(render_to("loop.r32").err, "Too many levels of symbolic links"));

  const std::string two =
      folder.write("two.yaml",
                   "orograph: 1\nnodes: {n: perlin}\ngrid: {resolution: 8, spacing: 0.1}\n"
                   "outputs: [{file: a.r32, channels: {n: n}}, {file: b.r32, channels: {n: n}}]\n");
  fs::create_symlink("b.r32", folder / "a.r32");
  CHECK(says(run({"render", two, "-o", folder.path()}).err, "are one file"));
}

TEST_CASE("cli: a current folder that is gone", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const auto run_nowhere = [&](const std::vector<std::string>& arguments) {
    return Process(arguments, "",
                   [&] {
                     fs::create_directory(folder / "gone");
                     fs::current_path(folder / "gone");
                     fs::remove(folder / "gone");
                   })
        .wait();
  };
  CHECK(run_nowhere({"check", recipe}).err == "no mistakes\n");
  CHECK(run_nowhere({"render", recipe, "-o", folder / "out"}).code == 0);
  const Outcome lost = run_nowhere({"render", recipe, "-o", "out"});
  CHECK(lost.code == 1);
  CHECK(says(lost.err, "orograph: cannot write 'out/height.r32': cannot create the folder 'out': No such file"));
}

TEST_CASE("cli: a recipe from standard input", "[cli]") {
  CHECK(says(run({"check", "-"}).err, "orograph: cannot read '-': No such file or directory\n  write /dev/stdin to"));
  CHECK(run({"check", "/dev/stdin"}, hills).err == "no mistakes\n");
}

TEST_CASE("cli: folders with images in them stay, whatever fails later", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  REQUIRE(run({"render", recipe, "-o", folder / "a/b"}).code == 0);
  CHECK(run({"render", recipe, "--node", "height", "--file", folder / "a/b/height.r32/x.r32"}).code == 1);
  CHECK(folder.files() == std::vector<std::string>{"a/b/height.r32", "hills.yaml"});
}

TEST_CASE("cli: progress as lines of JSON, statistics, clamped samples, zero divisions", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("r.yaml", R"(orograph: 1
nodes:
  n: {type: perlin, wavelength: 64}
  quotient: {type: divide, a: 1, b: {type: max, inputs: [n, 0]}}
grid: {resolution: [64, 64]}
outputs:
  - {file: a.png, channels: {Y: n}, type: uint16, range: [0, 1]}
  - {file: b.r32, channels: {q: quotient}}
)");
  const Outcome outcome = run({"render", recipe, "-o", folder / "out", "--progress", "json", "--stats"});
  CAPTURE(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out.empty());
  const std::regex event(
      R"re(\{"event":"(progress|done)","rows":\d+,"total":64,"seconds":\d+\.\d+(,"files":2)?\})re");
  const std::regex wrote(R"re(\{"event":"wrote","file":".*/out/(a\.png|b\.r32)","width":64,"height":64,)re"
                         R"re("type":"(uint16|float)","bytes":\d+\})re");
  std::istringstream lines(outcome.err);
  int events = 0, files = 0, clamped = 0;
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, wrote)) {
      ++files;
    } else if (line.starts_with('{')) {
      CHECK(std::regex_match(line, event));
      ++events;
      last = line;
    }
    clamped += std::regex_search(line, std::regex(R"(^warning: .*a\.png: channel 'Y': \d+ samples \([\d.e+]+ %\) )"
                                                  R"(clamped: \d+ below 0, 0 above 1 \[W203\]$)"));
  }
  CHECK(events >= 2);
  CHECK(files == 2);
  CHECK(says(outcome.err, R"(/out/b.r32","width":64,"height":64,"type":"float","bytes":16384})"));
  CHECK_FALSE(says(outcome.err, "wrote out"));
  CHECK(says(last, R"("event":"done","rows":64)"));
  CHECK(clamped == 1);
  CHECK(says(outcome.err, "r.yaml:4:3: warning: 'quotient' divided by zero"));
  for (const char* word : {"parse", "schedule", "instruction set", "threads", "peak memory", "samples a second"})
    CHECK(says(outcome.err, word));
}

TEST_CASE("cli: examples say that their lengths are metres", "[cli]") {
  const ScratchFolder folder;
  for (const char* name : {"alpine_ridges", "canyon", "dunes", "ground_texture", "highlands", "island"}) {
    CAPTURE(name);
    const std::string recipe = examples / (name + std::string(".yaml"));
    REQUIRE(run({"render", recipe, "-o", folder.path(), "--resolution", "16"}).code == 0);
    const std::string exr = bytes_of(folder / (name + std::string(".exr")));
    const std::string units("orograph:units\0string\0\1\0\0\0m", 27);  // an attribute: name, type, length, text
    CHECK(says(exr, units));
  }
}

TEST_CASE("cli: the integers of examples hold what their parameters make of the land", "[cli]") {
  const ScratchFolder folder;
  const auto clamps_nothing = [&](const char* name, const std::string& set) {
    for (const char* seed : {"1", "2"}) {
      const Outcome outcome = run({"render", examples / (name + std::string(".yaml")), "-o", folder.path(),
                                   "--resolution", "256", "--set", set, "--seed", seed});
      CAPTURE(name, set, outcome.err);
      CHECK(outcome.code == 0);
      CHECK_FALSE(says(outcome.err, "clamped"));
    }
  };
  clamps_nothing("highlands", "relief=2500");
  clamps_nothing("alpine_ridges", "relief=3000");
  clamps_nothing("canyon", "relief=3000");
  clamps_nothing("island", "relief=3000");
  clamps_nothing("dunes", "tall=300");
  clamps_nothing("ground_texture", "depth=0.3");

  // A sheet of larger tiles has the same frames.
  const std::string catalogue = examples / "noise_catalogue.yaml";
  const auto frames = [&](const std::string& tile) {
    REQUIRE(run({"render", catalogue, "--node", "inside", "--file", folder / "inside.r32", "--set", "tile=" + tile})
                .code == 0);
    return floats_of(folder / "inside.r32");
  };
  const std::vector<float> usual = frames("200"), larger = frames("300");
  REQUIRE(larger.size() == usual.size());
  CHECK(std::equal(usual.begin(), usual.end(), larger.begin(),
                   [](float a, float b) { return std::abs(a - b) < 0.01F; }));
}

TEST_CASE("cli: a path of any bytes is a JSON string, and harms no terminal", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const std::string out = folder / "a \"b\" \\ \x1b[1m \xff \xc3\xa4";
  const Outcome json = run({"render", recipe, "-o", out, "--progress", "json"});
  CHECK(json.code == 0);
  CHECK(says(json.err, "/a \\\"b\\\" \\\\ \\u001b[1m \xEF\xBF\xBD \xc3\xa4/height.r32\",\"width\":61"));
  CHECK_FALSE(says(run({"render", recipe, "-o", out}).err, "\x1b"));
}

TEST_CASE("cli: sample", "[cli]") {
  const fs::path golden = fs::path(OROGRAPH_SOURCE_DIR) / "tests/golden";
  const std::string recipe = golden / "island.yaml";
  SECTION("reproduces the reference values") {
    std::istringstream index(bytes_of(golden / "index.csv"));
    std::string line;
    std::getline(index, line);
    REQUIRE(line == "case,node,value_tolerance,slope_tolerance");
    std::size_t cases = 0, recipes = 0;
    for (; std::getline(index, line); ++cases) check_reference_case(golden, line);
    for (const auto& file : fs::directory_iterator(golden)) recipes += file.path().extension() == ".yaml";
    CHECK(cases == recipes);
    CHECK(cases >= 33);
  }
  SECTION("reads a list with a header or without, as programs write it") {
    const auto sampled = [&](const std::string& points) {
      const Outcome outcome = run({"sample", recipe, "--node", "land", "--points", "-", "--seed", "1"}, points);
      CAPTURE(points);
      CHECK(outcome.err == "");
      CHECK(outcome.code == 0);
      return outcome.out;
    };
    const std::string expected = sampled("x,y\n1e3,-2.50\n+7,8\n");
    CHECK(std::regex_match(expected, std::regex("x,y,value\n1e3,-2.50,[-0-9.e]+\n\\+7,8,[-0-9.e]+\n")));
    for (const char* points :
         {"1e3,-2.50\n+7,8\n", "1e3,-2.50\n+7,8", "\n \n1e3,-2.50\n\n\n+7,8\n\n",
          "\xEF\xBB\xBF"
          "1e3,-2.50\n+7,8\n",
          "\xEF\xBB\xBFx, y,note\r\n 1e3 ,-2.50,a\r\n\r\n+7,8\r\n", "1e3,-2.50,\n+7,8,,,\n", "1e3\t,\t-2.50\n+7,8\n",
          "\"x\",\"y\"\n\"1e3\",\"-2.50\"\n+7,8\n", "X,Y\n1e3,-2.50\n+7,8\n", "1e3,-2.50\r+7,8\r"})
      CHECK(sampled(points) == expected);
    CHECK(sampled("x,y\n") == "x,y,value\n");
  }
  SECTION("says where a list is wrong") {
    const auto refused = [&](const std::string& points, const std::string& words) {
      const Outcome outcome = run({"sample", recipe, "--node", "land", "--points", "-"}, points);
      CAPTURE(points);
      CHECK(outcome.code == 2);
      CHECK(outcome.err == "orograph: <stdin>:" + words + "\n");
    };
    const std::string form = "\n  write x,y, like 100,-250.5; columns after these are ignored";
    const std::string comma = "\n  separate x and y by a comma, and write decimal points";
    refused("", "1:1: there are no points" + form);
    refused("\n\n", "3:1: there are no points" + form);
    refused("a,b\n1,2\n", "1:1: the first line is neither a point nor the header 'x,y'" + form);
    refused("1\n", "1:2: y is missing" + form);
    refused("x,y\n1,2\n ,3\n", "3:2: x is missing" + form);
    refused("x,y\n1,2\n1;2\n", "3:2: a semicolon stands between the numbers" + comma);
    refused("1\t2\n", "1:2: a tab stands between the numbers" + comma);
    refused(" 1 2\n", "1:3: a space stands between the numbers" + comma);
    refused("1 ; 2\n", "1:3: a semicolon stands between the numbers" + comma);
    refused("x,y\n1,nan\n", "2:3: y is 'nan', which is no position\n  positions lie within +-1e+100");
    refused("x,y\n1e999,1\n", "2:1: x is '1e999', which is no number\n  write x,y with decimal points");
    refused("1,2\n3,\u00e94\n", "2:3: y is '\u00e94', which is no number\n  write x,y with decimal points");
    refused(std::string("1,\0\x1b\n", 5),
            "1:3: y is '\\x00\\x1B', which is no number\n  write x,y with decimal points");
    refused(
        "\xFF\xFE"
        "1",
        "1:1: the text is UTF-16\n  save it as UTF-8, or as plain CSV");
    refused("x,y\n" + std::string(100'000, '1'),
            "2:65537: a line of more than 65536 bytes\n  each point is a line of its own: x,y");
  }
  SECTION("needs its options") {
    CHECK(says(run({"sample", recipe, "--points", "-"}).err, "--node"));
    CHECK(says(run({"sample", recipe, "--node", "land"}).err, "--points"));
    CHECK(says(run({"sample", recipe, "--node", "lnad", "--points", "-"}).err, "did you mean 'land'?"));
    CHECK(run({"sample", recipe, "--node", "land", "--points", "/nowhere.csv"}).code == 2);
  }
}

TEST_CASE("cli: check", "[cli]") {
  const ScratchFolder folder;
  const auto check = [&](const std::string& text) {
    const Outcome outcome = run({"check", folder.write("r.yaml", text)});
    CHECK(outcome.out.empty());
    return outcome;
  };
  CHECK(check(hills).code == 0);
  CHECK(check(hills).err == "no mistakes\n");
  // Without outputs, mistakes that only lowering sees are found too.
  const Outcome period = check("orograph: 1\nnodes: {n: {type: perlin, wavelength: 3, period: [10.5, 10]}}\n");
  CHECK(period.code == 2);
  CHECK(says(period.err, "1 error\n"));
  const Outcome noiseless = check("orograph: 1\nnodes: {n: perlin}\n");
  CHECK(noiseless.code == 0);
  CHECK(says(noiseless.err, "note: no outputs: 'render' needs --node NAME --file OUT, and without a grid --region "));
  CHECK(noiseless.err.ends_with("X0,Y0,X1,Y1 --resolution WxH\nno mistakes\n"));
  CHECK(check("orograph: 1\nnodes: {n: perlin}\ngrid: {spacing: 0.1, resolution: 8}\n")
            .err.starts_with("note: no outputs: 'render' needs --node NAME --file OUT\n"));
  const Outcome both = check(R"(orograph: 1
params: {unused: 1}
nodes: {n: {type: perlin, wavelength: 50, sed: 4}}
grid: {resolution: 64}
outputs: [{file: a.png, channels: {Y: n}, type: uint16}]
)");
  CHECK(both.code == 2);
  CHECK(says(both.err, "did you mean 'seed'?"));
  CHECK(says(both.err, "range: [LO, HI]"));
  // A mistake anywhere hides no problem of an image, and what follows from a mistake is not told again.
  const Outcome all = check(R"(orograph: 1
sed: 1
nodes: {n: {type: perlin, sed: 4}}
grid: {resolution: 64}
outputs:
  - {file: a.png, channels: {height: n}, type: uint16}
  - {file: b.bmp, channels: {Y: n}}
  - {file: c.png, channels: {Y: n}, type: flot}
)");
  CHECK(says(all.err, "PNG files cannot hold the channels height"));
  CHECK(says(all.err, "uint16 samples need a range"));
  CHECK(says(all.err, "did you mean 'float'?"));
  CHECK(says(all.err, "6 errors\n"));
  const Outcome gridless = check("orograph: 1\noutputs: [{file: a.exr, channels: {h: perlin}}]\n");
  CHECK(gridless.code == 0);
  CHECK(says(gridless.err, "no 'grid'"));
  CHECK(says(gridless.err, "--region"));
  const Outcome grain = check(
      "orograph: 1\nnodes: {n: {type: fbm, source: perlin, octaves: 9, wavelength: 64}}\n"
      "grid: {resolution: 64}\noutputs: [{file: a.exr, channels: {n: n}}]\n");
  CHECK(grain.code == 0);
  CHECK(says(grain.err, "r.yaml:2:9: warning: octave 6 of 'n' has a wavelength of 1, below two grid steps of 1"));
  CHECK(says(grain.err, "1 warning\n"));
  CHECK(folder.files() == std::vector<std::string>{"r.yaml"});
}

TEST_CASE("cli: OpenImageIO is loaded only for what it alone writes", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const auto loads_encoders = [](std::vector<std::string> arguments) {
    const Outcome outcome = Process(std::move(arguments), "", [] { ::setenv("LD_DEBUG", "files", 1); }).wait();
    CHECK(outcome.code == 0);
    REQUIRE(says(outcome.err, "libfmt"));  // the linker told of all others
    return says(outcome.err, "libOpenImageIO");
  };
  CHECK_FALSE(loads_encoders({"--version"}));
  CHECK_FALSE(loads_encoders({"check", recipe}));
  CHECK_FALSE(loads_encoders({"render", recipe, "-o", folder / "out"}));
  CHECK_FALSE(loads_encoders({"render", recipe, "--node", "height", "--file", folder / "height.exr"}));
  CHECK_FALSE(
      loads_encoders({"render", recipe, "--node", "height", "--file", folder / "height.png", "--range", "0,100"}));
  CHECK(loads_encoders({"render", recipe, "--node", "height", "--file", folder / "height.tif"}));
}

TEST_CASE("cli: encoders that cannot be loaded are a failure, and leave nothing", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const auto render_with = [&](const std::string& library, const std::string& file) {
    return Process({"render", recipe, "--node", "height", "--file", folder / file}, "",
                   [&] { ::setenv("OROGRAPH_IMAGE_LIBRARY", library.c_str(), 1); })
        .wait();
  };
  const Outcome missing = render_with("/nowhere/images.so", "height.tif");
  CHECK(missing.code == 1);
  CHECK(says(missing.err, "cannot load what writes .tif, and .exr with piz or rle: /nowhere/images.so: "));
  CHECK(says(missing.err, "OROGRAPH_IMAGE_LIBRARY"));
  check_clean(missing.err);
  const Outcome foreign = render_with("libfmt.so.9", "height.tif");
  CHECK(foreign.code == 1);
  CHECK(says(foreign.err, "'libfmt.so.9' is another library"));
  CHECK(folder.files() == std::vector<std::string>{"hills.yaml"});
  CHECK(render_with("/nowhere/images.so", "height.r32").code == 0);
}

#ifdef NDEBUG
TEST_CASE("cli: a thousand nodes are checked within 100 ms", "[cli]") {
  const ScratchFolder folder;
  std::string text = "orograph: 1\nnodes:\n  sum0: {type: perlin, wavelength: 300}\n";
  for (int i = 1; i < 500; ++i) {
    const std::string number = std::to_string(i), before = std::to_string(i - 1);
    text += "  part" + number + ": {type: fbm, source: perlin, octaves: 4, wavelength: 500, seed: " + number + "}\n";
    text += "  sum" + number + ": {type: add, inputs: [sum" + before + ", part" + number + "]}\n";
  }
  text += "  height: {type: clamp, input: sum499, low: -100, high: 100}\n";
  text += "grid: {resolution: 512}\noutputs: [{file: a.exr, channels: {height: height}}]\n";
  const std::string recipe = folder.write("thousand.yaml", text);
  const auto children_seconds = [] {
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
  };
  double best = 1e9;
  for (int run_index = 0; run_index < 5; ++run_index) {
    const double before = children_seconds();
    const Outcome outcome = run({"check", recipe});
    best = std::min(best, children_seconds() - before);
    CHECK(outcome.err == "no mistakes\n");
  }
  CHECK(best < 0.1);
}
#endif

TEST_CASE("cli: nodes, graph, explain, bench", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const Outcome all = run({"nodes"});
  CHECK(all.code == 0);
  CHECK(std::regex_search(all.out, std::regex("\nfractal\n(  .*\n)*  fbm +\\S")));
  const Outcome one = run({"nodes", "fbm"});
  CHECK(says(run({"nodes", "step"}).out, "\n    any number; default 0\n"));
  CHECK(says(one.out, "octaves: "));
  CHECK(says(one.out, "whole number; from 1 to 32; default 6"));
  CHECK(says(run({"nodes", "fmb"}).err, "did you mean 'fbm'?"));
  CHECK(run({"nodes", "fmb"}).code == 2);

  CHECK(run({"graph", recipe}).out.starts_with("digraph"));
  const Outcome explained = run({"explain", recipe});
  CHECK(says(explained.out, "height.r32:height"));
  CHECK(says(explained.out, "1 noise (4 octaves)"));
  CHECK(says(explained.out, "registers"));
  CHECK(says(explained.out, "4 octaves fused into 1 instruction\n"));
  CHECK(std::regex_search(explained.out,
                          std::regex("  cost +about 100 % of the program's: (\\d+) of \\1 operations a sample\n")));
  CHECK(says(explained.out, "; 0 values are used more than once"));
  const std::string twice = folder.write("twice.yaml", R"(orograph: 1
nodes: {n: {type: perlin, wavelength: 40}, h: n * n - n}
grid: {resolution: 8}
outputs: [{file: h.r32, channels: {h: h}}]
)");
  CHECK(says(run({"explain", twice}).out, "; 1 value is used more than once"));
  for (const char* stage : {"parse", "fuse_octaves", "schedule"}) {
    const Outcome outcome = run({"explain", recipe, "--after=" + std::string(stage)});
    CHECK(outcome.code == 0);
    CHECK_FALSE(outcome.out.empty());
  }
  CHECK(says(run({"explain", recipe, "--after", "shedule"}).err, "did you mean 'schedule'?"));
  const Outcome bench = run({"bench", recipe});
  CHECK(bench.code == 0);
  CHECK(std::regex_search(bench.out, std::regex("\nscalar +[\\d.]+ \\([2-5]\\) +[\\d.]+ \\([2-5]\\)\n")));
  CHECK(says(bench.out, "61 x 43 samples of 1 channel, in million samples a second: computing alone"));
  CHECK(says(bench.out, "\nwhere the time goes: every step timed, on "));
  CHECK(std::regex_search(
      bench.out, std::regex("\n *[\\d.]+ % +[\\d.]+  noise perlin_diamond_2d, 4 octaves +hills +hills.yaml:\\d+\n")));
}

TEST_CASE("cli: an unknown instruction set is refused before anything is done", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const Outcome outcome =
      Process({"render", recipe, "-o", folder / "out"}, "", [] { ::setenv("OROGRAPH_TARGET", "mmx", 1); }).wait();
  CHECK(outcome.code == 2);
  CHECK(says(outcome.err, "scalar"));
  CHECK(folder.files() == std::vector<std::string>{"hills.yaml"});
}

TEST_CASE("cli: output that cannot be written is a failure", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const std::vector<std::vector<std::string>> commands{
      {"--version"},       {"--help"},
      {"nodes"},           {"nodes", "fbm"},
      {"graph", recipe},   {"explain", recipe},
      {"bench", recipe},   {"sample", recipe, "--node", "height", "--points", "-"},
      {"render", "--help"}};
  for (const std::vector<std::string>& command : commands) {
    CAPTURE(command);
    const Outcome full =
        Process(command, "x,y\n1,2\n", [] { REQUIRE(std::freopen("/dev/full", "w", stdout) != nullptr); }).wait();
    CHECK(full.err == "orograph: cannot write to standard output: No space left on device\n");
    CHECK(full.code == 1);
    const Outcome closed = Process(command, "x,y\n1,2\n", [] { ::close(STDOUT_FILENO); }).wait();
    CHECK(closed.err == "orograph: cannot write to standard output: Bad file descriptor\n");
    CHECK(closed.code == 1);
  }
}

TEST_CASE("cli: closed streams harm no image", "[cli]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("hills.yaml", hills);
  const auto render_to = [&](const std::string& out, const std::function<void()>& setup) {
    return Process({"render", recipe, "-o", folder / out, "--progress", "json"}, "", setup).wait().code;
  };
  CHECK(render_to("open", [] {}) == 0);
  CHECK(render_to("closed", [] {
          for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(stream);
        }) == 0);
  CHECK(bytes_of(folder / "closed/height.r32") == bytes_of(folder / "open/height.r32"));
}
