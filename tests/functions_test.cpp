// SPDX-License-Identifier: MIT
// Functions and operators of expressions: of constants and of fields they are what plain double arithmetic says; they
// are hoisted, skipped where they do not show, and have bounds.
#include "graph/functions.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>

#include "graph/bounds.hpp"
#include "graph/graph.hpp"
#include "graph/lower.hpp"
#include "graph/pass.hpp"
#include "graph/reference.hpp"
#include "graph/schedule.hpp"
#include "nodes/registry.hpp"
#include "support/random.hpp"

namespace orograph {
namespace {

struct Formula {
  const char* text;
  double (*value)(double u, double v);
  double ulps = 2;  // of the result, or of the largest value on the way
};

double smaller(double a, double b, double w) {
  const double d = std::fabs(a - b);
  return d >= w ? std::fmin(a, b) : (a + b - w) / 2 + (w * w - d * d) / (4 * w);
}

const Formula formulas[] = {
    {"u < v", [](double u, double v) { return u < v ? 1.0 : 0.0; }},
    {"u <= v", [](double u, double v) { return u <= v ? 1.0 : 0.0; }},
    {"u > v", [](double u, double v) { return u > v ? 1.0 : 0.0; }},
    {"u >= v", [](double u, double v) { return u >= v ? 1.0 : 0.0; }},
    {"u == v", [](double u, double v) { return u == v ? 1.0 : 0.0; }},
    {"u != v", [](double u, double v) { return u != v ? 1.0 : 0.0; }},
    {"!u", [](double u, double) { return u == 0 ? 1.0 : 0.0; }},
    {"u && v", [](double u, double v) { return u != 0 && v != 0 ? 1.0 : 0.0; }},
    {"u || v", [](double u, double v) { return u != 0 || v != 0 ? 1.0 : 0.0; }},
    {"u && 2 || !v", [](double u, double v) { return (u != 0) || (v == 0) ? 1.0 : 0.0; }},
    {"u > 0 ? v : -u", [](double u, double v) { return u > 0 ? v : -u; }},
    {"u ? v ? 1 : 2 : v ? 3 : 4",
     [](double u, double v) { return u != 0   ? (v != 0 ? 1.0 : 2.0)
                                     : v != 0 ? 3.0
                                              : 4.0; }},
    {"select(u - 1, u, v)", [](double u, double v) { return u != 1 ? u : v; }},
    {"ceil(u)", [](double u, double) { return std::ceil(u); }},
    {"floor(u)", [](double u, double) { return std::floor(u); }},
    {"round(u)", [](double u, double) { return u == std::floor(u) + 0.5 ? std::ceil(u) : std::nearbyint(u); }},
    {"fract(u)", [](double u, double) { return u - std::floor(u); }},
    {"sign(u)", [](double u, double) { return u == 0 ? 0 : std::copysign(1.0, u); }},
    {"square(u)", [](double u, double) { return u * u; }},
    {"hypot(u, v)", [](double u, double v) { return std::hypot(u, v); }},
    {"mod(u, 3)", [](double u, double) { return std::fmod(std::fmod(u, 3) + 3, 3); }, 8},
    {"mod(u, -3)", [](double u, double) { return -std::fmod(std::fmod(-u, 3) + 3, 3); }, 8},
    {"pow(abs(u), 1.5)", [](double u, double) { return std::pow(std::fabs(u), 1.5); }},
    {"step(u, v)", [](double u, double v) { return v < u ? 0.0 : 1.0; }},
    {"step(0.5, v)", [](double, double v) { return v < 0.5 ? 0.0 : 1.0; }},
    {"smooth_min(u, v, 2)", [](double u, double v) { return smaller(u, v, 2); }, 8},
    {"smooth_max(u, v, 2)", [](double u, double v) { return -smaller(-u, -v, 2); }, 8},
    {"smooth_min(u, v, 0)", [](double u, double v) { return std::fmin(u, v); }},
    {"smooth_min(u, v, -1)", [](double u, double v) { return std::fmin(u, v); }},
    {"sin(u)", [](double u, double) { return std::sin(u); }, 4},
    {"cos(u)", [](double u, double) { return std::cos(u); }, 4},
    {"tan(u)", [](double u, double) { return std::tan(u); }, 4},
    {"exp(u / 4)", [](double u, double) { return std::exp(u / 4); }, 32},
    {"exp2(u / 4)", [](double u, double) { return std::exp2(u / 4); }, 4},
    {"log(abs(u) + 1)", [](double u, double) { return std::log(std::fabs(u) + 1); }, 4},
    {"log2(abs(u) + 1)", [](double u, double) { return std::log2(std::fabs(u) + 1); }, 4},
    {"atan2(u, v)", [](double u, double v) { return std::atan2(u, v); }, 4},
    {"atan(u)", [](double u, double) { return std::atan(u); }, 4},
    {"radians(u)", [](double u, double) { return u / 180 * std::acos(-1.0); }},
    {"degrees(u)", [](double u, double) { return u * 180 / std::acos(-1.0); }},
    {"u * pi", [](double u, double) { return u * std::acos(-1.0); }},
};

// Values that floats hold, so that constants and fields have the same operands.
std::vector<float> operands() {
  std::vector<float> values{0, 1, -1, 0.5f, -0.5f, 2.5f, -2.5f, 3, -3, 0.49999997f, 6, 1e-6f, 100.25f};
  test::Random random(31);
  for (int k = 0; k < 12; ++k) values.push_back(random.float_between(-6, 6));
  return values;
}

struct UV : ConstantScope {
  double u = 0, v = 0;
  std::optional<Quantity> lookup(std::string_view name) const override {
    return name == "u" ? std::optional(Quantity{u}) : name == "v" ? std::optional(Quantity{v}) : std::nullopt;
  }
  std::vector<std::string_view> names() const override { return {"u", "v"}; }
};

struct Result {
  std::optional<double> value;
  std::string told;
};
Result constant_of(std::string_view text, double u = 0, double v = 0) {
  Diagnostics diagnostics;
  UV scope;
  scope.u = u, scope.v = v;
  const auto tree = parse_expression(text, {0, 1, 1, 1}, diagnostics);
  Result result;
  if (tree) {
    if (const auto quantity = evaluate_constant(*tree, scope, diagnostics)) result.value = field_value(*quantity);
  }
  result.told = diagnostics.format_all();
  return result;
}

struct Field {
  Graph graph;
  Program program;
  std::string told;

