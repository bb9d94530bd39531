// SPDX-License-Identifier: MIT
// The reference values: every case of tests/golden within its tolerance, on every instruction set, by scattered
// positions and by the scalar reference. tests/golden/README.md says where they come from.
#include <charconv>
#include <cmath>

#include "graph/reference.hpp"
#include "runtime/renderer.hpp"
#include "runtime/target.hpp"
#include "support/compile.hpp"

namespace orograph {
namespace {

std::vector<std::string> split(std::string_view line, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t end; (end = line.find(separator, start)) != std::string_view::npos; start = end + 1)
    parts.emplace_back(line.substr(start, end - start));
  parts.emplace_back(line.substr(start));
  return parts;
}

double number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  REQUIRE(error == std::errc{});
  REQUIRE(end == text.data() + text.size());
  return value;
}

std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path) {
  std::istringstream in(test::read_file(path));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) rows.push_back(split(line, ','));
  REQUIRE(rows.size() > 1);
  rows.erase(rows.begin());  // the header
  return rows;
}

struct Points {
  std::vector<double> x, y, value;
};

Points read_points(const std::filesystem::path& path) {
  Points points;
  for (const std::vector<std::string>& row : read_csv(path)) {
    points.x.push_back(number(row[0]));
    points.y.push_back(number(row[1]));
    points.value.push_back(number(row[2]));
  }
  return points;
}

const std::filesystem::path folder = test::source_folder() / "tests/golden";

}  // namespace

TEST_CASE("every reference case is met on every instruction set") {
  const auto index = read_csv(folder / "index.csv");
  CHECK(index.size() == 33);
  for (const std::vector<std::string>& row : index) {
    const std::string& name = row[0];
    INFO(name);
    const double tolerance = number(row[2]);
    const Points points = read_points(folder / (name + ".csv"));
    const test::Compiled compiled = test::compile(test::read_file(folder / (name + ".yaml")), name + ".yaml");
    const Program plain = test::lowered(compiled, row[1]);
    const Schedule schedule = make_schedule(test::optimised(plain), Positions::scattered);

    std::vector<float> reference;
    double worst = 0;
    for (std::size_t i = 0; i < points.x.size(); ++i) {
      reference.push_back(evaluate_reference(plain, points.x[i], points.y[i])[plain.outputs[0].value.id]);
      worst = std::max(worst, std::fabs(static_cast<double>(reference.back()) - points.value[i]));
    }
    CHECK(worst <= tolerance);
    for (const Kernels* kernels : available_targets()) {
      INFO(kernels->target);
      RenderOptions options;
      options.kernels = kernels;
      CHECK(sample(schedule, points.x, points.y, options)[0] == reference);
    }
  }
}

TEST_CASE("every reference case is listed") {
  const auto index = read_csv(folder / "index.csv");
  std::size_t recipes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    recipes += entry.path().extension() == ".yaml";
  CHECK(recipes == index.size());
}

TEST_CASE("Perlin 2002 has its published value") {
  const test::Compiled c = test::compile(
      "orograph: 1\nnodes:\n  p: {type: perlin, variant: improved}\n  n: {type: slice, source: p, z: 7}\n");
  const Program program = test::lowered(c, "n");
  CHECK(evaluate_reference(program, 3.14, 42)[program.outputs[0].value.id] ==
        Approx(0.13691995878400012).margin(3e-6));
}

}  // namespace orograph
