// SPDX-License-Identifier: MIT
// The work of a program grows with what its recipe asks for: an octave more is an octave more.
#include "support/compile.hpp"

namespace orograph {

TEST_CASE("scaling: octaves of a fractal are one step, linear in cost", "[scaling]") {
  for (const std::string source : {"perlin", "value", "simplex"}) {
    int step_cost = 0;  // of an octave
    for (const int octaves : {1, 2, 8, 32}) {
      CAPTURE(source, octaves);
      const test::Compiled compiled =
          test::compile("orograph: 1\nnodes: {n: {type: fbm, source: " + source +
                        ", octaves: " + std::to_string(octaves) + ", lacunarity: 1.5, wavelength: 1e6}}\n");
      const Schedule schedule = make_schedule(test::optimised(test::lowered(compiled, "n")));
      REQUIRE(schedule.steps.size() == 1);
      const Instruction& noise = schedule.program[schedule.steps[0].value];
      REQUIRE(noise.op == Op::noise);
      CHECK(schedule.program.noise(noise).octaves.size() == static_cast<std::size_t>(octaves));
      const int cost = cost_of(schedule.program, noise);
      if (octaves == 1) step_cost = cost;
      CHECK(cost == octaves * step_cost);
      // Lattice cells of a column and a row: each octave's own, and no more.
      CHECK(schedule.column_parts.size() <= 2 * static_cast<std::size_t>(octaves));
      CHECK(schedule.row_parts.size() <= 2 * static_cast<std::size_t>(octaves));
      CHECK(schedule.registers == 1);
    }
  }
}

}  // namespace orograph
