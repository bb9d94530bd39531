// SPDX-License-Identifier: MIT
// orograph diff: what it says of two recipes, to the letter, and what its image holds.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "graph/merge.hpp"
#include "runtime/renderer.hpp"
#include "support/compile.hpp"
#include "support/process.hpp"

namespace {

using namespace orograph;
using test::Outcome;
using test::run;
using test::ScratchFolder;

const std::string grid = "grid: {spacing: 1, resolution: [4, 3]}\n";

std::string recipe_of(const std::string& nodes, const std::string& outputs, const std::string& grid_text = grid) {
  const std::string params = nodes.find("lift") == std::string::npos ? "" : "params: {lift: 0}\n";
  return "orograph: 1\n" + params + "nodes: {" + nodes + "}\n" + grid_text + "outputs:\n" + outputs;
}

const std::string slope = "h: x * 10 + y + lift, m: \"step(2, x)\"";
const std::string one_file = "  - {file: a.exr, channels: {h: h, m: m}}\n";

// Two recipes side by side, and diff of them.
struct Pair {
  Pair(const std::string& a_text, const std::string& b_text)
      : a(folder.write("a.yaml", a_text)), b(folder.write("b.yaml", b_text)) {}

  Outcome diff(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"diff", a, b});
    return run(options);
  }
  std::string heading() const { return "A: " + a + "\nB: " + b + "\n"; }

  ScratchFolder folder;
  std::string a, b;
};

std::vector<float> floats_of(const std::filesystem::path& file) {
  const std::string bytes = test::bytes_of(file);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

}  // namespace

TEST_CASE("diff: the same recipe written in two ways", "[diff]") {
  const Pair pair(recipe_of(slope, one_file), recipe_of("h: y + 10 * x + lift, m: \"step(2, x)\"", one_file));
  const Outcome outcome = pair.diff();
  CHECK(outcome.code == 0);
  CHECK(outcome.err == "");
  CHECK(outcome.out == pair.heading() + "a.exr:h: the same\na.exr:m: the same\n2 channels, the same bit for bit\n");
}

TEST_CASE("diff: equal values of different programs are the same", "[diff]") {
  const Pair pair(recipe_of(slope, one_file),
                  recipe_of("h: x * 8 + x * 2 + y + lift, m: \"x < 2 ? 0 : 1\"", one_file));
  const Outcome outcome = pair.diff();
  CHECK(outcome.code == 0);
  CHECK(outcome.out == pair.heading() + "a.exr:h: the same\na.exr:m: the same\n2 channels, the same bit for bit\n");
}

TEST_CASE("diff: how much, where, and what to render to see it", "[diff]") {
  const Pair pair(recipe_of(slope, one_file),
                  recipe_of("h: \"x * 10 + y + lift + (x > 3 ? 2 * (y > 1) : 0)\", m: \"step(2, x)\"", one_file));
  const Outcome outcome = pair.diff();
  CHECK(outcome.code == 3);
  CHECK(outcome.err == "");
  CHECK(outcome.out == pair.heading() +
                           "a.exr:h: 2 of 12 samples differ (16.7 %)\n"
                           "  largest  2 at pixel 3,1, x = 3.5, y = 1.5: 36.5 in A, 38.5 in B\n"
                           "  mean     0.333333; on the whole B is 0.333333 higher\n"
                           "  where    all of them lie in --window 3,1,1,2\n"
                           "a.exr:m: the same\n"
                           "1 of 2 channels not the same\n");
  // Pixels are counted in the whole grid, whatever part of it is compared.
  const Outcome part = pair.diff({"--window", "2,1,2,1", "--channel", "a.exr:h"});
  CHECK(part.code == 3);
  CHECK(part.out == pair.heading() +
                        "a.exr:h: 1 of 2 samples differ (50.0 %)\n"
                        "  largest  2 at pixel 3,1, x = 3.5, y = 1.5: 36.5 in A, 38.5 in B\n"
                        "  mean     1; on the whole B is 1 higher\n"
                        "  where    all of them lie in --window 3,1,1,1\n"
                        "1 of 1 channel not the same\n");
  CHECK(pair.diff({"--window", "0,0,3,3"}).code == 0);
  CHECK(pair.diff({"--channel", "a.exr:m"}).code == 0);
}

