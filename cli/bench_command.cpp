// SPDX-License-Identifier: MIT
// orograph bench: samples a second of a recipe's program, without files, for each instruction set, and the share of
// time of each step on the chosen one.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/grid_selection.hpp"
#include "cli/measured_profile.hpp"
#include "cli/not_finite.hpp"
#include "cli/profile_report.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/report.hpp"
#include "cli/stopwatch.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "runtime/parallel.hpp"
#include "runtime/renderer.hpp"
#include "runtime/target.hpp"

namespace orograph {
namespace {

constexpr double most_samples = 2e6;

struct Measured {
  double samples_a_second = 0;
  int runs = 0;
};

// The best of several runs, which other programs disturb least.
Measured measure(const Schedule& schedule, const GridWindow& window, const Kernels& kernels, int threads) {
  constexpr int most_runs = 5;
  constexpr double enough_seconds = 2;
  RenderOptions options;
  options.kernels = &kernels;
  options.threads = threads;
  Measured best;
  double spent = 0;
  for (; best.runs < most_runs && (best.runs < 2 || spent < enough_seconds); ++best.runs) {
    const Stopwatch watch;
    render(schedule, window, options, [](const Band&) {});
    const double seconds = watch.seconds();
    spent += seconds;
    best.samples_a_second = std::max(
        best.samples_a_second, static_cast<double>(window.width) * static_cast<double>(window.height) / seconds);
  }
  return best;
}

std::string text_of(const Measured& measured) {
  return fmt::format("{:.2f} ({})", measured.samples_a_second / 1e6, measured.runs);
}

int run(const RecipeArguments& arguments) {
  const Kernels& chosen = chosen_target();
  const char* forced = std::getenv("OROGRAPH_TARGET");
  const bool only_chosen = forced != nullptr && *forced != '\0';
  Report report;
  CompileRequest request;
  request.recipe = arguments.path();
  request.overrides = arguments.overrides();
  request.allow_outside = arguments.allow_outside;
  GridWindow window;
  request.check_recipe = [&](const Recipe& recipe) {
    if (report.diagnostics().has_errors()) return;
    if (recipe.outputs.empty())
      throw UsageError("the recipe has no 'outputs', so there is nothing to measure",
                       "add 'outputs: [{file: height.exr, channels: {height: NODE}}]' to the recipe");
    window = capped(select_grid(recipe.grid, {}).window, most_samples);
  };
  CompiledRecipe compiled = compile(request, report.diagnostics());
  report.print();
  restrict_to(compiled.schedule, domain_of(window));
  try {
    RenderOptions options;
    render(compiled.schedule, window, options, [](const Band&) {});
  } catch (const NotFinite& wild) {
    report_not_finite(wild, compiled.graph.node(wild.node), compiled.schedule.program.outputs[wild.output].name,
                      report.diagnostics());
    throw RecipeError("nothing was measured");
  }

  const int cores = thread_count(0);
  const std::size_t channels = compiled.schedule.program.outputs.size();
  write_output(fmt::format(
      "{} x {} samples of {} channel{}, in million samples a second: computing alone, without\n"
      "encoding and writing files, which 'render --stats' shows. In brackets: of how many runs it is the best\n\n",
      window.width, window.height, channels, channels == 1 ? "" : "s"));
  write_output(fmt::format("{:<16}{:>16}{:>16}\n", "instruction set", "1 thread",
                           fmt::format("{} thread{}", cores, cores == 1 ? "" : "s")));
  for (const Kernels* kernels : available_targets()) {
    if (only_chosen && kernels != &chosen) continue;
    const Measured one = measure(compiled.schedule, window, *kernels, 1);
    const Measured all = measure(compiled.schedule, window, *kernels, cores);
    write_output(fmt::format("{:<16}{:>16}{:>16}\n", kernels->target, text_of(one), text_of(all)));
    flush_output();
  }
  const double samples = static_cast<double>(window.width) * static_cast<double>(window.height);
  write_output(fmt::format("\nwhere the time goes: every step timed, on {}, 1 thread\n\n{}", chosen.target,
                           describe_profile(compiled, measured_profile(compiled.schedule, window, chosen), samples,
                                            report.diagnostics())));
  return 0;
}

}  // namespace

Command add_bench(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand(
      "bench", "Measure samples a second, computing alone, for each instruction set, and where the time goes");
  const auto arguments = std::make_shared<RecipeArguments>();
  arguments->add_to(*app);
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
