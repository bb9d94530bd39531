// SPDX-License-Identifier: MIT
// Included files on a disk: which are found, which are refused, and that nothing hangs or is overwritten.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "support/process.hpp"

namespace {

namespace fs = std::filesystem;
using orograph::test::Outcome;
using orograph::test::run;
using orograph::test::ScratchFolder;

const std::string library = "orograph: 1\nfunctions: {f: {result: perlin}}\n";

std::string including(const std::string& path) {
  return "orograph: 1\ninclude: ['" + path + "']\nnodes: {h: {type: f}}\n";
}

// What `check` says of a recipe in `folder`/land that includes `path`; its paths without the folder.
std::string told(const ScratchFolder& folder, const std::string& path, const std::string& option = "") {
  folder.write("land/r.yaml", including(path));
  std::vector<std::string> arguments{"check", (folder / "land/r.yaml").string()};
  if (!option.empty()) arguments.push_back(option);
  std::string text = run(arguments).err;
  const std::string name = folder.path().string() + "/";
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name)) text.erase(at, name.size());
  return text;
}

std::string refused(const std::string& path, const std::string& reason, const std::string& help) {
  const std::string line = "include: ['" + path + "']";
  return "land/r.yaml:2:12: error: cannot include '" + path + "': " + reason + "\n  2 | " + line +
         "\n    |            ^" + std::string(path.size() - 1, '~') + "\n    help: " + help + "\n1 error\n";
}

const std::string fine =
    "note: no outputs: 'render' needs --node NAME --file OUT, and without a grid --region "
    "X0,Y0,X1,Y1 --resolution WxH\nno mistakes\n";

}  // namespace

TEST_CASE("paths of included files start at the file that includes") {
  const ScratchFolder folder;
  fs::create_directories(folder / "land/lib/deep");
  folder.write("land/lib/f.yaml",
               "orograph: 1\ninclude: [deep/g.yaml, ../h.yaml]\nfunctions: {f: {result: {type: g}}}\n");
  folder.write("land/lib/deep/g.yaml", "orograph: 1\nfunctions: {g: {result: {type: k}}}\n");
  folder.write("land/h.yaml", "orograph: 1\nfunctions: {k: {result: perlin}}\n");
  CHECK(told(folder, "lib/f.yaml") == fine);
  SECTION("also when the recipe is named from its own folder, and messages name files as they are reached") {
    folder.write("land/h.yaml", "orograph: 1\nfunctions: {k: {result: perln}}\n");
    CHECK(told(folder, "lib/f.yaml").find("land/h.yaml:2:25: error: unknown name 'perln'") == 0);
  }
  SECTION("a file and a link to it are one") {
    fs::create_symlink("f.yaml", folder / "land/lib/link.yaml");
    folder.write("land/r.yaml", "orograph: 1\ninclude: [lib/f.yaml, lib/link.yaml]\n");
    CHECK(run({"check", (folder / "land/r.yaml").string()}).err == fine);
  }
}

TEST_CASE("what cannot be included is told at its place") {
  const ScratchFolder folder;
  fs::create_directories(folder / "land/lib");
  folder.write("land/lib/dunes.yaml", library);
  folder.write("outside.yaml", library);
  CHECK(told(folder, "lib/dune.yaml") ==
        refused("lib/dune.yaml", "there is no such file", "did you mean 'lib/dunes.yaml'?"));
  CHECK(told(folder, "nowhere/at_all.yaml") ==
        refused("nowhere/at_all.yaml", "there is no such file",
                "paths are relative to the file that includes, here to 'land'"));
  CHECK(told(folder, "lib") == refused("lib", "it is a folder", "name a file, like 'lib/dunes.yaml'"));
  CHECK(told(folder, "../outside.yaml") == refused("../outside.yaml", "it lies outside of the recipe's folder",
                                                   "move it below the recipe, or allow this with --allow-outside"));
  CHECK(told(folder, "../outside.yaml", "--allow-outside") == fine);
  CHECK(told(folder, "/etc/passwd") == refused("/etc/passwd", "the path is absolute",
                                               "write it relative to this file; --allow-outside takes any path"));
  SECTION("a link out of the folder") {
    fs::create_symlink("../../outside.yaml", folder / "land/lib/link.yaml");
    CHECK(told(folder, "lib/link.yaml") == refused("lib/link.yaml",
                                                   "it lies outside of the recipe's folder, at 'outside.yaml'",
                                                   "move it below the recipe, or allow this with --allow-outside"));
    fs::create_directory_symlink("..", folder / "land/up");
    CHECK(told(folder, "up/outside.yaml").find("it lies outside of the recipe's folder") != std::string::npos);
  }
  SECTION("a pipe that nobody writes to") {
    REQUIRE(::mkfifo((folder / "land/lib/pipe.yaml").c_str(), 0600) == 0);
    CHECK(told(folder, "lib/pipe.yaml") == refused("lib/pipe.yaml", "it is no regular file", "name a YAML file"));
  }
  SECTION("a file that may not be read") {
    if (::geteuid() == 0) {
      WARN("not tested: root may read every file");
      return;
    }
    fs::permissions(folder / "land/lib/dunes.yaml", fs::perms::none);
    CHECK(told(folder, "lib/dunes.yaml").find("cannot include 'lib/dunes.yaml': Permission denied") !=
          std::string::npos);
  }
}

TEST_CASE("an image never replaces a file that the recipe includes") {
  const ScratchFolder folder;
  folder.write("lib.r32", library);
  folder.write("r.yaml", including("lib.r32") +
                             "grid: {resolution: 4, spacing: 0.3}\noutputs: [{file: lib.r32, channels: {h: h}}]\n");
  const Outcome outcome = run({"render", (folder / "r.yaml").string(), "-o", folder.path().string()});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("is a file that the recipe includes") != std::string::npos);
  CHECK(orograph::test::bytes_of(folder / "lib.r32") == library);
}

TEST_CASE("every command that reads a recipe reads what it includes") {
  const ScratchFolder folder;
  folder.write("lib.yaml", "orograph: 1\nfunctions: {f: {nodes: {n: perlin}, result: n * 2}}\n");
  const std::string recipe = folder.write("r.yaml", including("lib.yaml"));
  for (const char* command : {"check", "graph", "explain"}) CHECK(run({command, recipe}).code == 0);
  CHECK(run({"sample", recipe, "--node", "h.n", "--points", "-"}, "0.5,0.5\n").code == 0);
  CHECK(run({"graph", recipe}).out.find("h.n\\nperlin") != std::string::npos);
  CHECK(run({"explain", recipe, "--after", "parse"}).out.find("function f()") != std::string::npos);
}