TEST_CASE("diff: bits are compared", "[diff]") {
  const Pair pair(recipe_of("h: x * 0, m: 1", one_file), recipe_of("h: -(x * 0), m: 1", one_file));
  const Outcome outcome = pair.diff({"--channel", "a.exr:h"});
  CHECK(outcome.code == 3);
  CHECK(outcome.out == pair.heading() +
                           "a.exr:h: 12 of 12 samples differ (100.0 %)\n"
                           "  largest  0 at pixel 0,0, x = 0.5, y = 0.5: 0 in A, -0 in B\n"
                           "  mean     0\n"
                           "  where    all of them lie in --window 0,0,4,3\n"
                           "1 of 1 channel not the same\n");
}

TEST_CASE("diff: channels that one side lacks, and values that are stored otherwise", "[diff]") {
  const Pair pair(recipe_of(slope,
                            "  - {file: a.exr, channels: {h: h}}\n"
                            "  - {file: a.png, channels: {Y: h}, range: [0, 50]}\n"),
                  recipe_of(slope,
                            "  - {file: a.exr, channels: {m: m}}\n"
                            "  - {file: a.png, channels: {Y: h}, range: [0, 60]}\n"));
  const Outcome outcome = pair.diff();
  CHECK(outcome.code == 3);
  CHECK(outcome.out == pair.heading() +
                           "a.exr:h: only in A\n"
                           "a.png:Y: the same values, stored in different forms\n"
                           "  stored   uint16, range 0 .. 50 in A; uint16, range 0 .. 60 in B\n"
                           "a.exr:m: only in B\n"
                           "3 of 3 channels not the same\n");
}

TEST_CASE("diff: one recipe with other parameters on one side", "[diff]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("a.yaml", recipe_of(slope, one_file));
  const auto code = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"diff", recipe});
    return run(options).code;
  };
  CHECK(code({"--set-b", "lift=1"}) == 3);
  CHECK(code({"--set-a", "lift=1"}) == 3);
  CHECK(code({"--set", "lift=1", "--set-b", "lift=1"}) == 0);
  CHECK(code({"--set", "lift=1", "--set-b", "lift=2"}) == 3);
  CHECK(code({"--set-a", "lift=1", "--set-b", "lift=1"}) == 0);
  const Outcome alone = run({"diff", recipe});
  CHECK(alone.code == 2);
  CHECK(alone.err ==
        "orograph: diff compares two recipes, and one is given\n"
        "  name the other, too: orograph diff A.yaml B.yaml\n"
        "  or set a parameter on one side: --set-b NAME=VALUE\n");
  const Outcome wrong = run({"diff", recipe, "--set-b", "lift"});
  CHECK(wrong.code == 2);
  CHECK(wrong.err ==
        "orograph: --set-b cannot be 'lift'\n"
        "  write --set-b NAME=VALUE, like --set-b relief=1200\n");
}

TEST_CASE("diff: grids must agree, or be chosen", "[diff]") {
  const Pair pair(recipe_of(slope, one_file),
                  recipe_of(slope, one_file, "grid: {spacing: 2, resolution: [4, 3], registration: point}\n"));
  const Outcome outcome = pair.diff();
  CHECK(outcome.code == 2);
  CHECK(outcome.out == "");
  CHECK(outcome.err ==
        "orograph: the grids differ: A has 4 x 3 samples from 0,0, 1 apart (area), B has 4 x 3 samples from 0,0, 2 "
        "apart (point)\n"
        "  give both --region X0,Y0,X1,Y1 and --resolution WxH, to sample both alike\n");
  CHECK(pair.diff({"--resolution", "8x6"}).code == 2);
  CHECK(pair.diff({"--region", "0,0,4,3", "--resolution", "8x6"}).code == 0);
  const Pair gridless(recipe_of(slope, one_file, ""), recipe_of(slope, one_file));
  CHECK(gridless.diff().code == 0);
}

TEST_CASE("diff: a node in both recipes", "[diff]") {
  const Pair pair(recipe_of("n: x", "  - {file: a.exr, channels: {h: n}}\n"),
                  recipe_of("n: x, o: 2 * n", "  - {file: b.exr, channels: {h: o}}\n"));
  CHECK(pair.diff().code == 3);
  const Outcome node = pair.diff({"--node", "n"});
  CHECK(node.code == 0);
  CHECK(node.out == pair.heading() + "n: the same\n1 channel, the same bit for bit\n");
  const Outcome unknown = pair.diff({"--channel", "a.exr:g"});
  CHECK(unknown.code == 2);
  CHECK(unknown.err ==
        "orograph: neither recipe has the channel 'a.exr:g'\n"
        "  did you mean 'a.exr:h'?\n"
        "  one of: a.exr:h, b.exr:h\n");
}

