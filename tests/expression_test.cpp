// SPDX-License-Identifier: MIT
// Expressions: what they are worth, and what every kind of mistake is answered with, at which column.
#include "graph/expression.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>

namespace orograph {
namespace {

struct Params : ConstantScope {
  std::map<std::string, double, std::less<>> values{{"size", 4000}, {"relief", 1800}};
  std::optional<Quantity> lookup(std::string_view name) const override {
    const auto it = values.find(name);
    return it == values.end() ? std::nullopt : std::optional(Quantity{it->second});
  }
  std::vector<std::string_view> names() const override {
    std::vector<std::string_view> all;
    for (const auto& entry : values) all.push_back(entry.first);
    return all;
  }
};

double value_of(std::string_view text) {
  Diagnostics diagnostics;
  const auto tree = parse_expression(text, {0, 1, 1, 1}, diagnostics);
  INFO(text << '\n' << diagnostics.format_all());
  REQUIRE(tree);
  const auto value = evaluate_constant(*tree, Params{}, diagnostics);
  INFO(diagnostics.format_all());
  REQUIRE(value);
  REQUIRE(diagnostics.all().empty());
  return value->value;
}

// "column: message" of every mistake, one a line; the text stands alone in its source, from column 1.
std::string mistakes(std::string_view text) {
  Diagnostics diagnostics;
  const auto file = diagnostics.add_source("r.yaml", std::string(text));
  if (const auto tree = parse_expression(text, {file, 1, 1, 1}, diagnostics)) {
    CHECK(diagnostics.all().empty());
    CHECK(!evaluate_constant(*tree, Params{}, diagnostics).has_value());
  }
  std::string lines;
  for (const Diagnostic& d : diagnostics.all()) {
    if (!lines.empty()) lines += '\n';
    lines += std::to_string(d.loc.column) + ": " + d.message;
  }
  return lines;
}

std::string help_of(std::string_view text) {
  Diagnostics diagnostics;
  if (const auto tree = parse_expression(text, {0, 1, 1, 1}, diagnostics)) {
    evaluate_constant(*tree, Params{}, diagnostics);
  }
  REQUIRE(!diagnostics.all().empty());
  return diagnostics.all().front().help;
}

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST_CASE("numbers are read in every decimal form") {
  CHECK(value_of("1/512") == 1.0 / 512);
  CHECK(value_of(".5") == 0.5);
  CHECK(value_of("5.") == 5);
  CHECK(value_of("1e-3") == 1e-3);
  CHECK(value_of("2.5E+2") == 250);
  CHECK(value_of("007") == 7);
}

TEST_CASE("operators bind as in mathematics") {
  CHECK(value_of("-2^2") == -4);
  CHECK(value_of("(-2)^2") == 4);
  CHECK(value_of("2^3^2") == 512);
  CHECK(value_of("2^-1") == 0.5);
  CHECK(value_of("2^-1*3") == 1.5);
  CHECK(value_of("-2*-3") == 6);
  CHECK(value_of("1 + 2 * 3 - 4 / 2") == 5);
  CHECK(value_of("8 - 4 - 2") == 2);
  CHECK(value_of("8 / 4 / 2") == 1);
  CHECK(value_of("8 / 4 * 2") == 4);
  CHECK(value_of("--3") == 3);
  CHECK(value_of("2 - -3") == 5);
  CHECK(value_of("(size + 2 * 48) / 4") == 1024);
}

TEST_CASE("functions over constants") {
  CHECK(value_of("abs(-3)") == 3);
  CHECK(value_of("min(4, 2, 3)") == 2);
  CHECK(value_of("max(4, size, 3, 5)") == 4000);
  CHECK(value_of("clamp(7, 0, 5)") == 5);
  CHECK(value_of("clamp(-7, 0, 5)") == 0);
  CHECK(value_of("mix(10, 20, 0.25)") == 12.5);
  CHECK(value_of("smoothstep(0, 2, 1)") == 0.5);
  CHECK(value_of("smoothstep(0, 2, 9)") == 1);
  CHECK(value_of("sqrt(2.25)") == 1.5);
  CHECK(value_of("floor(-1.5)") == -2);
  CHECK(value_of("remap(0, -1, 1, -400, relief)") == 700);
  CHECK(value_of("remap(1, -1, 1, 0.1, 0.7)") == 0.7);
}

TEST_CASE("whole powers of constants are exact products") {
  CHECK(value_of("10^3") == 1000);
  CHECK(value_of("2^1000") == 0x1p1000);
  CHECK(value_of("(-2)^3") == -8);
  CHECK(value_of("0^0") == 1);
  CHECK(value_of("2^0.5") == Approx(std::sqrt(2.0)).epsilon(1e-14));
  CHECK(value_of("8^(1/3)") == Approx(2).epsilon(1e-14));
  CHECK(value_of("10^-2.5") == Approx(std::pow(10.0, -2.5)).epsilon(1e-13));
  CHECK(value_of("1.0001^20000") == Approx(std::pow(1.0001, 20000)).epsilon(1e-11));
  CHECK(value_of("(-1)^2001") == -1);
}

TEST_CASE("every mistake has its column and its words") {
  CHECK(mistakes("size $ 2") == "6: unexpected '$' in an expression");
  CHECK(mistakes("size + ") == "6: missing operand after '+'");
  CHECK(mistakes("size + * 2") == "8: missing operand before '*'");
  CHECK(mistakes("* 2") == "1: missing operand before '*'");
  CHECK(mistakes("+2") == "1: missing operand before '+'");
  CHECK(mistakes("2 * (size + 1") == "5: missing ')' for this '('");
  CHECK(mistakes("max(0, min(size, 1)") == "4: missing ')' for this '('");
  CHECK(mistakes("(size + 1) * 2)") == "15: a ')' without its '('");
  CHECK(mistakes("2 * ()") == "5: empty parentheses");
  CHECK(mistakes("1 + clmp(size, 0, 1)") == "5: unknown function 'clmp'");
  CHECK(mistakes("2 + remap(size, 0, 1)") == "5: remap takes 5 arguments, got 3");
  CHECK(mistakes("abs(1, 2)") == "1: abs takes 1 argument, got 2");
  CHECK(mistakes("max(1)") == "1: max takes 2 or more arguments, got 1");
  CHECK(mistakes("abs()") == "1: abs takes 1 argument, got 0");
  CHECK(mistakes("max(1,)") == "6: missing argument after ','");
  CHECK(mistakes("max(,1)") == "5: missing argument before ','");
  CHECK(mistakes("size = 2") == "6: there is no operator '=' in an expression");
  CHECK(mistakes("size <> 2") == "6: there is no operator '<>' in an expression");
  CHECK(mistakes("size => 2") == "6: there is no operator '=>' in an expression");
  CHECK(mistakes("size & 2 | 3") ==
        "6: there is no operator '&' in an expression\n10: there is no operator '|' in an expression");
  CHECK(mistakes("0 < size < 2") == "10: comparisons do not chain: each gives 0 or 1");
  CHECK(mistakes("1 == size == 2") == "11: comparisons do not chain: each gives 0 or 1");
  CHECK(mistakes("size ? 1") == "6: missing ':' for this '?'");
  CHECK(mistakes("size ? : 1") == "6: missing operand after '?'");
  CHECK(mistakes("size ? 1 :") == "10: missing operand after ':'");
  CHECK(mistakes("size : 1") == "6: a ':' without its '?'");
  CHECK(mistakes("(size : 1) ? 2 : 3") == "7: a ':' without its '?'");
  CHECK(mistakes("size ! 1") == "6: missing operator before '!'");
  CHECK(mistakes("!") == "1: missing operand after '!'");
  CHECK(mistakes("mod(size, 0)") == "1: the remainder of a division by zero");
  CHECK(mistakes("size % 2") == "6: there is no operator '%' in an expression");
  CHECK(mistakes("size ** 2") == "6: there is no operator '**' in an expression");
  CHECK(mistakes("1 + 1e400") == "5: the number '1e400' cannot be held");
  CHECK(mistakes("0x10") == "1: unexpected hexadecimal number '0x10'");
  CHECK(mistakes("2size") == "2: missing operator before 'size'");
  CHECK(mistakes("2(size)") == "2: missing operator before '('");
  CHECK(mistakes("1 2") == "3: missing operator before '2'");
  CHECK(mistakes("1,5") == "2: a ',' outside the arguments of a function");
  CHECK(mistakes("") == "1: an empty expression");
  CHECK(mistakes("  ") == "1: an empty expression");
  CHECK(mistakes("2 * sizze") == "5: unknown name 'sizze'");
  CHECK(mistakes("2 * x") == "5: 'x' is the position: a constant is the same everywhere");
  CHECK(mistakes("2 * max") == "5: 'max' is a function");
  CHECK(mistakes("1 / (2 - 2)") == "3: division by zero");
  CHECK(mistakes("sqrt(0 - 1)") == "1: the square root of a negative number");
  CHECK(mistakes("1e300 * 1e300") == "7: the result of '*' is too large for a number");
  CHECK(mistakes("clamp(1, 3, 2)") == "1: the low bound of 'clamp' is greater than the high one");
  CHECK(mistakes("smoothstep(2, 2, 1)") == "1: edge0 of 'smoothstep' must be less than edge1");
  CHECK(mistakes("remap(1, 2, 2, 0, 1)") == "1: 'remap' from a range of zero width");
  CHECK(mistakes("(-8)^(1/3)") == "5: a broken power of a negative number");
}

TEST_CASE("columns count characters, not bytes") {
  CHECK(mistakes("2 \xC3\x97 3 + $") ==
        "3: there is no operator '\xC3\x97' in an expression\n9: unexpected '$' in an expression");
  CHECK(mistakes("\xC3\xBC + 1 % 2") == "1: '\xC3\xBC' is no name\n7: there is no operator '%' in an expression");
}

TEST_CASE("remedies") {
  CHECK(help_of("2x") == "write '2 * x' to multiply");
  CHECK(help_of("2 yd").find("write '1.8288 m' (2 yd)") == 0);
  CHECK(help_of("x % 2") == "write mod(a, b) for the remainder of a by b");
  CHECK(help_of("x ** 2") == "write '^' for a power");
  CHECK(help_of("0 < x < 2") == "write '0 < x && x < 2'");
  CHECK(help_of("0 <= abs(x) < 2") == "join two of them: 'a < b && b < c'");
  CHECK(help_of("clmp(1, 2, 3)").find("did you mean 'clamp'?") != std::string::npos);
  CHECK(help_of("sizze / 2").find("did you mean 'size'?") != std::string::npos);
  CHECK(help_of("1,5") == "write '1.5': the decimal sign is a point");
  CHECK(help_of("abs(1, 2)") == "write abs(v)");
}

TEST_CASE("all mistakes of an expression are told at once") {
  CHECK(mistakes("max(2x, foo(1), 1 +, abs(1, 2))") ==
        "6: missing operator before 'x'\n9: unknown function 'foo'\n19: missing operand after '+'\n"
        "22: abs takes 1 argument, got 2");
  CHECK(mistakes("a % 2 + (1 +) * b = 3") ==
        "3: there is no operator '%' in an expression\n19: there is no operator '=' in an expression\n"
        "12: missing operand after '+'");
  CHECK(mistakes("sizze + relef") == "1: unknown name 'sizze'\n9: unknown name 'relef'");
}

TEST_CASE("places follow quotes, blocks and folded lines") {
  const auto place = [](const std::string& source, std::uint32_t line, std::uint32_t column, std::string_view text) {
    Diagnostics diagnostics;
    const auto file = diagnostics.add_source("r.yaml", source);
    CHECK(!parse_expression(text, {file, line, column, 1}, diagnostics));
    REQUIRE(diagnostics.all().size() == 1);
    const SourceLoc loc = diagnostics.all()[0].loc;
    return std::to_string(loc.line) + ":" + std::to_string(loc.column) + "+" + std::to_string(loc.length);
  };
  CHECK(place("h: \"1 + foo(2)\"", 1, 4, "1 + foo(2)") == "1:9+3");
  CHECK(place("h: \"1 + foo(2)\"", 1, 5, "1 + foo(2)") == "1:9+3");
  CHECK(place("h: '1 + foo(2)'", 1, 4, "1 + foo(2)") == "1:9+3");
  CHECK(place("h: 1 + foo(2)", 1, 4, "1 + foo(2)") == "1:8+3");
  CHECK(place("h: >\n  1\n\n  + foo(2)\n", 1, 4, "1\n+ foo(2)\n") == "4:5+3");
  CHECK(place("h: 1\n   + foo(2)\n", 1, 4, "1 + foo(2)") == "2:6+3");
  CHECK(place("h: \"1 \\u002b foo(2)\"", 1, 4, "1 + foo(2)") == "1:4+3");
}

TEST_CASE("depth and length are bounded") {
  CHECK(value_of(repeated("(", 200) + "1" + repeated(")", 200)) == 1);
  CHECK(mistakes(repeated("(", 201) + "1" + repeated(")", 201)) ==
        "202: the expression is nested more than 200 deep");
  CHECK(value_of(repeated("1+", 999) + "1") == 1000);
  CHECK(mistakes(repeated("1+", 1000) + "1") ==
        "2000: the expression has more than 1000 operations one after another");
  for (const std::string_view part :
       {"(", "-", "2^",     "abs(", "1+", "1+(",  "-(", "x ", ")",  ",",   "$",   "+",
        "*", "<", "max(1,", "1-2^", "1?", "1?2:", ":",  "!",  "1<", "1&&", "1?(", "&"}) {
    const std::string text = repeated(part, static_cast<int>(60000 / part.size()));
    INFO(part);
    const std::string told = mistakes(text);
    CHECK(!told.empty());
    CHECK(std::count(told.begin(), told.end(), '\n') < 60);
  }
  CHECK(mistakes(repeated("1+", 40000)).find("at most 65536 are read") != std::string::npos);
}

}  // namespace
}  // namespace orograph
