// SPDX-License-Identifier: MIT
// orograph bench: samples a second of a recipe's program, without files, for each instruction set.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <thread>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/grid_selection.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/report.hpp"
#include "cli/stopwatch.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "runtime/renderer.hpp"
#include "runtime/target.hpp"

namespace orograph {
namespace {

constexpr double most_samples = 2e6;

// The grid's upper left part: its samples are the recipe's own.
GridWindow capped(GridWindow window) {
  const double share = most_samples / (static_cast<double>(window.width) * static_cast<double>(window.height));
  if (share >= 1) return window;
  const auto side = static_cast<std::int64_t>(std::sqrt(most_samples));
  window.width = std::max<std::int64_t>(
      std::min(window.width, side), std::min(window.width, static_cast<std::int64_t>(most_samples) / window.height));
  window.height = std::min(window.height, static_cast<std::int64_t>(most_samples) / window.width);
  return window;
}

// Samples a second: the best of several runs, which other programs disturb least.
double measure(const Schedule& schedule, const GridWindow& window, const Kernels& kernels, int threads) {
  constexpr int most_runs = 5;
  constexpr double enough_seconds = 2;
  RenderOptions options;
  options.kernels = &kernels;
  options.threads = threads;
  double best = 0, spent = 0;
  for (int run = 0; run < most_runs && (run < 2 || spent < enough_seconds); ++run) {
    const Stopwatch watch;
    render(schedule, window, options, [](const Band&) {});
    const double seconds = watch.seconds();
    spent += seconds;
    best = std::max(best, static_cast<double>(window.width) * static_cast<double>(window.height) / seconds);
  }
  return best;
}

int run(const RecipeArguments& arguments) {
  const Kernels& chosen = chosen_target();
  const char* forced = std::getenv("OROGRAPH_TARGET");
  const bool only_chosen = forced != nullptr && *forced != '\0';
  Report report;
  CompileRequest request;
  request.recipe = arguments.path();
  request.overrides = arguments.overrides();
  GridWindow window;
  request.check_recipe = [&](const Recipe& recipe) {
    if (report.diagnostics().has_errors()) return;
    if (recipe.outputs.empty())
      throw UsageError("the recipe has no 'outputs', so there is nothing to measure",
                       "add 'outputs: [{file: height.exr, channels: {height: NODE}}]' to the recipe");
    window = capped(select_grid(recipe.grid, {}).window);
  };
  const CompiledRecipe compiled = compile(request, report.diagnostics());
  report.print();

  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  write_output(fmt::format("{} x {} samples of {} channels, in million samples a second\n\n", window.width,
                           window.height, compiled.schedule.program.outputs.size()));
  write_output(fmt::format("{:<16}{:>12}{:>12}\n", "instruction set", "1 thread", fmt::format("{} threads", cores)));
  for (const Kernels* kernels : available_targets()) {
    if (only_chosen && kernels != &chosen) continue;
    const double one = measure(compiled.schedule, window, *kernels, 1);
    const double all = measure(compiled.schedule, window, *kernels, cores);
    write_output(fmt::format("{:<16}{:>12.2f}{:>12.2f}\n", kernels->target, one / 1e6, all / 1e6));
    flush_output();
  }
  return 0;
}

}  // namespace

Command add_bench(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("bench", "Measure samples a second for each instruction set");
  const auto arguments = std::make_shared<RecipeArguments>();
  arguments->add_to(*app);
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
