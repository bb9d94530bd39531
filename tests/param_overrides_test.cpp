// SPDX-License-Identifier: MIT
// Overrides: which of a preset, a file and --set counts, whatever their order, and what mistakes in them are answered
// with: the place in the file that gives the value, and where the param is declared.
#include <catch2/catch.hpp>
#include <string>

#include "graph/recipe.hpp"

namespace orograph {
namespace {

const std::string mountain =
    "orograph: 1\n"
    "params:\n"
    "  size: {value: 4 km, min: 1 km, max: 50 km}\n"
    "  relief: {value: 1800, unit: m}\n"
    "  twice: relief * 2\n"
    "presets:\n"
    "  alps: {relief: 3200, size: 20 km}\n"
    "  hills: {relief: size / 10}\n";

RecipeOverrides preset(const std::string& name) {
  RecipeOverrides overrides;
  overrides.preset = name;
  return overrides;
}

RecipeOverrides file(const std::string& text) {
  RecipeOverrides overrides;
  overrides.files.push_back({"night.yaml", text});
  return overrides;
}

RecipeOverrides set(const std::string& name, const std::string& value) {
  RecipeOverrides overrides;
  overrides.params.emplace_back(name, value);
  return overrides;
}

Recipe good(const RecipeOverrides& overrides) {
  Diagnostics diagnostics;
  Recipe recipe = parse_recipe(mountain, "r.yaml", overrides, diagnostics);
  INFO(diagnostics.format_all());
  CHECK(diagnostics.all().empty());
  return recipe;
}

std::string told_of(const std::string& text, const RecipeOverrides& overrides) {
  Diagnostics diagnostics;
  parse_recipe(text, "r.yaml", overrides, diagnostics);
  return diagnostics.format_all();
}

std::string told(const RecipeOverrides& overrides) {
  return told_of(mountain, overrides);
}

TEST_CASE("overrides: --set counts before files, and files before the preset") {
  RecipeOverrides all = preset("alps");
  CHECK(good(all).params[0].value == 20000);
  CHECK(good(all).params[1].value == 3200);
  CHECK(good(all).params[2].value == 6400);
  all.files.push_back({"night.yaml", "size: 6 km\n"});
  CHECK(good(all).params[0].value == 6000);
  CHECK(good(all).params[1].value == 3200);
  all.params.emplace_back("size", "7km");
  CHECK(good(all).params[0].value == 7000);
  CHECK(good(all).params[0].set_how == "--set");
  CHECK(good(all).params[1].set_how == "--preset alps");
  CHECK(good(preset("hills")).params[1].value == 400);
  CHECK(good(file("relief: 1.5 km\nsize: relief * 2\n")).params[0].value == 3000);
  CHECK(good(file("# nothing but a comment\nsize: 5000\n")).params[0].value == 5000);
  CHECK(good(set("relief", "900")).params[1].measures.measures_as(length_dimension));
}

TEST_CASE("overrides: what changes a value changes the hash of the recipe, however it is given") {
  const std::uint64_t own = good({}).content_hash;
  CHECK(good(set("size", "4000")).content_hash == own);
  const std::uint64_t other = good(set("size", "6 km")).content_hash;
  CHECK(other != own);
  CHECK(good(file("size: 6000\n")).content_hash == other);
  const std::string turn = "orograph: 1\nparams: {a: 30}\nnodes: {n: a}\n";  // 30, or half a radian
  Diagnostics diagnostics;
  CHECK(parse_recipe(turn, "r", set("a", "30 deg"), diagnostics).content_hash !=
        parse_recipe(turn, "r", {}, diagnostics).content_hash);
}

TEST_CASE("overrides: presets are listed, whatever they set") {
  const Recipe recipe = good({});
  REQUIRE(recipe.presets.size() == 2);
  CHECK(recipe.presets[1].name == "hills");
  CHECK(recipe.presets[1].values[0].key == "relief");
}

TEST_CASE("overrides: mistakes of --set tell where the param is declared") {
  CHECK(told(set("size", "60 km")) ==
        "error: --set size=60 km: parameter 'size' is 60000, and must be from 1 km to 50 km\n"
        "  help: the nearest it takes is 50 km\n"
        "        'size' is declared at r.yaml:3:3\n");
  CHECK(told(set("size", "30 deg")) ==
        "error: --set size=30 deg: parameter 'size' is a length, and this is an angle\n"
        "  help: give a length, like '2 km', or a number alone\n"
        "        'size' is declared at r.yaml:3:3\n");
  CHECK(told(set("relif", "3")) ==
        "error: --set 'relif': the recipe has no parameter of this name\n"
        "  help: did you mean 'relief'?\n"
        "        one of: size, relief, twice\n");
}

TEST_CASE("overrides: mistakes of files have their place in them") {
  CHECK(told(file("relief: 900\nsize: 60 km\n")) ==
        "night.yaml:2:7: error: parameter 'size' is 60000, and must be from 1 km to 50 km\n"
        "  2 | size: 60 km\n"
        "    |       ^~~~~\n"
        "    help: the nearest it takes is 50 km\n"
        "          'size' is declared at r.yaml:3:3\n");
  CHECK(told(file("size: 5 * relif\n")) ==
        "night.yaml:1:11: error: unknown name 'relif'\n"
        "  1 | size: 5 * relif\n"
        "    |           ^~~~~\n"
        "    help: did you mean 'relief'?\n"
        "          one of: size, relief, twice\n"
        "          'size' is declared at r.yaml:3:3\n");
  CHECK(told(file("relif: 900\n")) ==
        "night.yaml:1:1: error: 'relif': the recipe has no parameter of this name\n"
        "  1 | relif: 900\n"
        "    | ^~~~~\n"
        "    help: did you mean 'relief'?\n"
        "          one of: size, relief, twice\n");
  CHECK(told(file("size: [3]\n")) ==
        "night.yaml:1:7: error: parameter 'size' needs a number, and this is a list\n"
        "  1 | size: [3]\n"
        "    |       ^\n"
        "    help: give a number, or an expression over params\n"
        "          'size' is declared at r.yaml:3:3\n");
  CHECK(told(file("- size\n")) ==
        "night.yaml:1:1: error: a file of values must be a mapping, and this is a list\n"
        "  1 | - size\n"
        "    | ^\n"
        "    help: write a line a parameter: 'relief: 1200'\n");
  RecipeOverrides two = file("size: 5 km\n");
  two.files.push_back({"day.yaml", "size: 6 km\n"});
  CHECK(told(two) ==
        "day.yaml:1:1: error: 'size' is given by two files\n"
        "  1 | size: 6 km\n"
        "    | ^~~~\n"
        "    help: leave one of them out; the other stands at night.yaml:1:1\n");
}

TEST_CASE("overrides: mistakes of files are no errors of the recipe") {
  Diagnostics diagnostics;
  parse_recipe(mountain, "r.yaml", file("relif: 900\n"), diagnostics);
  CHECK_THROWS_WITH(diagnostics.throw_if_errors(), "the command line does not fit the recipe");
}

TEST_CASE("overrides: mistakes of presets, chosen or not") {
  CHECK(told(preset("alp")) ==
        "error: --preset 'alp': the recipe has no preset of this name\n"
        "  help: did you mean 'alps'?\n"
        "        one of: alps, hills\n");
  CHECK(told_of("orograph: 1\nparams: {a: 4}\n", preset("alps")) ==
        "error: --preset 'alps': the recipe has no preset of this name\n"
        "  help: leave --preset out: the recipe has no presets at all\n");
  const std::string wrong =
      "orograph: 1\nparams: {size: {value: 4 km, max: 50 km}}\npresets: {huge: {size: 60 km, sze: 4}}\n";
  const std::string expected =
      "r.yaml:3:24: error: parameter 'size' is 60000, and must be at most 50 km\n"
      "  3 | presets: {huge: {size: 60 km, sze: 4}}\n"
      "    |                        ^~~~~\n"
      "    help: the nearest it takes is 50 km\n"
      "          'size' is declared at r.yaml:2:10\n"
      "r.yaml:3:31: error: preset 'huge' sets 'sze', which is no parameter\n"
      "  3 | presets: {huge: {size: 60 km, sze: 4}}\n"
      "    |                               ^~~\n"
      "    help: did you mean 'size'?\n";
  CHECK(told_of(wrong, {}) == expected);
  CHECK(told_of(wrong, preset("huge")) == expected);
  CHECK(told_of("orograph: 1\nparams: {a: 4}\npresets: {alps: 5}\n", {}) ==
        "r.yaml:3:17: error: preset 'alps' must be a mapping, and this is a number\n"
        "  3 | presets: {alps: 5}\n"
        "    |                 ^\n"
        "    help: write 'presets: {alps: {relief: 3200}}'\n");
}

}  // namespace
}  // namespace orograph
