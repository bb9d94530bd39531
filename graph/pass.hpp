// SPDX-License-Identifier: MIT
// Passes: Program -> Program. Every pass keeps every bit of every output, at every position. A new pass is one file
// in passes/ and one row in pass.cpp.
#pragma once
#include <functional>
#include <span>
#include <string_view>

#include "graph/ir.hpp"

namespace orograph {

struct PassInfo {
  std::string_view name;
  std::string_view summary;
  Program (*run)(const Program&);
};

// All passes, in the order in which they run.
std::span<const PassInfo> all_passes();

// Called after each pass with its result.
using PassObserver = std::function<void(const PassInfo&, const Program&)>;

// Runs all passes in order. With OROGRAPH_VERIFY defined the verifier runs before the first and after each one and
// a broken program is an InternalError naming the pass.
Program run_passes(Program program, const PassObserver& observer = {});

// InternalError when verify(program) has something to say; `after` names the stage.
void require_sound(const Program& program, std::string_view after);

}  // namespace orograph
