// SPDX-License-Identifier: MIT
// Files that are made from the node types, and must be made again when those change: the schema and the pages of
// docs/.
#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>
#include <string>

#include "graph/graph.hpp"
#include "graph/recipe.hpp"
#include "nodes/registry.hpp"
#include "support/process.hpp"

namespace {

namespace fs = std::filesystem;
using namespace orograph;
using test::bytes_of;
using test::run;

const fs::path docs = fs::path(OROGRAPH_SOURCE_DIR) / "docs";

TEST_CASE("schema: docs/recipe.schema.json is what 'orograph schema' prints", "[schema]") {
  const test::Outcome printed = run({"schema"});
  REQUIRE(printed.code == 0);
  INFO("make it again: ./dev docs");
  CHECK((bytes_of(docs / "recipe.schema.json") == printed.out));
}

TEST_CASE("schema: every node type, parameter and input is in it", "[schema]") {
  const std::string schema = run({"schema"}).out;
  for (const NodeSpec* spec : standard_nodes().all()) {
    const std::size_t start = schema.find("\"node_" + std::string(spec->type) + "\": {");
    REQUIRE(start != std::string::npos);
    const std::string own = schema.substr(start, schema.find("\n    \"node_", start) - start);
    for (const std::string_view key : keys_of(*spec)) {
      INFO(spec->type << "." << key);
      CHECK(own.find("\"" + std::string(key) + "\": {") != std::string::npos);
    }
    CHECK(own.find("\"additionalProperties\": false") != std::string::npos);
  }
}

// The language server's test takes it for a recipe without mistakes, but for a type that only an include would bring.
TEST_CASE("schema: the recipe of every form holds no mistake", "[schema]") {
  Diagnostics diagnostics;
  const std::string text = bytes_of(fs::path(OROGRAPH_SOURCE_DIR) / "tests" / "editor" / "every_form.yaml");
  const Recipe recipe = parse_recipe(text, "every_form.yaml", {}, diagnostics);
  build_graph(recipe, standard_nodes(), diagnostics);
  INFO(diagnostics.format_all());
  CHECK(diagnostics.error_count() == 1);
  CHECK(diagnostics.format_all().find("error: unknown node type 'of_another_file'") != std::string::npos);
}

TEST_CASE("nodes: the pages of docs/nodes are what 'orograph nodes --markdown' writes", "[nodes]") {
  const test::ScratchFolder folder;
  REQUIRE(run({"nodes", "--markdown", folder.path().string()}).code == 0);
  INFO("make them again: ./dev docs");
  const auto pages = [](const fs::path& where) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(where))
      if (entry.is_regular_file()) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  };
  CHECK(pages(folder.path()) == pages(docs / "nodes"));
  for (const std::string& name : pages(folder.path())) {
    INFO(name);
    CHECK((bytes_of(folder / name) == bytes_of(docs / "nodes" / name)));
  }
  for (const NodeSpec* spec : standard_nodes().all()) {
    INFO(spec->type);
    CHECK(fs::file_size(docs / "nodes" / "images" / (std::string(spec->type) + ".png")) > 100);
  }
}

TEST_CASE("nodes: the recipe that 'orograph nodes TYPE' ends with renders as it stands", "[nodes]") {
  const std::string text = run({"nodes", "ridged"}).out;
  std::string recipe = std::regex_replace(text.substr(text.find("\nexample\n") + 9), std::regex("(^|\n)  "), "$1");
  const test::ScratchFolder folder;
  const test::Outcome made = run({"render", folder.write("ridged.yaml", recipe), "-o", folder.path().string()});
  INFO(recipe << made.err);
  CHECK(made.code == 0);
  CHECK(fs::exists(folder / "ridged.exr"));
}

}  // namespace