  float at(double u, double v) const { return evaluate_reference(program, u, v)[program.outputs[0].value.id]; }
};
Field field_of(const std::string& text, const std::string& more = {}) {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe("orograph: 1\nnodes:\n  u: x\n  v: y\n" + more + "  n: \"" + text +
                                         "\"\noutputs: [{file: n.exr, channels: {Y: n}}]\n",
                                     "r", {}, diagnostics);
  Field field{build_graph(recipe, standard_nodes(), diagnostics), {}, {}};
  if (!diagnostics.has_errors()) field.program = run_passes(lower(field.graph, recipe.outputs, diagnostics));
  if (diagnostics.has_errors()) field.told = diagnostics.format_all();
  return field;
}

Rate rate_of(const Field& field) {
  return rates(field.program)[field.program.outputs[0].value.id];
}

Interval bounds_of(const Field& field) {
  return bounds(field.program, {0, 3, 0, 3})[field.program.outputs[0].value.id];
}

TEST_CASE("functions and operators are the same of constants and of fields") {
  for (const Formula& f : formulas) {
    INFO(f.text);
    const Field field = field_of(f.text);
    REQUIRE(field.told.empty());
    for (const float u : operands()) {
      for (const float v : operands()) {
        INFO("u = " << u << ", v = " << v);
        const double expected = f.value(static_cast<double>(u), static_cast<double>(v));
        const Result constant = constant_of(f.text, static_cast<double>(u), static_cast<double>(v));
        REQUIRE(constant.value);
        CHECK(*constant.value == Approx(expected).epsilon(1e-13).margin(1e-13));
        const double scale = std::max({std::fabs(expected), std::fabs(static_cast<double>(u)), 1e-30});
        const double off = std::fabs(static_cast<double>(field.at(u, v)) - expected);
        CHECK(off <= f.ulps * 0x1p-23 * (f.ulps > 2 ? std::max(scale, 2.0) : scale));
      }
    }
  }
}

TEST_CASE("signs bind as in C") {
  const auto value = [](std::string_view text) {
    const Result result = constant_of(text);
    INFO(text << '\n' << result.told);
    REQUIRE(result.value);
    return *result.value;
  };
  CHECK(value("1 + 2 < 4 && 3 == 3 || 0") == 1);
  CHECK(value("1 || 0 && 0") == 1);
  CHECK(value("0 == 1 < 2") == 0);  // 0 == (1 < 2)
  CHECK(value("1 < 2 == 1") == 1);
  CHECK(value("!0 + 1") == 2);
  CHECK(value("!2^0") == 0);
  CHECK(value("-2^2") == -4);
  CHECK(value("!-1") == 0);
  CHECK(value("-!0") == -1);
  CHECK(value("2^!0") == 2);
  CHECK(value("1 ? 2 : 0 ? 3 : 4") == 2);
  CHECK(value("0 ? 2 : 0 ? 3 : 4") == 4);
  CHECK(value("(1 ? 0 : 1) ? 3 : 4") == 4);
  CHECK(value("1 < 0 ? 2 : 3 + 1") == 4);
  CHECK(value("2 * pi > 6.28 && 2 * pi < 6.29") == 1);
}

TEST_CASE("of constants, the part that is not chosen has no faults but unknown names") {
  CHECK(constant_of("u == 0 ? 1 : 1 / u").value == 1.0);
  CHECK(constant_of("u == 0 ? 1 : 1 / u", 4).value == 0.25);
  CHECK(constant_of("u != 0 && 1 / u > 2").value == 0.0);
  CHECK(constant_of("u == 0 || 1 / u > 2").value == 1.0);
  CHECK(constant_of("select(u, sqrt(-1), 7)").value == 7.0);
  const Result unknown = constant_of("1 ? 2 : w");
  CHECK(!unknown.value);
  CHECK(unknown.told.find("unknown name 'w'") != std::string::npos);

  const std::string params = "params: {flat: 1, z: 0}\n";
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe("orograph: 1\n" + params +
                                         "nodes:\n  n: \"flat ? x : x / z\"\n  m: \"z && y / z\"\n"
                                         "outputs: [{file: n.exr, channels: {Y: n, Z: m}}]\n",
                                     "r", {}, diagnostics);
  const Graph graph = build_graph(recipe, standard_nodes(), diagnostics);
  CHECK(diagnostics.format_all().empty());
  CHECK(graph.node(graph.find("n")).spec->type == "coordinate");
  CHECK(field_of("1 ? u : w").told.find("unknown name 'w'") != std::string::npos);
}

TEST_CASE("functions of x alone run once a column, of y alone once a row") {
  for (const Function& f : functions()) {
    INFO(f.name);
    const std::size_t count = std::min<std::size_t>(f.most, f.least);
    const auto call = [&](const std::string& first) {
      std::string text(f.name);
      for (std::size_t k = 0; k < count; ++k) text += (k == 0 ? "(" : ", ") + (k == 0 ? first : std::to_string(k));
      return text + ")";
    };
    CHECK(rate_of(field_of(call("u"))) == Rate::column);
    CHECK(rate_of(field_of(call("v"))) == Rate::row);
  }
  for (const char* sign : {"<", "<=", ">", ">=", "==", "!=", "&&", "||", "^", "/"})
    CHECK(rate_of(field_of(std::string("u ") + sign + " 1.5")) == Rate::column);
  CHECK(rate_of(field_of("u > 1 ? u : 2")) == Rate::column);
  CHECK(rate_of(field_of("u > 1 ? v : 2")) == Rate::point);
}

TEST_CASE("what a select does not show is not computed") {
  const std::string fbm =
      "  a: {type: fbm, source: perlin, octaves: 6}\n  b: {type: ridged, source: perlin, octaves: 6, seed: 1}\n";
  const std::string text = print(make_schedule(field_of("hypot(u, v) < 9 ? a : b", fbm).program));
  CHECK(text.find("is not 0:") != std::string::npos);
  CHECK(text.find("is not 1:") != std::string::npos);
  // A condition that is 0 or 1 already is not asked for its truth.
  CHECK(text.find("not_equal") == std::string::npos);
  CHECK(print(field_of("u < 1 && v < 1 ? a : b", fbm).program).find("not_equal") == std::string::npos);
  CHECK(print(field_of("u ? a : b", fbm).program).find("not_equal") != std::string::npos);
}

TEST_CASE("comparisons whose bounds tell their result are constants") {
  const std::string p = "  p: perlin\n";
  CHECK(field_of("p < 2 ? u : v", p).program.instructions.size() == 1);
  CHECK(field_of("p > 2 ? u : v", p).program.instructions.size() == 1);
  CHECK(field_of("(p != 3) + (p == 3) * 2", p).program.instructions.size() == 1);
}

TEST_CASE("functions have tight bounds") {
  const std::string p = "  m: clamp(x, 0, 3)\n  k: clamp(y, 0, 3)\n";
  const auto low = [&](const std::string& text) { return bounds_of(field_of(text, p)).low; };
  const auto high = [&](const std::string& text) { return bounds_of(field_of(text, p)).high; };
  CHECK((low("m < k") == 0 && high("m < k") == 1));
  CHECK((low("m < 1 ? m : 5") == 0 && high("m < 1 ? m : 5") == 5));
  CHECK((low("round(m * 0.75)") == 0 && high("round(m * 0.75)") == 2));
  CHECK((low("ceil(m - 0.5)") == 0 && high("ceil(m - 0.5)") == 3));
  CHECK((low("fract(m)") == 0 && high("fract(m)") == 1));
  CHECK((low("sign(m - 1)") == -1 && high("sign(m - 1)") == 1));
  CHECK((low("smooth_min(m, k, 2)") == -0.5f && high("smooth_min(m, k, 2)") == 3));
  CHECK((low("smooth_max(m, k, 2)") == 0 && high("smooth_max(m, k, 2)") == 3.5f));
  CHECK((low("sin(m)") >= -1e-6f && high("sin(m)") == 1));
  CHECK((low("cos(m)") == Approx(std::cos(3.0)) && high("cos(m)") == 1));
  CHECK((low("sin(m / 10)") >= -1e-6f && high("sin(m / 10)") == Approx(std::sin(0.3))));
  CHECK((low("sin(m * 9)") == -1 && high("sin(m * 9)") == 1));
  CHECK((low("exp(m)") == Approx(1) && high("exp(m)") == Approx(std::exp(3.0))));
  CHECK((low("log(m + 1)") == Approx(0).margin(1e-6) && high("log(m + 1)") == Approx(std::log(4.0))));
  CHECK((low("atan2(m, k)") == 0 && high("atan2(m, k)") == 1.57079637f));
  CHECK_FALSE(bounds_of(field_of("sin(m) + exp(k) + log(m) + atan2(k, m)", p)).may_be_nan);
  CHECK_FALSE(bounds_of(field_of("smooth_min(m, k, 2) + round(k) + (m < k ? m : k)", p)).may_be_nan);
}

TEST_CASE("of constants, functions have no value outside their domains") {
  CHECK(constant_of("log(0)").told.find("the logarithm of a number that is not above 0") != std::string::npos);
  CHECK(constant_of("log2(-1)").told.find("write a larger number, or log(max(v, 0.001))") != std::string::npos);
  CHECK(constant_of("sin(1e7)").told.find("an angle of more than a million radians") != std::string::npos);
  CHECK(constant_of("exp(1000)").told.find("the result of 'exp' is too large for a number") != std::string::npos);
  CHECK(constant_of("atan2(0, 0)").value == 0.0);
}

TEST_CASE("round takes the nearest whole number, halves up, for every float") {
  const Field round = field_of("round(u)");
  const auto at = [&](float v) { return round.at(static_cast<double>(v), 0); };
  CHECK(at(0.49999997f) == 0);
  CHECK(at(-0.5f) == 0);
  CHECK(at(-0.50000006f) == -1);
  CHECK(at(2.5f) == 3);
  CHECK(at(8388609.0f) == 8388609.0f);
  CHECK(at(4194304.5f) == 4194305.0f);
  CHECK(constant_of("round(4503599627370497)").value == 4503599627370497.0);
  CHECK(constant_of("round(0.49999999999999994)").value == 0.0);
}

}  // namespace
}  // namespace orograph
