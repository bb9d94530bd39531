// SPDX-License-Identifier: MIT
// Params: both forms of a declaration, their units and ranges, and what mistakes in them are answered with.
#include "graph/param_declaration.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "graph/recipe.hpp"

namespace orograph {
namespace {

Recipe good(const std::string& text, const RecipeOverrides& overrides = {}) {
  Diagnostics diagnostics;
  Recipe recipe = parse_recipe("orograph: 1\n" + text, "r", overrides, diagnostics);
  INFO(diagnostics.format_all());
  CHECK(diagnostics.all().empty());
  return recipe;
}

double value_of(const std::string& text) {
  return good(text).params.at(0).value;
}

std::string told(const std::string& text) {
  Diagnostics diagnostics;
  parse_recipe("orograph: 1\n" + text, "r", {}, diagnostics);
  return diagnostics.format_all();
}

TEST_CASE("params: short and long form") {
  CHECK(value_of("params: {a: 4000}\n") == 4000);
  CHECK(value_of("params: {a: 4 km}\n") == 4000);
  CHECK(value_of("params: {a: {value: 4000}}\n") == 4000);
  CHECK(value_of("params: {a: {value: b / 2}, b: 1 km}\n") == 500);
  const Param param =
      good("params: {a: {value: 4 km, min: 1 km, max: 50 km, unit: km, doc: from coast to coast}}\n").params.at(0);
  CHECK(param.value == 4000);
  CHECK(param.measures.measures_as(length_dimension));
  CHECK(param.low->value == 1000);
  CHECK(param.high->value == 50000);
  CHECK(param.doc == "from coast to coast");
}

TEST_CASE("params: a share takes no length, an unknown unit is answered with a known one") {
  CHECK(told("params: {a: {value: 5 m, unit: \"%\"}}\n") ==
        "r:2:21: error: parameter 'a' is a share or ratio, like '30 %', and this is a length\n"
        "  2 | params: {a: {value: 5 m, unit: \"%\"}}\n"
        "    |                     ^~~\n"
        "    help: give a number alone, or one in %\n");
  CHECK(told("units: km\nparams: {a: {value: 6 mi, unit: m}}\n").find("help: write '9.656064 km' (6 mi)\n") !=
        std::string::npos);
}

TEST_CASE("params: angles are turns to sin; a number beside one needs a unit") {
  CHECK(value_of("params: {a: sin(30 deg)}\n") == Approx(0.5).epsilon(1e-15));
  CHECK(value_of("params: {a: sin(pi / 6)}\n") == Approx(0.5).epsilon(1e-15));
  CHECK(value_of("params: {a: sin(30 deg + 0.5 rad - 0.5 rad)}\n") == Approx(0.5).epsilon(1e-15));
  CHECK(value_of("params: {a: \"atan2(1 km, 1000)\"}\n") == Approx(0.78539816339744831).epsilon(1e-15));
  CHECK(value_of("params: {a: \"degrees(atan2(1, 1))\"}\n") == Approx(45).epsilon(1e-15));
  CHECK(value_of("params: {a: \"max(30 deg, 0)\"}\n") == 30);
  CHECK(told("params: {a: sin(30 deg + pi / 2)}\n") ==
        "r:2:24: error: '+' of an angle and a number without a unit\n"
        "  2 | params: {a: sin(30 deg + pi / 2)}\n"
        "    |                        ^\n"
        "    help: say what the number is: '90 deg', '1.57 rad'; or divide the angle: 'angle / 1 deg' is a number of "
        "degrees\n");
  CHECK(told("params: {a: exp(2 km)}\n") ==
        "r:2:17: error: argument 1 of 'exp' takes a plain number, and this is a length\n"
        "  2 | params: {a: exp(2 km)}\n"
        "    |                 ^\n"
        "    help: write the number alone, or divide by a length, like '/ 1 km'\n");
}

TEST_CASE("params: numbers without a unit are in the declared one") {
  CHECK(value_of("params: {a: {value: 4, unit: km, min: 1, max: 50}}\n") == 4000);
  CHECK(value_of("params: {a: {value: 400 m, unit: km, min: 0.1, max: 50}}\n") == 400);
  CHECK(value_of("params: {a: {value: 1 / 2, unit: km}}\n") == 500);
  CHECK(value_of("units: km\nparams: {a: {value: 500, unit: m}}\n") == 0.5);
  CHECK(value_of("params: {a: {value: 50, unit: '%'}}\n") == 0.5);
  CHECK(value_of("params: {a: {value: 50 %, unit: '%'}}\n") == 0.5);
  CHECK(value_of("params: {a: {value: b * 2, unit: '%'}, b: 20 %}\n") == 0.4);
  CHECK(value_of("params: {a: {value: 1 km / 4 km, unit: '%'}}\n") == 0.25);
  CHECK(value_of("params: {a: {value: 1, unit: rad}}\n") == Approx(57.29577951308232));
}

TEST_CASE("params: mistakes in a declaration") {
  CHECK(told("params: {size: {value: 60 km, min: 1 km, max: 50 km}}\n") ==
        "r:2:24: error: parameter 'size' is 60000, and must be from 1 km to 50 km\n"
        "  2 | params: {size: {value: 60 km, min: 1 km, max: 50 km}}\n"
        "    |                        ^~~~~\n"
        "    help: the nearest it takes is 50 km\n");
  CHECK(told("params: {size: {value: 0.5, min: 1, unit: km}}\n") ==
        "r:2:24: error: parameter 'size' is 0.5 km, and must be at least 1 km\n"
        "  2 | params: {size: {value: 0.5, min: 1, unit: km}}\n"
        "    |                        ^~~\n"
        "    help: the nearest it takes is 1 km\n");
  CHECK(told("params: {size: {value: 30 deg, unit: m}}\n") ==
        "r:2:24: error: parameter 'size' is a length, and this is an angle\n"
        "  2 | params: {size: {value: 30 deg, unit: m}}\n"
        "    |                        ^~~~~~\n"
        "    help: give a length, like '2 km', or a number alone\n");
  CHECK(told("params: {size: {value: 3, maximum: 5}}\n") ==
        "r:2:27: error: unknown key 'maximum' of parameter 'size'\n"
        "  2 | params: {size: {value: 3, maximum: 5}}\n"
        "    |                           ^~~~~~~\n"
        "    help: did you mean 'max'?\n"
        "          one of: value, min, max, unit, doc\n");
  CHECK(told("params: {size: {min: 3}}\n") ==
        "r:2:10: error: parameter 'size' has no 'value'\n"
        "  2 | params: {size: {min: 3}}\n"
        "    |          ^~~~\n"
        "    help: write 'size: {value: 4000, ...}', or a number alone\n");
  CHECK(told("params: {size: {value: 3, unit: yd}}\n") ==
        "r:2:33: error: 'unit' of parameter 'size' is 'yd'\n"
        "  2 | params: {size: {value: 3, unit: yd}}\n"
        "    |                                 ^~\n"
        "    help: units are km, m, cm, ft, deg, rad, %\n");
  CHECK(told("units: ell\nparams: {size: {value: 3, unit: m}}\n") ==
        "r:3:33: error: 'm' is a unit of lengths, and the recipe's units are 'ell'\n"
        "  3 | params: {size: {value: 3, unit: m}}\n"
        "    |                                 ^\n"
        "    help: leave 'unit' out, or say what a world unit is: 'units: m', km, cm or ft\n");
  CHECK(told("params: {size: {value: 3, min: 5, max: 2}}\n") ==
        "r:2:32: error: 'min' of parameter 'size' is 5, above its 'max', 2\n"
        "  2 | params: {size: {value: 3, min: 5, max: 2}}\n"
        "    |                                ^\n"
        "    help: swap the two\n");
  CHECK(told("params: {b: 2, size: {value: 3, min: b}}\n") ==
        "r:2:38: error: 'min' of parameter 'size' names another parameter\n"
        "  2 | params: {b: 2, size: {value: 3, min: b}}\n"
        "    |                                      ^\n"
        "    help: write a number: a bound is the same whatever the others are\n");
  CHECK(told("params: {size: {value: 3, doc: [a]}}\n") ==
        "r:2:32: error: 'doc' of parameter 'size' must be a text, and this is a list\n"
        "  2 | params: {size: {value: 3, doc: [a]}}\n"
        "    |                                ^\n"
        "    help: say in a line what it does; a text with ': ' or ' #' in it needs quotes\n");
}

}  // namespace
}  // namespace orograph
