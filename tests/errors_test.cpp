// SPDX-License-Identifier: MIT
// Wrong recipes and what a person is told of them: tests/errors/NAME.yaml, and the whole text of `orograph check
// NAME.yaml` in NAME.txt. A first line `# Arguments: --set size=6km` gives further arguments. Folders below hold
// files that cases include or name. OROGRAPH_UPDATE_ERRORS=1 writes the texts anew: read each as somebody who sees
// nothing else, and knows what to type.
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "support/compile.hpp"
#include "support/process.hpp"

namespace orograph {
namespace {

namespace fs = std::filesystem;

fs::path folder() {
  return test::source_folder() / "tests" / "errors";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct Case {
  std::string name;
  fs::path recipe, text;

  std::vector<std::string> arguments() const {
    const std::string lead = "# Arguments: ";
    std::vector<std::string> words{"check", name + ".yaml"};
    std::istringstream in(test::bytes_of(recipe));
    std::string line;
    std::getline(in, line);
    if (line.compare(0, lead.size(), lead) != 0) return words;
    std::istringstream rest(line.substr(lead.size()));
    for (std::string word; rest >> word;) words.push_back(word);
    return words;
  }

  test::Outcome run() const {
    return test::Process(arguments(), {},
                         [] {
                           if (::chdir(folder().c_str()) != 0) ::_exit(126);
                         })
        .wait();
  }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() != ".yaml") continue;
    all.push_back({entry.path().stem().string(), entry.path(), fs::path(entry.path()).replace_extension(".txt")});
  }
  std::sort(all.begin(), all.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
  return all;
}

// The lines that differ, between those that are the same at the start and at the end.
std::string difference(const std::string& expected, const std::string& told) {
  std::vector<std::string> before = lines_of(expected), after = lines_of(told);
  std::size_t first = 0;
  while (first < before.size() && first < after.size() && before[first] == after[first]) ++first;
  while (before.size() > first && after.size() > first && before.back() == after.back()) {
    before.pop_back();
    after.pop_back();
  }
  std::string out = "from line " + std::to_string(first + 1) + " on:\n";
  for (std::size_t i = first; i < before.size(); ++i) out += "- " + before[i] + "\n";
  for (std::size_t i = first; i < after.size(); ++i) out += "+ " + after[i] + "\n";
  return out;
}

// The first line of an error that is told without what to do about it; empty when there is none.
std::string error_without_help(const std::string& text) {
  std::string open;
  for (const std::string& line : lines_of(text)) {
    const bool first_line = !line.empty() && line[0] != ' ';
    if (first_line && !open.empty()) return open;
    if (first_line && line.find("error: ") != std::string::npos) open = line;
    if (line.find(" help: ") != std::string::npos) open.clear();
  }
  return open;
}

// The word of a name before its first '_'.
std::string kind_of(const Case& c) {
  return c.name.substr(0, c.name.find('_'));
}

// Kinds by test, so that tests run side by side.
const std::vector<std::vector<std::string>> groups{
    {"yaml"},
    {"recipe", "seed", "units", "nodes", "noise", "several", "warning"},
    {"param", "set", "preset", "presets"},
    {"node"},
    {"expression"},
    {"grid", "output"},
    {"function", "functions", "include"}};

void check_group(std::size_t group) {
  const bool update = std::getenv("OROGRAPH_UPDATE_ERRORS") != nullptr;
  for (const Case& c : cases()) {
    const std::vector<std::string>& kinds = groups.at(group);
    if (std::find(kinds.begin(), kinds.end(), kind_of(c)) == kinds.end()) continue;
    const test::Outcome outcome = c.run();
    if (update) std::ofstream(c.text, std::ios::binary) << outcome.err;
    const std::string expected = test::bytes_of(c.text);
    INFO(c.name);
    CHECK(outcome.out.empty());
    const bool warning = c.name.compare(0, 8, "warning_") == 0;
    CHECK(outcome.code == (warning ? 0 : 2));
    CHECK(error_without_help(outcome.err) == "");
    if (outcome.err != expected) {
      INFO("OROGRAPH_UPDATE_ERRORS=1 writes " << c.name << ".txt anew, for a change that is meant");
      FAIL_CHECK(difference(expected, outcome.err));
    }
  }
}

TEST_CASE("errors: YAML") {
  check_group(0);
}
TEST_CASE("errors: the recipe as a whole, and warnings") {
  check_group(1);
}
TEST_CASE("errors: params, presets and overrides") {
  check_group(2);
}
TEST_CASE("errors: nodes") {
  check_group(3);
}
TEST_CASE("errors: expressions") {
  check_group(4);
}
TEST_CASE("errors: grid and outputs") {
  check_group(5);
}
TEST_CASE("errors: functions and includes") {
  check_group(6);
}

TEST_CASE("errors: no recipe that no test reads, and no file without its recipe") {
  std::string named;
  for (const Case& c : cases()) {
    INFO(c.name);
    CHECK(std::any_of(groups.begin(), groups.end(), [&](const auto& kinds) {
      return std::find(kinds.begin(), kinds.end(), kind_of(c)) != kinds.end();
    }));
    named += test::bytes_of(c.recipe);
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    const fs::path& path = entry.path();
    INFO(path);
    if (entry.is_directory()) continue;
    const bool beside = path.parent_path() == folder();
    if (beside && path.extension() == ".txt") {
      CHECK(fs::exists(fs::path(path).replace_extension(".yaml")));
    } else if (beside) {
      CHECK(path.extension() == ".yaml");
    } else {
      named += test::bytes_of(path);
    }
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    if (entry.is_directory() || entry.path().parent_path() == folder()) continue;
    INFO(entry.path());
    CHECK(named.find(entry.path().filename().string()) != std::string::npos);
  }
}

}  // namespace
}  // namespace orograph
