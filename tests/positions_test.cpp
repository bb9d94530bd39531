// SPDX-License-Identifier: MIT
// Positions that no lattice can hold are refused where the recipe asks for them, and never become silent pixels.
#include "support/compile.hpp"

namespace orograph {
namespace {

std::string errors_of(const std::string& node) {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe("orograph: 1\nnodes:\n  n: " + node + "\n", "test.yaml", {}, diagnostics);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
  REQUIRE(!diagnostics.has_errors());
  const NodeId id = graph.find("n");
  lower_nodes(graph, std::span(&id, 1), diagnostics);
  return diagnostics.format_all();
}

}  // namespace

TEST_CASE("a position out of reach is an error at its node") {
  const std::string far = "{type: transform, source: {type: perlin, frequency: 1e10}, translate: [1e308, 0]}";
  CHECK(errors_of(far).find("test.yaml:3:") == 0);
  CHECK(errors_of(far).find("is out of reach") != std::string::npos);
  CHECK(errors_of("{type: fbm, source: {type: value, frequency: 1e99}, frequency: 100}").find("is out of reach") !=
        std::string::npos);
  CHECK(errors_of("{type: value, frequency: 1e99}").empty());
}

TEST_CASE("any angle has a cosine, the same on every machine") {
  const std::string turned = "{type: transform, source: perlin, rotate: ";
  for (const char* angle : {"1e300", "-1e300", "360000000030", "-30"}) {
    INFO(angle);
    CHECK(errors_of(turned + angle + "}").empty());
  }
}

}  // namespace orograph
