// SPDX-License-Identifier: MIT
// Rounding to a power-of-two step: exact values, monotone, a function of the value alone; and what is said of one
// that cannot be.
#include "runtime/precision.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "graph/recipe.hpp"
#include "tests/support/process.hpp"

namespace orograph {
namespace {

float rounded(float value, float step) {
  float result = 0;
  round_to_step(std::span(&value, 1), step, std::span(&result, 1));
  return result;
}

float largest_float() {
  return std::numeric_limits<float>::max();
}

std::vector<float> floats_of(const std::filesystem::path& file) {
  const std::string bytes = test::bytes_of(file);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

// What is told of an output with these keys.
std::string told(const std::string& keys, const RecipeOverrides& overrides = {}) {
  Diagnostics diagnostics;
  parse_recipe("orograph: 1\nparams: {p: 1}\nseed: p\noutputs:\n- {file: a.exr, channels: {height: x, mask: y}, " +
                   keys + "}\n",
               "r", overrides, diagnostics);
  return diagnostics.format_all();
}

std::vector<double> precisions(const std::string& keys) {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe(
      "orograph: 1\nparams: {p: 4}\noutputs:\n- {file: a.exr, channels: {height: x, mask: y}, " + keys + "}\n", "r",
      {}, diagnostics);
  CHECK(diagnostics.format_all().empty());
  std::vector<double> result;
  for (const OutputChannel& channel : recipe.outputs.at(0).channels) result.push_back(channel.precision);
  return result;
}

}  // namespace

TEST_CASE("precision: the step is the largest power of two that is no larger", "[precision]") {
  CHECK(precision_step(0.01) == 1.0F / 128);
  CHECK(precision_step(1.0) == 1);
  CHECK(precision_step(std::nextafter(1.0, 0.0)) == 0.5F);
  CHECK(precision_step(3) == 2);
  CHECK(precision_step(0.25) == 0.25F);
  CHECK(precision_step(least_precision) == 0x1p-100F);
  CHECK(precision_step(most_precision) == 0x1p99F);
}

TEST_CASE("precision: values go to the nearest multiple, ties to the even one", "[precision]") {
  CHECK(rounded(0.3F, 0.25F) == 0.25F);
  CHECK(rounded(0.125F, 0.25F) == 0);
  CHECK(rounded(0.375F, 0.25F) == 0.5F);
  CHECK(rounded(0.625F, 0.25F) == 0.5F);
  CHECK(rounded(-0.375F, 0.25F) == -0.5F);
  CHECK(rounded(std::nextafter(0.125F, 1.0F), 0.25F) == 0.25F);
  CHECK(rounded(1234.5678F, 1.0F / 128) == 1234.5703125F);
  CHECK(rounded(5, 2) == 4);
  CHECK(rounded(7, 2) == 8);
  for (const float zero : {0.0F, -0.0F, -0.1F, 0x1p-149F}) {
    CHECK(std::bit_cast<std::uint32_t>(rounded(zero, 1)) == 0);  // never -0
  }
}

TEST_CASE("precision: values whose own spacing exceeds the step stay", "[precision]") {
  for (const float step : {0x1p-100F, 1.0F / 128, 1.0F, 0x1p99F}) {
    const float limit = step * 0x1p23F;  // here floats are a step apart
    for (const float value : {limit, std::nextafter(limit, largest_float()), limit * 3, largest_float()}) {
      CHECK(rounded(value, step) == value);
      CHECK(rounded(-value, step) == -value);
    }
    const float below = std::nextafter(limit, 0.0F);  // half a step below, an odd half: to even, which is the limit
    CHECK(rounded(below, step) == limit);
    CHECK(rounded(limit - step, step) == limit - step);
  }
}

TEST_CASE("precision: rounding is that of exact arithmetic, keeps order and is settled at once", "[precision]") {
  std::mt19937 random(3);
  std::uniform_int_distribution<std::uint32_t> bits;
  const float step = precision_step(0.01);
  for (int i = 0; i < 200'000; ++i) {
    const float value = std::bit_cast<float>(bits(random));
    if (!std::isfinite(value)) continue;
    const float result = rounded(value, step);
    // Doubles hold value / step exactly.
    const double exact =
        std::nearbyint(static_cast<double>(value) / static_cast<double>(step)) * static_cast<double>(step);
    if (static_cast<double>(result) != exact) FAIL(value << " became " << result);
    if (rounded(result, step) != result) FAIL(value << " is rounded twice");
    const float next = rounded(std::nextafter(value, largest_float()), step);
    if (next < result) FAIL(value << " and its neighbour change order");
  }
}

TEST_CASE("precision: bounds are those of rounded values", "[precision]") {
  const Interval bounds = rounded_to_step({-0.6F, 65504, false}, 64);
  CHECK(bounds.low == 0);
  CHECK(bounds.high == 65504 + 32);
  CHECK_FALSE(bounds.may_be_nan);
}

TEST_CASE("precision: of all channels or of some", "[precision]") {
  CHECK(precisions("type: float") == std::vector<double>{0, 0});
  CHECK(precisions("precision: 0.01") == std::vector<double>{0.01, 0.01});
  CHECK(precisions("precision: p / 8") == std::vector<double>{0.5, 0.5});
  CHECK(precisions("precision: {mask: 1/256}") == std::vector<double>{0, 1.0 / 256});
  CHECK(precisions("precision: {mask: 2, height: p}") == std::vector<double>{4, 2});
  CHECK(precisions("precision: {}") == std::vector<double>{0, 0});
}

TEST_CASE("precision: mistakes are told with what to write", "[precision]") {
  CHECK(told("precision: 0") ==
        "r:5:60: error: 'precision' is 0, and must be greater than 0\n"
        "  5 | - {file: a.exr, channels: {height: x, mask: y}, precision: 0}\n"
        "    |                                                            ^\n"
        "    help: write how far apart stored values may lie, as in 'precision: 0.01', or {height: 0.01} for one "
        "channel;\n"
        "          without a precision they are stored as computed\n");
  CHECK(told("precision: {height: -0.5}")
            .starts_with("r:5:69: error: the precision of channel 'height' is -0.5, and must be greater than 0\n"));
  CHECK(told("precision: 1e31").find("error: 'precision' is 1e+31, and must be from 1e-30 to 1e+30\n") !=
        std::string::npos);
  CHECK(told("precision: .inf").find("error: ") != std::string::npos);
  CHECK(told("precision: .nan").find("error: ") != std::string::npos);
  CHECK(told("precision: [0.1, 0.2]").find("error: 'precision' must be a number, and this is a list\n") !=
        std::string::npos);
  CHECK(told("precision: ").find("error: 'precision' must be a number, and this is nothing\n") != std::string::npos);
  CHECK(told("precision: fine").find("error: ") != std::string::npos);
  CHECK(told("precision: {hight: 0.01}") ==
        "r:5:61: error: the output has no channel 'hight'\n"
        "  5 | - {file: a.exr, channels: {height: x, mask: y}, precision: {hight: 0.01}}\n"
        "    |                                                             ^~~~~\n"
        "    help: did you mean 'height'?\n"
        "          one of: height, mask\n");
  CHECK(told("precision: p", {{{"p", "-2"}}, {}}).find("(--set)") != std::string::npos);
}

TEST_CASE("precision: a render is that of exact values, rounded; windows of it are its crops", "[precision]") {
  const test::ScratchFolder folder;
  const std::string recipe =
      folder.write("r.yaml",
                   "orograph: 1\nnodes: {n: {type: fbm, source: perlin, wavelength: 40}, h: 1000 * n}\n"
                   "grid: {resolution: [61, 43]}\noutputs:\n  - {file: exact.r32, channels: {h: h}}\n"
                   "  - {file: all.r32, channels: {h: h}, precision: 0.3}\n"
                   "  - {file: one.r32, channels: {h: h}, precision: {h: 0.3}}\n");
  REQUIRE(test::run({"render", recipe, "-o", folder.path()}).code == 0);
  const std::vector<float> exact = floats_of(folder / "exact.r32"), all = floats_of(folder / "all.r32");
  std::vector<float> wanted(exact.size());
  round_to_step(exact, 0.25F, wanted);
  CHECK(wanted != exact);
  CHECK(all == wanted);
  CHECK(floats_of(folder / "one.r32") == wanted);

  REQUIRE(test::run({"render", recipe, "-o", folder / "part", "--window", "13,5,29,31", "--threads", "1"}).code == 0);
  const std::vector<float> part = floats_of(folder / "part/all.r32");
  for (std::size_t y = 0; y < 31; ++y)
    for (std::size_t x = 0; x < 29; ++x) REQUIRE(part[y * 29 + x] == all[(y + 5) * 61 + x + 13]);

  const std::string node = folder / "node.r32";
  REQUIRE(test::run({"render", recipe, "--node", "h", "--file", node, "--precision", "0.3"}).code == 0);
  CHECK(test::bytes_of(node) == test::bytes_of(folder / "all.r32"));
}

TEST_CASE("precision: halves that rounding moves beyond the largest are counted", "[precision]") {
  const test::ScratchFolder folder;
  const std::string recipe = folder.write("r.yaml",
                                          "orograph: 1\nnodes: {h: 65504}\ngrid: {resolution: 4}\n"
                                          "outputs: [{file: h.exr, channels: {h: h}, type: half, precision: 64}]\n");
  const test::Outcome outcome = test::run({"render", recipe, "-o", folder.path()});
  CHECK(outcome.code == 0);
  CHECK(outcome.err.find("channel 'h': 16 samples (100.0 %) clamped") != std::string::npos);
}

TEST_CASE("precision: integers have none, nor has what is no number", "[precision]") {
  const test::ScratchFolder folder;
  const std::string recipe = folder.write("r.yaml",
                                          "orograph: 1\nnodes: {h: x}\ngrid: {resolution: 4}\n"
                                          "outputs:\n- {file: h.tif, channels: {h: h}, type: uint16, range: [0, 4], "
                                          "precision: {h: 0.01}}\n");
  const std::string out = folder / "out";
  const test::Outcome outcome = test::run({"render", recipe, "-o", out});
  CHECK(outcome.code == 2);
  CHECK(outcome.err ==
        recipe +
            ":5:75: error: 'h.tif': uint16 samples are as fine as their range makes them, and take no precision\n"
            "  5 | - {file: h.tif, channels: {h: h}, type: uint16, range: [0, 4], precision: {h: 0.01}}\n"
            "    |                                                                           ^\n"
            "    help: remove 'precision', or choose 'type: float' or 'type: half'\n"
            "orograph: the recipe has an error\n");
  const auto refused = [&](std::vector<std::string> options, const std::string& words) {
    options.insert(options.begin(), {"render", recipe});
    const test::Outcome told = test::run(options);
    CHECK(told.code == 2);
    INFO(told.err);
    CHECK(told.err.find(words) != std::string::npos);
  };
  const std::string file = folder / "n.r16";
  refused({"--node", "h", "--file", file, "--range", "0,4", "--precision", "0.1"},
          "leave --precision out: it is for --type float and half");
  refused({"--node", "h", "--file", folder / "n.r32", "--precision", "0"},
          "--precision cannot be '0'\n  write --precision P, a number from 1e-30 to 1e+30, like 0.01");
  refused({"--precision", "0.1"}, "--type, --range and --precision describe the file of --node");
  CHECK(folder.files() == std::vector<std::string>{"r.yaml"});
}

}  // namespace orograph
