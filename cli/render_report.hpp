// SPDX-License-Identifier: MIT
// What a render has to say when it is done: clamped samples, divisions by zero, --stats.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "cli/compile.hpp"
#include "graph/diagnostic.hpp"
#include "runtime/output_set.hpp"
#include "runtime/renderer.hpp"

namespace orograph {

struct RenderTimes {
  double render = 0, finish = 0;  // seconds
};

// One line a channel with clamped samples.
void describe_clamped(const OutputFile& file, std::span<const Quantized> channels, std::vector<std::string>& lines);

void warn_zero_divisions(const RenderReport& report, const CompiledRecipe& compiled, const GridWindow& window,
                         Diagnostics& diagnostics);

std::string describe_stats(const CompiledRecipe& compiled, const RenderReport& report, const GridWindow& window,
                           const Kernels& kernels, const RenderTimes& times);

}  // namespace orograph
