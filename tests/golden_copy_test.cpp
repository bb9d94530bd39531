// SPDX-License-Identifier: MIT
// tests/golden is a copy of the reference values kept beside the project; where those are at hand, it must be the
// same to the byte, so that nobody mends a test by mending what it is held to.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace {

namespace fs = std::filesystem;

std::map<fs::path, std::string> files_below(const fs::path& root) {
  std::map<fs::path, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(root)] = std::string(std::istreambuf_iterator<char>(in), {});
  }
  return files;
}

TEST_CASE("tests/golden equals the shared reference values", "[golden]") {
  const fs::path source = fs::path(OROGRAPH_SOURCE_DIR);
  const fs::path shared = source.parent_path() / "shared" / "golden";
  const auto copy = files_below(source / "tests" / "golden");
  REQUIRE(copy.size() > 50);
  // A clone has nothing beside it, and nothing is wrong with that: what the copy holds is what the tests compare
  // with.
  if (!fs::is_directory(shared)) return;
  const auto original = files_below(shared);
  for (const auto& [name, content] : original) {
    INFO(name.string());
    REQUIRE(copy.count(name) == 1);
    CHECK((copy.at(name) == content));
  }
  CHECK(copy.size() == original.size());
}

}  // namespace
