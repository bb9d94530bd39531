// SPDX-License-Identifier: MIT
// Recipes that are large, or become large: compiled or refused within a second of processor time (compiled_in_time
// says what stands for it on a slow machine) and 200 MB, whatever of them it is that grows.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <ctime>
#include <sstream>

#include "graph/schedule.hpp"
#include "runtime/image_spec.hpp"
#include "support/bits.hpp"
#include "support/compile.hpp"
#include "support/memory.hpp"

namespace orograph {
namespace {

using test::peak_kilobytes;
using test::sanitized;

// Every stage up to the schedule; the text of all diagnostics.
std::string compiled(const std::string& text) {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe(text, "r", {}, diagnostics);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
  if (diagnostics.has_errors()) return diagnostics.format_all();
  std::vector<NodeId> nodes;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (boost::out_degree(id, graph.dag) == 0) nodes.push_back(id);
  Program program =
      recipe.outputs.empty() ? lower_nodes(graph, nodes, diagnostics) : lower(graph, recipe.outputs, diagnostics);
  if (!diagnostics.has_errors()) make_schedule(run_passes(std::move(program)));
  return diagnostics.format_all();
}

template <class Work>
double processor_seconds(const Work& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Drops what the parser tells.
struct DeafHandler final : YAML::EventHandler {
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

// How long yaml-cpp alone takes to read the text: the yardstick of a machine that is slow or crowded.
double reading_seconds(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  DeafHandler handler;
  return processor_seconds([&] { parser.HandleNextDocument(handler); });
}

// The diagnostics, once they came in time: within a second, or on a slow machine within a few times what reading the
// text takes. Processor time grows on a crowded machine, so the best of three counts.
std::string compiled_in_time(const std::string& text) {
  constexpr double most_readings = 4;  // measured where the text is long: 1.5 to 3.3, and 5.2 while memory is new
  const long memory = peak_kilobytes();
  std::string told;
  double seconds = 0, allowed = 1;
  for (int attempt = 0; attempt < 3; ++attempt) {
    seconds = processor_seconds([&] { told = compiled(text); });
    if (sanitized) return told;
    if (seconds >= 1) allowed = std::max(1.0, most_readings * reading_seconds(text));
    if (seconds < allowed) break;
  }
  INFO(told << seconds << " s");
  CHECK(seconds < allowed);
  CHECK(peak_kilobytes() - memory < 200'000);
  return told;
}

template <class Part>
std::string repeated(int count, const Part& part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part(i);
  return text;
}

std::string number(int i) {
  return std::to_string(i);
}

TEST_CASE("thousands of names that nothing has") {
  const std::string params =
      "params:\n" + repeated(4000, [](int i) { return "  p" + number(i) + ": " + number(i) + "\n"; });
  const std::string preset =
      "presets:\n  a:\n" + repeated(10'000, [](int i) { return "    q" + number(i) + ": 1\n"; });
  CHECK(compiled_in_time("orograph: 1\n" + params + preset + "nodes: {}\n")
            .find("preset 'a' sets 'q0', which is no parameter") != std::string::npos);
  const std::string keys = repeated(5000, [](int i) { return ", k" + number(i) + ": 1"; });
  CHECK(compiled_in_time("orograph: 1\nfunctions:\n  f:\n    params:\n" +
                         repeated(2000, [](int i) { return "      p" + number(i) + ": 1\n"; }) +
                         "    result: p0\nnodes:\n  n: {type: f" + keys + "}\n")
            .find("unknown key 'k0' of function 'f'") != std::string::npos);
}

TEST_CASE("tens of thousands of nodes") {
  const std::string start = "orograph: 1\nnodes:\n";
  const int many = 100'000;
  CHECK(compiled_in_time(start + repeated(many / 2, [](int i) {  // most of the time is the YAML parser's
                           return "  n" + number(i) + ": {type: perlin, wavelength: " + number(i + 10) + "}\n";
                         })) == "");
  CHECK(compiled_in_time(start + repeated(many, [](int i) { return "  n" + number(i) + ": " + number(i) + "\n"; })) ==
        "");
  CHECK(compiled_in_time(start +
                         repeated(many - 1, [](int i) { return "  n" + number(i) + ": n" + number(i + 1) + "\n"; }) +
                         "  n99999: perlin\n") == "");
  CHECK(compiled_in_time(
            start + repeated(many, [](int i) { return "  n" + number(i) + ": max(0, " + number(i) + " * x + y)\n"; }))
            .find("error: the recipe holds more than 250000 nodes, those in expressions counted\n") !=
        std::string::npos);
}

TEST_CASE("one line of many values") {
  CHECK(compiled_in_time("orograph: 1\nnodes: {a: 1, b: {type: add, inputs: [" +
                         repeated(90'000, [](int) { return "a+1,"; }) + "1]}}\n") == "");
  // Params are read before inputs, which stand before them here.
  CHECK(compiled_in_time(
            "orograph: 1\nparams: {p: 2}\nnodes: {a: 1, " +
            repeated(15'000, [](int i) { return "n" + number(i) + ": {type: fbm, source: a+1, gain: p/9}, "; }) +
            "b: 1}\n") == "");
}

TEST_CASE("many wrong tags") {
  const std::string told = compiled_in_time("orograph: 1\nnodes:\n" +
                                            repeated(60'000, [](int i) { return "  n" + number(i) + ": !foo 1\n"; }));
  CHECK(told.starts_with("r:3:7: error: tag '!foo' means nothing here\n"));
  CHECK(told.ends_with("... and 59900 more errors\n"));
}

TEST_CASE("thousands of outputs and channels") {
  const std::string start =
      "orograph: 1\nnodes: {a: {type: perlin, wavelength: 99}}\ngrid: {resolution: 64}\noutputs:\n";
  CHECK(compiled_in_time(start + repeated(20'000, [](int i) {
                           return "  - {file: d/f" + number(i) + ".exr, channels: {Y: a}}\n";
                         })) == "");
  CHECK(compiled_in_time(start + repeated(20, [](int i) {
                           return "  - {file: f" + number(i) + ".exr, channels: {" +
                                  repeated(4000, [](int c) { return "c" + number(c) + ": a * 2, "; }) + "}}\n";
                         })) == "");
}

TEST_CASE("the names of many channels are compared in time") {
  ImageSpec spec;
  spec.width = spec.height = 1;
  for (int i = 0; i < 4096; ++i) spec.channels.push_back("a_channel_with_a_long_common_start_" + number(i));
  const std::clock_t start = std::clock();
  for (int file = 0; file < 50; ++file) REQUIRE(check_image_spec(spec).empty());
  if (!sanitized) CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 0.5);
  spec.channels.back() = spec.channels.front();
  CHECK(check_image_spec(spec).size() == 1);
}

TEST_CASE("warps of warps and fractals of fractals end in time") {
  const auto warps = [](int levels) {
    return "orograph: 1\nnodes:\n  w0: {type: fbm, source: perlin}\n" +
           repeated(levels,
                    [](int i) {
                      const std::string before = "w" + number(i);
                      return "  w" + number(i + 1) + ": {type: domain_warp, source: " + before + ", x: " + before +
                             ", y: " + before + ", amplitude: 2}\n";
                    }) +
           "grid: {resolution: 64}\noutputs: [{file: a.exr, channels: {Y: w" + number(levels) + "}}]\n";
  };
  const auto fractals = [](int levels) {
    return "orograph: 1\nnodes:\n  w0: perlin\n" +
           repeated(levels,
                    [](int i) {
                      return "  w" + number(i + 1) + ": {type: fbm, source: w" + number(i) + ", octaves: 8}\n";
                    }) +
           "grid: {resolution: 64}\noutputs: [{file: a.exr, channels: {Y: w" + number(levels) + "}}]\n";
  };
  // Each step up to the limit, and beyond.
  for (const int levels : {12, 13, 14, 15, 16, 40}) {
    INFO(levels << " warps");
    const std::string told = compiled_in_time(warps(levels));
    if (levels > 15)
      CHECK(told.find("error: the recipe unrolls into more than 250000 instructions") != std::string::npos);
  }
  for (const int levels : {8, 9, 10, 11, 12, 30}) {
    INFO(levels << " fractals");
    const std::string told = compiled_in_time(fractals(levels));
    if (levels > 11)
      CHECK(told.find("error: the recipe unrolls into more than 250000 instructions") != std::string::npos);
  }
}

}  // namespace
}  // namespace orograph
