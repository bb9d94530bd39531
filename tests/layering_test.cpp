// SPDX-License-Identifier: MIT
// The layers of the project, read from its #include lines: a lower layer never names an upper one, and each library
// we build on is named in one place. Also: the table of nodes and the files of nodes are one and the same list.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path& source_dir() {
  static const fs::path dir = OROGRAPH_SOURCE_DIR;
  return dir;
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// Source files below `folder`, as paths relative to the project.
std::vector<std::string> sources_in(std::string_view folder) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_dir() / folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".cpp" || extension == ".hpp" || extension == ".def" || extension == ".inc")
      files.push_back(entry.path().lexically_relative(source_dir()).generic_string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

struct Include {
  std::string path;
  bool quoted = false;  // "own/header.hpp", not <system>
};

std::vector<Include> includes_of(const std::string& text) {
  static const std::regex line(R"re((?:^|\n)[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">])re");
  std::vector<Include> includes;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it)
    includes.push_back({(*it)[2].str(), (*it)[1].str() == "\""});
  return includes;
}

std::string folder_of(std::string_view path) {
  return std::string(path.substr(0, path.find('/')));
}

const std::vector<std::pair<std::string, std::set<std::string>>>& layers() {
  static const std::vector<std::pair<std::string, std::set<std::string>>> table = {
      {"graph", {"graph"}},
      {"nodes", {"graph", "nodes"}},
      {"runtime", {"graph", "runtime"}},
      {"cli", {"graph", "nodes", "runtime", "cli"}},
  };
  return table;
}

// Which files may name a library, by the first folder of its headers.
const std::vector<std::pair<std::string, std::regex>>& library_homes() {
  static const std::regex runtime(R"(runtime/.*)");
  static const std::vector<std::pair<std::string, std::regex>> table = {
      {"yaml-cpp", std::regex(R"(graph/yaml_reader\.cpp)")},
      {"OpenImageIO", std::regex(R"(runtime/images/encoder\.cpp)")},
      {"hwy", std::regex(R"(runtime/(kernels[^/]*|[^/]*-inl\.hpp|target\.cpp))")},
      {"CLI", std::regex(R"(cli/.*)")},
      {"zlib.h", std::regex(R"(runtime/deflate\.cpp)")},
      {"tbb", runtime},
      {"oneapi", runtime},
  };
  return table;
}

// Why `file` must not include this, or an empty string.
std::string objection(const std::string& file, const Include& include) {
  const std::string target = folder_of(include.path);
  for (const auto& [library, home] : library_homes())
    if (target == library) return std::regex_match(file, home) ? "" : library + " has another home";
  for (const auto& [layer, allowed] : layers()) {
    if (layer != folder_of(file)) continue;
    if (include.quoted && allowed.count(target) == 0) return layer + "/ does not know \"" + include.path + "\"";
  }
  return "";
}

std::set<std::string> listed_nodes(const std::string& table) {
  static const std::regex line(R"((?:^|\n)NODE\((\w+)\))");
  std::set<std::string> nodes;
  for (std::sregex_iterator it(table.begin(), table.end(), line), end; it != end; ++it) nodes.insert((*it)[1].str());
  return nodes;
}

// A definition such as `extern const NodeSpec perlin_node{` or `const NodeSpec perlin_node = {`.
bool defines_node_spec(const std::string& text) {
  static const std::regex definition(R"(\bNodeSpec\s+\w+\s*(=|\{))");
  return std::regex_search(text, definition);
}

TEST_CASE("layering: the rules themselves", "[layering]") {
  const Include nodes_header{"nodes/registry.hpp", true};
  CHECK(objection("graph/graph.cpp", nodes_header) != "");
  CHECK(objection("runtime/renderer.cpp", nodes_header) != "");
  CHECK(objection("nodes/perlin.cpp", nodes_header) == "");
  CHECK(objection("cli/main.cpp", nodes_header) == "");
  CHECK(objection("nodes/perlin.cpp", {"runtime/target.hpp", true}) != "");
  CHECK(objection("graph/graph.cpp", {"diagnostic.hpp", true}) != "");
  CHECK(objection("graph/graph.cpp", {"yaml-cpp/yaml.h", false}) != "");
  CHECK(objection("graph/yaml_reader.cpp", {"yaml-cpp/yaml.h", false}) == "");
  CHECK(objection("graph/yaml_reader.hpp", {"yaml-cpp/yaml.h", false}) != "");
  CHECK(objection("runtime/image_writer.cpp", {"OpenImageIO/imageio.h", false}) != "");
  CHECK(objection("runtime/images/encoder.cpp", {"OpenImageIO/imageio.h", false}) == "");
  CHECK(objection("runtime/renderer.hpp", {"hwy/highway.h", false}) != "");
  CHECK(objection("runtime/kernels_noise.cpp", {"hwy/foreach_target.h", false}) == "");
  CHECK(objection("runtime/perlin-inl.hpp", {"hwy/highway.h", false}) == "");
  CHECK(objection("graph/graph.cpp", {"tbb/parallel_for.h", false}) != "");
  CHECK(objection("runtime/renderer.cpp", {"CLI/CLI.hpp", false}) != "");

  const std::vector<Include> found = includes_of("#include <a/b>\n  #  include \"c/d\"\n// #include <e>\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == "a/b");
  CHECK_FALSE(found[0].quoted);
  CHECK(found[1].path == "c/d");
  CHECK(found[1].quoted);

  CHECK(listed_nodes("// NODE(no)\nNODE(perlin)\nNODE(fbm) // two\n") == std::set<std::string>{"fbm", "perlin"});
  CHECK(defines_node_spec("extern const NodeSpec perlin_node{.type = \"perlin\"};"));
  CHECK_FALSE(defines_node_spec("extern const NodeSpec perlin_node;"));
}

TEST_CASE("layering: every include keeps to its layer", "[layering]") {
  for (const auto& [layer, allowed] : layers()) {
    const std::vector<std::string> files = sources_in(layer);
    CHECK_FALSE(files.empty());
    for (const std::string& file : files) {
      for (const Include& include : includes_of(read(source_dir() / file))) {
        INFO(file << " includes " << include.path);
        CHECK(objection(file, include) == "");
      }
    }
  }
}

TEST_CASE("layering: nodes.def and the files of nodes are one list", "[layering]") {
  const std::set<std::string> listed = listed_nodes(read(source_dir() / "nodes/nodes.def"));
  CHECK_FALSE(listed.empty());
  for (const std::string& node : listed) {
    INFO("NODE(" << node << ") needs nodes/" << node << ".cpp that defines its spec");
    CHECK(defines_node_spec(read(source_dir() / "nodes" / (node + ".cpp"))));
  }
  for (const std::string& file : sources_in("nodes")) {
    if (!file.ends_with(".cpp") || !defines_node_spec(read(source_dir() / file))) continue;
    INFO(file << " defines a node that nodes/nodes.def does not list");
    CHECK(listed.count(fs::path(file).stem().string()) == 1);
  }
}

}  // namespace
