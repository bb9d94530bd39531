// SPDX-License-Identifier: MIT
// Warnings: every kind has a code and a page, every message its code; recipes that are fine have none.
#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "graph/lints.hpp"
#include "graph/warning.hpp"
#include "support/compile.hpp"
#include "support/process.hpp"

namespace {

using namespace orograph;
using test::run;
using test::ScratchFolder;

namespace fs = std::filesystem;

// What `check` says, the file's name left out.
std::string check(const std::string& text) {
  const ScratchFolder folder;
  const std::string recipe = folder.write("r.yaml", text);
  const test::Outcome outcome = run({"check", recipe});
  CHECK(outcome.code == 0);
  return std::regex_replace(outcome.err, std::regex("[^ \n]*/r\\.yaml"), "r.yaml");
}

const std::string grid = "grid: {spacing: 4, resolution: 64}\n";

std::string recipe_of(const std::string& nodes, const std::string& output = "channels: {h: h}",
                      const std::string& grid_text = grid) {
  return "orograph: 1\nnodes:\n" + nodes + grid_text + "outputs: [{file: h.exr, " + output + "}]\n";
}

std::string png_of(const std::string& field, const std::string& range) {
  return "orograph: 1\nnodes:\n  n: {type: perlin, wavelength: 64}\n  h: " + field + "\n" + grid +
         "outputs:\n  - {file: h.png, channels: {Y: h}, range: " + range + "}\n";
}

}  // namespace

TEST_CASE("warnings: docs/warnings.md is what the program holds", "[warnings]") {
  // After a change: orograph check --explain all > docs/warnings.md
  CHECK(test::read_file(test::source_folder() / "docs/warnings.md") == warnings_document());
  CHECK(run({"check", "--explain", "all"}).out == warnings_document());
}

TEST_CASE("warnings: each code has a page", "[warnings]") {
  const std::vector<std::string_view> codes = warning_codes();
  CHECK(std::set(codes.begin(), codes.end()).size() == codes.size());
  CHECK(std::is_sorted(codes.begin(), codes.end()));
  for (const std::string_view code : codes) {
    const std::optional<std::string> page = warning_page(code);
    REQUIRE(page);
    CHECK(page->starts_with("## " + std::string(code) + ": "));
    const test::Outcome outcome = run({"check", "--explain", std::string(code)});
    CHECK(outcome.code == 0);
    CHECK(outcome.out == *page);
    CHECK(outcome.err.empty());
  }
  CHECK(warning_page("w103") == warning_page("W103"));
  CHECK_FALSE(warning_page("W100"));
  const test::Outcome unknown = run({"check", "--explain", "W131"});
  CHECK(unknown.code == 2);
  CHECK(unknown.err ==
        "orograph: there is no warning 'W131'\n"
        "  did you mean 'W101'?\n"
        "  'orograph check --explain all' tells of every code\n");
}

// A warning without a code cannot be looked up.
TEST_CASE("warnings: every place that warns gives a code", "[warnings]") {
  const std::regex call(R"((?:\.warning|warn_once)\(([^;]*);)");
  std::size_t calls = 0;
  for (const char* folder : {"graph", "nodes", "cli", "runtime"})
    for (const auto& entry : fs::recursive_directory_iterator(test::source_folder() / folder)) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() != ".cpp" || name == "diagnostic.cpp") continue;
      const std::string text = test::read_file(entry.path());
      for (std::sregex_iterator it(text.begin(), text.end(), call), end; it != end; ++it) {
        const std::string arguments = (*it)[1].str();
        if (arguments.find("std::string message") != std::string::npos ||
            arguments.find("std::move(message)") != std::string::npos)
          continue;
        INFO(name << ": " << arguments);
        CHECK(arguments.find("coded(Warning::") != std::string::npos);
        ++calls;
      }
    }
  CHECK(calls >= 13);
}

// But for octaves that functions bring, which are right on a finer grid.
TEST_CASE("warnings: the examples have none", "[warnings]") {
  for (const auto& entry : fs::recursive_directory_iterator(test::source_folder() / "examples")) {
    if (entry.path().extension() != ".yaml") continue;
    const test::Outcome outcome = run({"check", entry.path().string()});
    INFO(entry.path() << ":\n" << outcome.err);
    CHECK_FALSE(std::regex_search(outcome.err, std::regex(R"(\[W(?!101))")));
    if (outcome.err.find("in the call of") == std::string::npos &&
        entry.path().parent_path().filename() == "examples")
      CHECK(outcome.err.find("[W") == std::string::npos);
  }
}

TEST_CASE("warnings: x as a float too coarse for the grid", "[warnings]") {
  const auto far = [](const std::string& origin) {
    return check(recipe_of("  h: x / 1000\n", "channels: {h: h}",
                           "grid: {origin: [" + origin + ", 0], spacing: 1, " + "resolution: 64}\n"));
  };
  CHECK(far("40000000") ==
        "r.yaml:3:6: warning: x is a float, which goes in steps of 4 at 4.00001e+07, but samples lie 1 apart [W104]\n"
        "  3 |   h: x / 1000\n"
        "    |      ^\n"
        "    help: measure from the grid's origin: put what uses x under a node {type: transform, source: ..., "
        "translate: [40000000, 0]}\n"
        "1 warning\n");
  CHECK(far("2200000").find("[W104]") != std::string::npos);  // steps of 1/4
  CHECK(far("2000000") == "no mistakes\n");                   // of 1/8
  // The remedy is one.
  CHECK(check(recipe_of("  s: x / 1000\n  h: {type: transform, source: s, translate: [40000000, 0]}\n",
                        "channels: {h: h}", "grid: {origin: [40000000, 0], spacing: 1, resolution: 64}\n")) ==
        "no mistakes\n");
  // Noises read the position in double precision.
  CHECK(check(recipe_of("  h: {type: perlin, wavelength: 64}\n", "channels: {h: h}",
                        "grid: {origin: [40000000, 0], spacing: 1, resolution: 64}\n")) == "no mistakes\n");
}

