// SPDX-License-Identifier: MIT
// The layout of recipes: what it becomes, that it says the same, and that it stays so.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "graph/recipe_layout.hpp"
#include "support/compile.hpp"
#include "support/process.hpp"
#include "support/random.hpp"

namespace {

namespace fs = std::filesystem;
using namespace orograph;

std::string ordered(const std::string& text) {
  Diagnostics diagnostics;
  const auto result = put_in_order(text, "t.yaml", diagnostics);
  INFO(text << diagnostics.format_all());
  REQUIRE(result);
  return *result;
}

std::string refusal(const std::string& text) {
  Diagnostics diagnostics;
  CHECK(!put_in_order(text, "t.yaml", diagnostics));
  return diagnostics.format_all();
}

std::vector<std::string> recipes() {
  std::vector<std::string> texts;
  for (const char* folder : {"examples", "tests/editor", "tests/fuzz/recipe"}) {
    for (const auto& entry : fs::recursive_directory_iterator(test::source_folder() / folder))
      if (entry.path().extension() == ".yaml") texts.push_back(test::read_file(entry.path()));
  }
  return texts;
}

TEST_CASE("layout: blanks, levels and columns", "[layout]") {
  CHECK(ordered("orograph:   1\nnodes :\n    a:   {type:  fbm,source: perlin  , octaves: 3 }   # first\n"
                "    long_name: perlin # second\ngrid: { resolution : [ 8,8 ] }\noutputs:\n- {file: a.exr,\n"
                "   channels: {a: a}}\n-   file: b.exr\n    channels:\n       a: a") ==
        "orograph: 1\nnodes:\n  a: {type: fbm, source: perlin, octaves: 3}  # first\n"
        "  long_name: perlin                           # second\ngrid: {resolution: [8, 8]}\noutputs:\n"
        "  - {file: a.exr,\n      channels: {a: a}}\n  - file: b.exr\n    channels:\n      a: a\n");
}

TEST_CASE("layout: comments stay, with what they stand above", "[layout]") {
  CHECK(
      ordered("\n\n# top\n\n\n\norograph: 1 #format\nnodes:\n      # of a\n      a: 1\n      # of nodes\n# of grid\n"
              "grid: {resolution: 8}  # one\n                       # and more\n\n\n") ==
      "# top\n\norograph: 1  #format\nnodes:\n  # of a\n  a: 1\n  # of nodes\n# of grid\n"
      "grid: {resolution: 8}  # one\n                       # and more\n");
}

TEST_CASE("layout: texts keep their lines", "[layout]") {
  CHECK(ordered("orograph: 1\nnodes:\n   a: >\n        x +\n\n          y\n\n   b: x\n       + y\n\n\n       + 3\n"
                "   c: \"x\n         + y\"\n   d: |+\n     x\n\n\n") ==
        "orograph: 1\nnodes:\n  a: >\n    x +\n\n      y\n\n  b: x\n    + y\n\n\n    + 3\n"
        "  c: \"x\n    + y\"\n  d: |+\n    x\n\n\n");
}

TEST_CASE("layout: line ends and a byte order mark go", "[layout]") {
  CHECK(ordered("\xEF\xBB\xBForograph: 1\r\nnodes: {a: 1}\r\n") == "orograph: 1\nnodes: {a: 1}\n");
}

TEST_CASE("layout: anchors, aliases, merges and tags", "[layout]") {
  CHECK(
      ordered(
          "orograph: 1\nnodes:\n  a:   &h   {type: perlin}\n  b: {<<:   *h,seed: !!int   3}\n  c:\n    <<:  *h\n") ==
      "orograph: 1\nnodes:\n  a: &h {type: perlin}\n  b: {<<: *h, seed: !!int 3}\n  c:\n    <<: *h\n");
}

TEST_CASE("layout: what cannot be kept is refused, with the place", "[layout]") {
  CHECK(refusal("orograph: 1\nnodes: {? a : 1}\n") ==
        "t.yaml:2:9: error: the layout of a key marked by '?' cannot be kept\n"
        "  2 | nodes: {? a : 1}\n"
        "    |         ^\n"
        "    help: write 'name: value'\n");
  CHECK(refusal("orograph: 1\nnodes: {a: 1\n").find("error: ") != std::string::npos);
}

TEST_CASE("layout: all recipes of the project are read the same after it, and stay so", "[layout]") {
  for (const std::string& text : recipes()) {
    Diagnostics diagnostics;
    const auto once = put_in_order(text, "t.yaml", diagnostics);  // checks that YAML reads the same
    if (!once) continue;                                          // one of the fuzzer's is no YAML
    CHECK(ordered(*once) == *once);
  }
}

// Blanks, line ends and signs put in, taken out and doubled at random: most are YAML still, some of them other YAML.
TEST_CASE("layout: of recipes with random mistakes", "[layout]") {
  test::Random random(71);
  const std::vector<std::string> texts = recipes();
  const std::vector<std::string> parts{" ",  "  ", "\n", "\n  ", "#",   " # c", "\n# c\n", ",",
                                       ": ", "- ", "'",  "\"",   "|\n", "{",    "}"};
  int kept = 0, refused = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string text = random.pick(texts);
    text.resize(std::min<std::size_t>(text.size(), 1500));
    text.resize(text.rfind('\n') + 1);
    for (std::size_t change = random.below(4) + 1; change > 0 && !text.empty(); --change) {
      const std::size_t at = random.below(text.size());
      if (random.one_in(3)) {
        text.erase(at, random.below(3) + 1);
      } else {
        text.insert(at, random.pick(parts));
      }
    }
    Diagnostics diagnostics;
    const auto once = put_in_order(text, "t.yaml", diagnostics);
    if (!once) {
      CHECK(diagnostics.has_errors());
      ++refused;
      continue;
    }
    ++kept;
    CHECK(ordered(*once) == *once);
  }
  CHECK(kept > 300);
  CHECK(refused > 100);
}

TEST_CASE("fmt: prints, writes and checks", "[layout]") {
  const test::ScratchFolder folder;
  const std::string messy = "orograph:  1\nnodes: {a: 1 }\n", tidy = "orograph: 1\nnodes: {a: 1}\n";
  const std::string file = folder.write("a.yaml", messy), good = folder.write("b.yaml", tidy);
  CHECK(test::run({"fmt", file}).out == tidy);
  CHECK(test::bytes_of(file) == messy);
  const test::Outcome differs = test::run({"fmt", "--check", good, file});
  CHECK(differs.code == 3);
  CHECK(differs.err == file + ": its layout is not in order; 'orograph fmt --write " + file + "' does that\n");
  CHECK(test::run({"fmt", "--write", file, good}).code == 0);
  CHECK(test::bytes_of(file) == tidy);
  CHECK(test::run({"fmt", "--check", good, file}).code == 0);

  const std::string wrong = folder.write("c.yaml", "orograph: 1\nnodes: {? a : 1}\n");
  CHECK(test::run({"fmt", "--write", wrong}).code == 2);
  CHECK(test::bytes_of(wrong) == "orograph: 1\nnodes: {? a : 1}\n");
  CHECK(test::run({"fmt", "--write", "--check", good}).code == 2);
  CHECK(test::run({"fmt", good, file}).code == 2);
  CHECK(test::run({"fmt"}).code == 2);
}

}  // namespace
