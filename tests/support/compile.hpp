// SPDX-License-Identifier: MIT
// From the text of a recipe to what a test evaluates.
#pragma once
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "graph/graph.hpp"
#include "graph/lower.hpp"
#include "graph/pass.hpp"
#include "graph/recipe.hpp"
#include "graph/schedule.hpp"
#include "nodes/registry.hpp"

namespace orograph::test {

inline std::filesystem::path source_folder() {
  return OROGRAPH_SOURCE_DIR;
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in.good());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Compiled {
  Recipe recipe;
  Graph graph;
};

// The source tree as a FileLoader.
class SourceFiles : public FileLoader {
 public:
  explicit SourceFiles(const std::filesystem::path& recipe) : recipe_(recipe) {}
  File recipe() const override { return {recipe_.string(), recipe_.filename().string()}; }
  std::variant<File, Refusal> find(std::string_view path, const File& from) override {
    const auto file = (std::filesystem::path(from.id).parent_path() / path).lexically_normal();
    return File{file.string(), file.filename().string()};
  }
  std::variant<std::string, Refusal> read(const File& file, std::size_t) override { return read_file(file.id); }

 private:
  std::filesystem::path recipe_;
};

// Fails the test with the diagnostics when the recipe has a mistake.
inline Compiled compile(std::string_view text, std::string_view name = "test.yaml", FileLoader* files = nullptr) {
  Diagnostics diagnostics;
  Compiled c;
  c.recipe = parse_recipe(text, name, {}, diagnostics, files);
  INFO(diagnostics.format_all());
  REQUIRE(!diagnostics.has_errors());
  c.graph = build_graph(c.recipe, standard_nodes(), diagnostics);
  INFO(diagnostics.format_all());
  REQUIRE(!diagnostics.has_errors());
  return c;
}

inline Compiled compile_file(const std::filesystem::path& path) {
  SourceFiles files(path);
  return compile(read_file(path), path.filename().string(), &files);
}

// The program of one node, before the passes.
inline Program lowered(const Compiled& c, std::string_view node) {
  Diagnostics diagnostics;
  const NodeId id = c.graph.find(node);
  REQUIRE(id != no_node);
  Program program = lower_nodes(c.graph, std::span(&id, 1), diagnostics);
  INFO(diagnostics.format_all());
  REQUIRE(!diagnostics.has_errors());
  require_sound(program, "lowering");
  return program;
}

// The program of all outputs, before the passes.
inline Program lowered_outputs(const Compiled& c) {
  Diagnostics diagnostics;
  Program program = lower(c.graph, c.recipe.outputs, diagnostics);
  INFO(diagnostics.format_all());
  REQUIRE(!diagnostics.has_errors());
  require_sound(program, "lowering");
  return program;
}

// All passes, with the verifier after each.
inline Program optimised(Program program) {
  return run_passes(std::move(program),
                    [](const PassInfo& pass, const Program& result) { require_sound(result, pass.name); });
}

inline Schedule schedule_of(const Compiled& c, std::string_view node, Positions positions = Positions::grid) {
  return make_schedule(optimised(lowered(c, node)), positions);
}

}  // namespace orograph::test