TEST_CASE("warnings: a uint16 range that is hardly used", "[warnings]") {
  CHECK(check(png_of("n * 40 + 50", "[0, 1000]")) ==
        "r.yaml:7:44: warning: channel 'Y' uses 6.7 % of this range: its values lie within 12.5571 .. 79.7077 "
        "[W201]\n"
        "  7 |   - {file: h.png, channels: {Y: h}, range: [0, 1000]}\n"
        "    |                                            ^\n"
        "    help: write 'range: [12, 80]'\n"
        "1 warning\n");
  CHECK(check(png_of("n * 40 + 50", "[1000, 0]")).find("help: write 'range: [80, 12]'\n") != std::string::npos);
  CHECK(check(png_of("n * 40 + 50", "[0, 200]")) == "no mistakes\n");
  CHECK(check(png_of("5", "[0, 1000]")).find("[W201]") == std::string::npos);
  CHECK(check(png_of("n * 40 + 5000", "[0, 1000]")) == "no mistakes\n");  // clamped, which render tells
  // Without samples: what the bounds prove.
  const Interval narrow{0, 100, false}, wide{0, 500, false}, unsure{0, 100, true};
  Output output;
  output.type = SampleType::u16;
  output.range = {{0, 1000}};
  output.channels.resize(1);
  const auto warns = [&](const Interval& values) {
    Diagnostics diagnostics;
    warn_about_ranges({&output, 1}, {&values, 1}, diagnostics);
    return diagnostics.warning_count() == 1;
  };
  CHECK(warns(narrow));
  CHECK_FALSE(warns(wide));
  CHECK_FALSE(warns(unsure));
  output.type = SampleType::u8;
  CHECK_FALSE(warns(narrow));
}

TEST_CASE("warnings: a clamp that never acts", "[warnings]") {
  const auto with = [](const std::string& h) {
    return check(recipe_of("  n: {type: perlin, wavelength: 64}\n  h: " + h + "\n"));
  };
  CHECK(with("{type: clamp, input: n * 0.4, low: -0.5, high: 0.5}") ==
        "r.yaml:4:3: warning: the clamp of 'h' never acts: its input lies within -0.399664 .. 0.399664 [W202]\n"
        "  4 |   h: {type: clamp, input: n * 0.4, low: -0.5, high: 0.5}\n"
        "    |   ^\n"
        "    help: leave the clamp out, or narrow its bounds\n"
        "1 warning\n");
  CHECK(
      with("{type: remap, input: 'n * 0.4', clamp: true}").find("help: leave 'clamp: true' out, or narrow 'from'") !=
      std::string::npos);
  CHECK(with("\"clamp(n * n, -1, 2) + 0.5\"").find("[W202]") != std::string::npos);
  CHECK(with("\"clamp(n, -0.5, 2)\"") == "no mistakes\n");
  CHECK(with("{type: remap, input: 'n * 2', clamp: true}") == "no mistakes\n");
  CHECK(with("\"clamp(x, -1e6, 1e6)\"").find("[W202]") == std::string::npos);  // not on this grid, but elsewhere
  // In 3D noises have other bounds.
  CHECK(with("{type: slice, z: 1, source: {type: clamp, input: n, low: -1, high: 1}}") == "no mistakes\n");
}

TEST_CASE("warnings: the inputs of a warp go together", "[warnings]") {
  const auto warp = [](const std::string& x, const std::string& y) {
    return check(recipe_of("  h: {type: domain_warp, source: s, x: " + x + ", y: " + y +
                           "}\n  s: {type: fbm, source: perlin, octaves: 3, wavelength: 200}\n" +
                           "  p: {type: perlin, wavelength: 100}\n"));
  };
  const std::string own = "{type: perlin, wavelength: 100, seed: 3}";
  CHECK(warp("2 * p", "-p") ==
        "r.yaml:3:3: warning: x and y of 'h' follow one noise: they go together instead of bending [W102]\n"
        "  3 |   h: {type: domain_warp, source: s, x: 2 * p, y: -p}\n"
        "    |   ^\n"
        "    help: give the noise in 'y' another seed\n"
        "1 warning\n");
  CHECK(warp("p", "{type: fbm, octaves: 3, wavelength: 100, source: perlin}").find("[W102]") != std::string::npos);
  CHECK(warp("p", "p").find("same field") != std::string::npos);
  CHECK(warp("p", "p").find("1 warning\n") != std::string::npos);
  CHECK(warp("{type: perlin, wavelength: 200}", own + ", z: 0*p")
            .find("x of 'h' is the noise that the source is made of: it shears instead of bending [W102]\n") !=
        std::string::npos);
  CHECK(warp("p", own) == "no mistakes\n");
  CHECK(warp("p * x", "p * y") == "no mistakes\n");
  CHECK(warp("p", "0") == "no mistakes\n");
  CHECK(warp("p", "{type: value, wavelength: 100}") == "no mistakes\n");
  CHECK(warp("p", "{type: perlin, wavelength: 50}") == "no mistakes\n");
}