TEST_CASE("diff: the image holds B - A", "[diff]") {
  const Pair pair(recipe_of("h: x, m: 1", one_file), recipe_of("h: x + y, m: 1", one_file));
  const std::string raw = (pair.folder / "d.r32").string();
  CHECK(pair.diff({"--image", raw, "--channel", "a.exr:h"}).code == 3);
  CHECK(floats_of(raw) == std::vector<float>{.5, .5, .5, .5, 1.5, 1.5, 1.5, 1.5, 2.5, 2.5, 2.5, 2.5});
  // Of channels that are the same, too.
  CHECK(pair.diff({"--image", raw, "--channel", "a.exr:m"}).code == 0);
  CHECK(floats_of(raw) == std::vector<float>(12, 0.0f));
  const Outcome both = pair.diff({"--image", raw});
  CHECK(both.code == 2);
  CHECK(both.err == "orograph: --image " + raw +
                        " holds one channel, and 2 are compared\n"
                        "  choose one, like --channel a.exr:h, or write an .exr or .tif\n");
  const std::string png = (pair.folder / "d.png").string();
  const Outcome range = pair.diff({"--image", png, "--channel", "a.exr:h"});
  CHECK(range.code == 2);
  CHECK(range.err == "error: '" + png +
                         "': uint16 samples need a range\n"
                         "  help: --range LO,HI gives the values of the lowest and the highest code of integers\n"
                         "orograph: the command line does not fit the recipe\n");
  CHECK(pair.diff({"--image", png, "--channel", "a.exr:h", "--range", "-3,3"}).code == 3);
  CHECK(pair.diff({"--image", (pair.folder / "d.exr").string()}).code == 3);
  CHECK(pair.folder.files() == std::vector<std::string>{"a.yaml", "b.yaml", "d.exr", "d.png", "d.r32"});
  CHECK(pair.diff({"--image", pair.b + ".txt"}).code == 2);
}

TEST_CASE("diff: mistakes of both recipes are told, each once", "[diff]") {
  const Pair pair(recipe_of("h: xx, m: 1", one_file), recipe_of("h: yy, m: 1", one_file));
  const Outcome outcome = pair.diff();
  CHECK(outcome.code == 2);
  CHECK(outcome.out == "");
  CHECK(outcome.err.find("'xx'") != std::string::npos);
  CHECK(outcome.err.find("'yy'") != std::string::npos);
  const Outcome own = run({"diff", pair.a, "--set-b", "lift=1"});
  CHECK(own.code == 2);
  CHECK(own.err.find("error: ") == own.err.rfind("error: "));
}

TEST_CASE("diff: what has no value is an error of the side it is in", "[diff]") {
  const Pair pair(recipe_of("h: x, m: 1", one_file), recipe_of("h: x * 3e38 * 10, m: 1", one_file));
  const Outcome outcome = pair.diff();
  CHECK(outcome.code == 2);
  CHECK(outcome.out == "");
  CHECK(outcome.err.find("b.yaml:2:") != std::string::npos);
  CHECK(outcome.err.find("nothing was compared") != std::string::npos);
}

TEST_CASE("merge: both programs keep their bits, and share what is equal", "[diff]") {
  const std::string common = "f: {type: fbm, source: perlin, octaves: 4, wavelength: 20, seed: 3}, ";
  const auto program_of = [&](const std::string& h) {
    return test::optimised(test::lowered(test::compile("orograph: 1\nnodes: {" + common + "h: " + h + "}\n"), "h"));
  };
  const Program a = program_of("f + x"), b = program_of("f * f - y");
  const Program both = merge(a, b, 100);
  require_sound(both, "merge");
  CHECK(both.instructions.size() < a.instructions.size() + b.instructions.size());
  CHECK(std::ranges::count(both.instructions, Op::noise, &Instruction::op) == 1);
  REQUIRE(both.outputs.size() == 2);
  CHECK(both.outputs[1].node == b.outputs[0].node + 100);
  CHECK(both.wave_uses.size() == a.wave_uses.size() + b.wave_uses.size());
  const std::vector<double> x{-7.25, 0, 1e6}, y{3.5, 0, -2e6};
  const auto alone = [&](const Program& program) {
    return sample(make_schedule(program, Positions::scattered), x, y, {}).front();
  };
  const auto together = sample(make_schedule(both, Positions::scattered), x, y, {});
  CHECK(together[0] == alone(a));
  CHECK(together[1] == alone(b));
}
