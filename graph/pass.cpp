// SPDX-License-Identifier: MIT
#include "graph/pass.hpp"

#include <fmt/format.h>

#include <array>

#include "graph/passes/passes.hpp"

namespace orograph {
namespace {

constexpr std::array passes = {
    PassInfo{"simplify", "fold constants and drop operations that change no bit", simplify},
    PassInfo{"fuse_octaves", "make sums of weighted octaves of one noise one instruction", fuse_octaves},
    PassInfo{"remove_dead_code", "drop what no output needs", remove_dead_code},
};

void verify_between([[maybe_unused]] const Program& program, [[maybe_unused]] std::string_view after) {
#ifdef OROGRAPH_VERIFY
  require_sound(program, after);
#endif
}

}  // namespace

std::span<const PassInfo> all_passes() {
  return passes;
}

void require_sound(const Program& program, std::string_view after) {
  const std::vector<std::string> problems = verify(program);
  if (!problems.empty())
    throw InternalError(fmt::format("the program is broken after {}: {}", after, problems.front()));
}

Program run_passes(Program program, const PassObserver& observer) {
  verify_between(program, "lowering");
  for (const PassInfo& pass : passes) {
    program = pass.run(program);
    verify_between(program, pass.name);
    if (observer) observer(pass, program);
  }
  return program;
}

}  // namespace orograph
