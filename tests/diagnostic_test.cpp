// SPDX-License-Identifier: MIT
// Diagnostics: where carets stand, what is shown of strange lines, and which word is the nearest.
#include "graph/diagnostic.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace orograph {
namespace {

std::string shown(std::string text, SourceLoc loc, std::string message = "wrong", std::string help = {}) {
  Diagnostics diagnostics;
  loc.file = diagnostics.add_source("a.yaml", std::move(text));
  diagnostics.error(loc, std::move(message), std::move(help));
  return diagnostics.format_all();
}

std::string_view nearest(std::string_view word, std::vector<std::string_view> candidates) {
  return nearest_word(word, candidates);
}

TEST_CASE("a diagnostic shows place, line, caret and help") {
  CHECK(shown("a: 1\nhills: {type: perlin, frquency: 2}\n", {0, 2, 23, 8}, "unknown key 'frquency'",
              "did you mean 'frequency'?\none of: a, b") ==
        "a.yaml:2:23: error: unknown key 'frquency'\n"
        "  2 | hills: {type: perlin, frquency: 2}\n"
        "    |                       ^~~~~~~~\n"
        "    help: did you mean 'frequency'?\n"
        "          one of: a, b\n");
}

TEST_CASE("the margin is as wide as the line's number") {
  CHECK(shown(std::string(99, '\n') + "abc", {0, 100, 2, 1}) ==
        "a.yaml:100:2: error: wrong\n"
        "  100 | abc\n"
        "      |  ^\n");
}

TEST_CASE("columns are characters: tabs, line endings, UTF-8") {
  CHECK(shown("\tab\r\n", {0, 1, 2, 2}) == "a.yaml:1:2: error: wrong\n  1 |  ab\n    |  ^~\n");
  CHECK(shown("h\xC3\xB6he: \xE2\x82\xAC\xF0\x9F\x8F\x94 x", {0, 1, 7, 2}) ==
        "a.yaml:1:7: error: wrong\n  1 | h\xC3\xB6he: \xE2\x82\xAC\xF0\x9F\x8F\x94 x\n    |       ^~\n");
}

TEST_CASE("what cannot be seen is shown escaped, and the caret still fits") {
  CHECK(shown("\x1B[2Jab", {0, 1, 5, 1}) == "a.yaml:1:5: error: wrong\n  1 | \\x1B[2Jab\n    |        ^\n");
  CHECK(shown("\xFF"
              "ab",
              {0, 1, 2, 1}) == "a.yaml:1:2: error: wrong\n  1 | \\xFFab\n    |     ^\n");
  CHECK(shown("\xE2\x80\xAE"
              "ab",
              {0, 1, 1, 1}) == "a.yaml:1:1: error: wrong\n  1 | \\u{202E}ab\n    | ^~~~~~~~\n");
  const std::string message = shown("a", {0, 1, 1, 1}, "\x1B[31m", "\x07");
  CHECK(message.find('\x1B') == std::string::npos);
  CHECK(message.find("help: \\x07") != std::string::npos);
}

TEST_CASE("a caret behind the end of the line stands there, however long it was to be") {
  CHECK(shown("ab", {0, 1, 3, 9}) == "a.yaml:1:3: error: wrong\n  1 | ab\n    |   ^\n");
  CHECK(shown("ab", {0, 1, 2, 9}) == "a.yaml:1:2: error: wrong\n  1 | ab\n    |  ^\n");
  CHECK(shown("", {0, 1, 1, 1}) == "a.yaml:1:1: error: wrong\n  1 | \n    | ^\n");
}

TEST_CASE("long lines are cut around the caret") {
  const std::string text = shown(std::string(10'000'000, 'a') + "B" + std::string(1000, 'c'), {0, 1, 10'000'001, 1});
  CHECK(text.size() < 400);
  const std::size_t line = text.find(" | ") + 3;
  const std::size_t carets = text.find("| ", line) + 2;
  CHECK(text.substr(line, 3) == "...");
  CHECK(text.find('B', line) - line == text.find('^') - carets);
  CHECK(text.find("c...\n") != std::string::npos);
}

TEST_CASE("a diagnostic without a place") {
  CHECK(shown("ab", {}, "wrong", "mend it\nsoon") == "error: wrong\n  help: mend it\n        soon\n");
}

TEST_CASE("all diagnostics come in order of place, equal ones once") {
  Diagnostics diagnostics;
  diagnostics.add_source("a.yaml", "one\ntwo\n");
  diagnostics.warning({0, 2, 1, 3}, "later");
  diagnostics.error({0, 1, 2, 1}, "first");
  diagnostics.warning({0, 2, 1, 3}, "another");
  diagnostics.warning({0, 2, 1, 3}, "later");
  CHECK(diagnostics.format_all() ==
        "a.yaml:1:2: error: first\n  1 | one\n    |  ^\n"
        "a.yaml:2:1: warning: later\n  2 | two\n    | ^~~\n"
        "a.yaml:2:1: warning: another\n  2 | two\n    | ^~~\n");
  CHECK(diagnostics.error_count() == 1);
  CHECK_THROWS_AS(diagnostics.throw_if_errors(), RecipeError);
}

TEST_CASE("warnings alone throw nothing") {
  Diagnostics diagnostics;
  diagnostics.warning({}, "odd");
  CHECK_FALSE(diagnostics.has_errors());
  CHECK_NOTHROW(diagnostics.throw_if_errors());
}

TEST_CASE("a hundred diagnostics are printed, the others counted") {
  Diagnostics diagnostics;
  diagnostics.add_source("a.yaml", std::string(30'000, '\n'));
  for (std::uint32_t i = 1; i <= 20'000; ++i) diagnostics.error({0, i, 1, 1}, "wrong");
  const std::string text = diagnostics.format_all();
  CHECK(text.find("a.yaml:100:1: ") != std::string::npos);
  CHECK(text.find("a.yaml:101:1: ") == std::string::npos);
  CHECK(text.ends_with("... and 19900 more errors\n"));
  CHECK(diagnostics.error_count() == 20'000);
  CHECK(diagnostics.all().size() == 10'000);
}

TEST_CASE("errors are not lost among warnings") {
  Diagnostics diagnostics;
  diagnostics.add_source("a.yaml", std::string(30'000, '\n'));
  for (std::uint32_t i = 1; i <= 20'000; ++i) diagnostics.warning({0, i, 1, 1}, "odd");
  diagnostics.error({0, 25'000, 1, 1}, "wrong");
  const std::string text = diagnostics.format_all();
  CHECK(text.find("a.yaml:99:1: warning: ") != std::string::npos);
  CHECK(text.find("a.yaml:100:1: ") == std::string::npos);
  CHECK(text.find("a.yaml:25000:1: error: wrong") != std::string::npos);
  CHECK(text.ends_with("... and 19901 more warnings\n"));
  CHECK(diagnostics.error_count() == 1);
  CHECK(diagnostics.warning_count() == 20'000);
}

TEST_CASE("lines of a source") {
  Diagnostics diagnostics;
  const std::uint32_t first = diagnostics.add_source("a", "one\r\ntwo");
  const std::uint32_t second = diagnostics.add_source("b", "three");
  CHECK(diagnostics.source_line({first, 1, 1, 1}) == "one");
  CHECK(diagnostics.source_line({first, 2, 1, 1}) == "two");
  CHECK(diagnostics.source_line({first, 3, 1, 1}).empty());
  CHECK(diagnostics.source_line({second, 1, 1, 1}) == "three");
  CHECK(diagnostics.source_name({second, 1, 1, 1}) == "b");
  CHECK(diagnostics.source_name({7, 1, 1, 1}).empty());
}

TEST_CASE("the rest of a line, in any order of columns") {
  Diagnostics diagnostics;
  std::string line;
  for (int i = 0; i < 500; ++i) line += "\xC3\xA9" + std::to_string(i % 10);
  diagnostics.add_source("a", "first\n" + line + "\nlast");
  for (const std::uint32_t column : {1U, 999U, 64U, 65U, 128U, 129U, 500U, 3U}) {
    INFO(column);
    const std::size_t bytes = (column - 1) / 2 * 3 + (column % 2 == 0 ? 2 : 0);
    CHECK(diagnostics.source_rest({0, 2, column, 1}) == std::string_view(line).substr(bytes));
  }
  CHECK(diagnostics.source_rest({0, 2, 1001, 1}).empty());
  CHECK(diagnostics.source_rest({0, 1, 3, 1}) == "rst");
  CHECK(diagnostics.source_rest({0, 3, 1, 1}) == "last");
  CHECK(diagnostics.source_rest({0, 4, 1, 1}).empty());
  CHECK(diagnostics.source_rest({}).empty());
}

TEST_CASE("the nearest word") {
  CHECK(nearest("frquency", {"seed", "frequency", "wavelength"}) == "frequency");  // insert
  CHECK(nearest("octavess", {"seed", "octaves"}) == "octaves");                    // delete
  CHECK(nearest("perlim", {"simplex", "perlin"}) == "perlin");                     // replace
  CHECK(nearest("tpye", {"tape", "type"}) == "type");                              // swap: one edit
  CHECK(nearest("PERLIN", {"perlon", "perlin"}) == "perlin");                      // case costs less
  CHECK(nearest("Turbulence_Everywhere", {"turbulence_everywhere"}) == "turbulence_everywhere");
  CHECK(nearest("sead", {"send", "seed"}) == "send");  // ties to the first
  CHECK(nearest("mxi", {"mix"}) == "mix");
  CHECK(nearest("mad", {"max", "min"}) == "max");
  CHECK(nearest("mud", {"max", "min"}).empty());  // two edits in three letters
  CHECK(nearest("land", {"lands2"}) == "lands2");
  CHECK(nearest("hils", {"valleys", "rivers"}).empty());
  CHECK(nearest("a", {"b"}).empty());
  CHECK(nearest("ab", {"xy"}).empty());
  CHECK(nearest("", {"a"}).empty());
  CHECK(nearest("a", {}).empty());
  CHECK(nearest(std::string(100'000, 'a'), {std::string_view("aaa")}).empty());
}

TEST_CASE("a suggestion names the nearest word, and all when they are few") {
  const std::array<std::string_view, 2> few{"area", "point"};
  CHECK(suggest("aera", few) == "did you mean 'area'?\none of: area, point");
  CHECK(suggest("zzzzzz", few) == "one of: area, point");
  const std::vector<std::string_view> many(13, "area");
  CHECK(suggest("aera", many) == "did you mean 'area'?");
  CHECK(suggest("zzzzzz", many).empty());
  CHECK(suggest("a", {}).empty());
}

TEST_CASE("the length of a UTF-8 character") {
  CHECK(character_bytes("a") == 1);
  CHECK(character_bytes("\xC3\xA9x") == 2);
  CHECK(character_bytes("\xE2\x82\xAC") == 3);
  CHECK(character_bytes("\xF0\x9F\x8F\x94") == 4);
  for (const std::string_view bad :
       {"", "\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF"}) {
    CHECK(character_bytes(bad) == 0);
  }
}

}  // namespace
}  // namespace orograph
