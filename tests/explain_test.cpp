// SPDX-License-Identifier: MIT
// orograph explain: what became of each node, where the time goes, and every node's value at one place.
#include <catch2/catch.hpp>
#include <regex>
#include <string>
#include <vector>

#include "nodes/registry.hpp"
#include "support/process.hpp"

namespace {

using namespace orograph;
using test::Outcome;
using test::run;
using test::ScratchFolder;

// What explain says of the recipe; shares of time, which no two runs agree on, as N.
std::string explain(const std::string& text, const std::vector<std::string>& options = {}) {
  const ScratchFolder folder;
  std::vector<std::string> words{"explain", folder.write("r.yaml", text)};
  words.insert(words.end(), options.begin(), options.end());
  const Outcome outcome = run(words);
  CHECK(outcome.code == 0);
  return outcome.out;
}

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

const std::string land = R"YAML(orograph: 1
nodes:
  hills: {type: fbm, source: simplex, octaves: 5, wavelength: 60}
  ridges: {type: ridged, source: perlin, octaves: 6, wavelength: 50}
  sea: 1 + 1
  shore: "smoothstep(20, 40, x)"
  ground: {type: mix, a: hills, b: ridges, t: shore}
  height: "max(ground * 10, sea) + hills"
grid: {spacing: 1, resolution: 64}
outputs:
  - {file: a.exr, channels: {height: height, shore: shore}}
)YAML";

}  // namespace

TEST_CASE("explain: what became of each node", "[explain]") {
  const std::string text = explain(land);
  INFO(text);
  CHECK(says(text,
             "\nnodes\n  shared     hills (2 uses), shore (2 uses): computed once\n"
             "  hoisted    shore: once a row, a column or a render, not once a sample\n"));
  CHECK(says(text, "  skipped    ridges: only where a mix, or a condition, shows them\n"));
  CHECK(says(text, "  folded     sea: no work of their own, as constants, copies or another node read elsewhere\n"));
}

TEST_CASE("explain: where the time goes, by node and line", "[explain]") {
  const std::string text = explain(land);
  INFO(text);
  CHECK(std::regex_search(
      text, std::regex("a\\.exr:height\n(  .*\n)*  time       \\d+ % of it: .*hills \\d+ % \\(r\\.yaml:3\\)")));
  CHECK(std::regex_search(
      text, std::regex("\ntime, measured on 64 x 64 samples with \\S+, 1 thread: [\\d.e+]+ ns a sample\n"
                       "( +[\\d.]+ %  .*\n)+$")));
  CHECK(std::regex_search(text, std::regex("\n +[\\d.]+ %  ridges +r\\.yaml:4\n")));
  CHECK(std::regex_search(text, std::regex("\n +[\\d.]+ %  positions, masks and storing\n")));
  // Without a grid there is nothing to measure.
  CHECK_FALSE(says(explain("orograph: 1\nnodes: {h: x}\n"), "time"));
}

TEST_CASE("explain: how many instructions each stage leaves", "[explain]") {
  CHECK(
      std::regex_search(explain(land), std::regex("  folded     instructions: \\d+ after lower, \\d+ after simplify, "
                                                  "\\d+ after fuse_octaves, \\d+ after remove_dead_code\n")));
}

TEST_CASE("explain: every node's value at a place", "[explain]") {
  const std::string text = R"(orograph: 1
nodes:
  slope: "x * 2 + y"
  moved: {type: transform, source: slope, translate: [10, 0]}
  bent: {type: domain_warp, source: slope, x: 1, y: "x / 100", amplitude: 50}
  height: "moved + bent + slope"
outputs:
  - {file: a.exr, channels: {h: height}}
)";
  CHECK(explain(text, {"--at", "100,7"}) == R"TREE(at x = 100, y = 7

a.exr:h
height = 751  (add, r.yaml:6)
  inputs: height(add) = 544  (add)
    inputs: moved = 187  (transform, r.yaml:4)
      source: slope = 187  (add, r.yaml:3)  at x = 90, y = 7
        inputs: slope(multiply) = 180  (multiply)
          inputs: slope(coordinate) = 90  (coordinate)
          inputs: 2
        inputs: slope(coordinate 2) = 7  (coordinate)
    inputs: bent = 357  (domain_warp, r.yaml:5)
      source: slope = 357  (add, r.yaml:3)  at x = 150, y = 57
        inputs: slope(multiply) = 300  (multiply)
          inputs: slope(coordinate) = 150  (coordinate)
          inputs: 2
        inputs: slope(coordinate 2) = 57  (coordinate)
      x: 1
      y: bent.y = 1  (divide)
        a: bent.y(coordinate) = 100  (coordinate)
        b: 100
      z: 0
      amplitude: 50
  inputs: slope = 207  (add, r.yaml:3)
    inputs: slope(multiply) = 200  (multiply)
      inputs: slope(coordinate) = 100  (coordinate)
      inputs: 2
    inputs: slope(coordinate 2) = 7  (coordinate)
)TREE");
}

// The tree knows where each of them reads its source: a new one has to be added there.
TEST_CASE("explain: the nodes that move a position", "[explain]") {
  std::vector<std::string_view> types;
  for (const NodeSpec* spec : standard_nodes().all())
    if (spec->category == "position") types.push_back(spec->type);
  CHECK(types == std::vector<std::string_view>{"domain_warp", "slice", "transform"});
}

TEST_CASE("explain: a fractal is one node, and the tree has a render's bits", "[explain]") {
  const std::string text = explain(land, {"--at", "12.5,3.5"});
  INFO(text);
  CHECK(says(text, "at x = 12.5, y = 3.5\n\na.exr:height\n"));
  CHECK(says(text, "(fbm, 5 octaves of 'hills.source', r.yaml:3)\n"));
  const ScratchFolder folder;
  const std::string recipe = folder.write("r.yaml", land);
  const Outcome sampled = run({"sample", recipe, "--node", "hills", "--points", "-"}, "12.5,3.5\n");
  const float value = std::stof(sampled.out.substr(sampled.out.rfind(',') + 1));
  std::smatch match;
  REQUIRE(std::regex_search(text, match, std::regex("hills = (\\S+)")));
  CHECK(std::stof(match[1].str()) == value);
}

TEST_CASE("explain: a place is two numbers, and not a stage", "[explain]") {
  const ScratchFolder folder;
  const std::string recipe = folder.write("r.yaml", land);
  const Outcome wrong = run({"explain", recipe, "--at", "3"});
  CHECK(wrong.code == 2);
  CHECK(wrong.err ==
        "orograph: --at cannot be '3'\n"
        "  write --at X,Y, world units, like 100,-250.5\n");
  const Outcome both = run({"explain", recipe, "--at", "3,4", "--after", "parse"});
  CHECK(both.code == 2);
  CHECK(both.err ==
        "orograph: --after and --at ask for different things\n"
        "  give one of them\n");
}
