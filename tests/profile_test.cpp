// SPDX-License-Identifier: MIT
// A profile tells where computing goes, and changes nothing. Shares are compared where they differ by far, since
// other programs disturb times.
#include "runtime/profile.hpp"

#include "runtime/renderer.hpp"
#include "support/compile.hpp"

namespace orograph {
namespace {

struct Profiled {
  Schedule schedule;
  RenderReport report;
  std::vector<float> values;

  // Of the instructions of this kind.
  double seconds(Op op) const {
    double sum = 0;
    for (std::size_t id = 0; id < report.profile.instructions.size(); ++id)
      if (schedule.program.instructions[id].op == op) sum += report.profile.instructions[id];
    return sum;
  }
};

Profiled render_node(const std::string& nodes, bool profile, int threads = 1) {
  constexpr std::size_t side = 512;
  const test::Compiled compiled = test::compile("orograph: 1\nnodes:\n" + nodes);
  Profiled result{make_schedule(test::optimised(test::lowered(compiled, "n"))), {}, {}};
  result.values.resize(side * side);
  GridWindow window;
  window.width = window.height = side;
  RenderOptions options;
  options.threads = threads;
  options.profile = profile;
  float* const output = result.values.data();
  result.report = render_into(result.schedule, window, options, {&output, 1}, side);
  return result;
}

const std::string fractal = "  f: {type: fbm, source: perlin, octaves: 8, wavelength: 300}\n";

}  // namespace

TEST_CASE("profile: a noise computed in groups of rows has all of their time", "[profile]") {
  // A thread that is put aside between two readings of the clock spoils a run, so the best of some counts.
  bool most_is_noise = false;
  for (int attempt = 0; attempt < 10 && !most_is_noise; ++attempt) {
    const Profiled run = render_node(fractal + "  n: f * 2 + x\n", true);
    REQUIRE(run.schedule.lattice_count == 8);
    const Profile& profile = run.report.profile;
    CHECK(profile.instructions.size() == run.schedule.program.instructions.size());
    CHECK(profile.coordinates > 0);
    CHECK(profile.results > 0);
    CHECK(profile.guards == 0);
    most_is_noise =
        run.seconds(Op::noise) > 2 * run.seconds(Op::add) && run.seconds(Op::noise) > 0.3 * profile.total();
  }
  CHECK(most_is_noise);
}

TEST_CASE("profile: its parts make up the time of computing", "[profile]") {
  for (const int threads : {1, 2}) {
    // A thread that is put aside between two readings of the clock spoils a run, so the best of some counts.
    double share = 0;
    for (int attempt = 0; attempt < 10 && share <= 0.3; ++attempt) {
      const Profiled run = render_node(fractal + "  n: f * f + sqrt(x)\n", true, threads);
      share = run.report.profile.total() / run.report.compute_seconds;
      CHECK(share < 1.05);
    }
    CHECK(share > 0.3);
  }
}

TEST_CASE("profile: an arm that a mix hides takes no time", "[profile]") {
  const Profiled run = render_node(fractal +
                                       "  g: {type: fbm, source: value, octaves: 8, wavelength: 300, seed: 2}\n"
                                       "  n: {type: mix, a: f, b: g, t: 'max(0, x - 10000)'}\n",
                                   true);
  double shown = 0, hidden = 0;
  for (std::size_t id = 0; id < run.report.profile.instructions.size(); ++id) {
    const Instruction& i = run.schedule.program.instructions[id];
    if (i.op != Op::noise) continue;
    (run.schedule.program.noise(i).kind == NoiseKind::value_2d ? hidden : shown) +=
        run.report.profile.instructions[id];
  }
  CHECK(hidden < 0.3 * shown);
  CHECK(run.report.profile.guards > 0);
}

TEST_CASE("profile: values are the same with and without one, and none is there unless asked for", "[profile]") {
  const std::string warped =
      fractal +
      "  u: {type: perlin, wavelength: 90}\n  n: {type: domain_warp, source: f, x: u, y: u, amplitude: 9}\n";
  const Profiled with = render_node(warped, true), without = render_node(warped, false);
  CHECK(with.values == without.values);
  CHECK(without.report.profile.instructions.empty());
  CHECK(without.report.profile.total() == 0);
}

TEST_CASE("profile: sums over threads", "[profile]") {
  Profile a{{1, 2}, 3, 4, 5};
  a += Profile{{10, 20, 30}, 40, 50, 60};
  CHECK(a.instructions == std::vector<double>{11, 22, 30});
  CHECK(a.total() == 11 + 22 + 30 + 43 + 54 + 65);
}

}  // namespace orograph
