// SPDX-License-Identifier: MIT
// orograph render: a recipe to its images, or one node to one. Everything that can be wrong is found before the first
// file is touched; files appear all together at the end, or not at all.
#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/band_limits.hpp"
#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/grid_arguments.hpp"
#include "cli/grid_selection.hpp"
#include "cli/image_plan.hpp"
#include "cli/interrupt.hpp"
#include "cli/not_finite.hpp"
#include "cli/progress.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/recipe_lints.hpp"
#include "cli/render_report.hpp"
#include "cli/report.hpp"
#include "cli/stopwatch.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "cli/values.hpp"
#include "runtime/output_set.hpp"
#include "runtime/target.hpp"

namespace orograph {
namespace {

// As typed.
struct RenderArguments {
  RecipeArguments recipe;
  GridArguments grid;
  std::string folder, threads, tile;
  std::string progress = "auto";
  std::string node, file, type, range, precision;
  bool stats = false;
};

// As meant.
struct RenderRequest {
  CompileRequest compile;
  GridSelection selection;
  std::optional<NodeImage> node;
  std::filesystem::path folder;
  RenderOptions options;
  ProgressMode progress = ProgressMode::none;
  bool stats = false;
};

void read_node(const RenderArguments& arguments, RenderRequest& request) {
  if (arguments.node.empty() != arguments.file.empty())
    throw UsageError("--node and --file belong together", "write --node NAME --file OUT, like --file height.exr");
  if (arguments.node.empty()) {
    if (!arguments.type.empty() || !arguments.range.empty() || !arguments.precision.empty())
      throw UsageError("--type, --range and --precision describe the file of --node",
                       "outputs have theirs in the recipe");
    return;
  }
  if (!arguments.folder.empty())
    throw UsageError("-o is the folder of the recipe's outputs, which --node does not write", "give --file a path");
  if (!image_format_of(arguments.file))
    throw UsageError(fmt::format("--file cannot be '{}'", arguments.file),
                     fmt::format("its ending chooses the format: {}", fmt::join(image_endings(), ", ")));
  NodeImage image{arguments.node, arguments.file, std::nullopt, std::nullopt, 0};
  if (!arguments.type.empty()) image.type = read_sample_type("--type", arguments.type);
  if (!arguments.range.empty()) image.range = read_range("--range", arguments.range);
  if (!arguments.precision.empty()) image.precision = read_precision("--precision", arguments.precision);
  request.node = image;
  request.compile.node = image.node;
}

RenderRequest read_arguments(const RenderArguments& arguments) {
  RenderRequest request;
  request.compile.recipe = arguments.recipe.path();
  request.compile.overrides = arguments.recipe.overrides();
  request.compile.allow_outside = arguments.recipe.allow_outside;
  request.selection = arguments.grid.selection();
  if (!arguments.threads.empty()) request.options.threads = read_threads("--threads", arguments.threads);
  if (!arguments.tile.empty()) {
    const auto tile = read_size("--tile", arguments.tile);
    request.options.tile_width = tile[0];
    request.options.tile_height = tile[1];
  }
  request.progress = read_progress_mode(arguments.progress);
  request.stats = arguments.stats;
  if (arguments.folder.starts_with('-'))
    throw UsageError(fmt::format("-o cannot be '{}'", arguments.folder), "write -o DIR, the folder of the images");
  if (arguments.folder.starts_with('='))
    throw UsageError(fmt::format("-o cannot be '{}'", arguments.folder),
                     fmt::format("write -o {0}, or -o ./={0}", arguments.folder.substr(1)));
  request.folder = arguments.folder.empty() ? "." : arguments.folder;
  read_node(arguments, request);
  return request;
}

struct Job {
  SelectedGrid grid;
  std::vector<OutputFile> files;
};

Job plan_job(const RenderRequest& request, const Recipe& recipe, Diagnostics& diagnostics) {
  ImagePlan plan{{request.compile.recipe}, request.folder, recipe.outputs};
  plan.threads = request.options.threads;
  if (request.node) {
    plan.folder.clear();
    plan.outputs = {output_of(*request.node)};
    plan.file_option = "--file";
  } else if (recipe.outputs.empty() && !diagnostics.has_errors()) {
    throw UsageError("the recipe has no 'outputs', so there is nothing to render",
                     "add 'outputs: [{file: height.exr, channels: {height: NODE}}]' to the recipe,\n"
                     "or render one node: --node NAME --file OUT");
  }
  Job job;
  if (diagnostics.has_errors()) {  // of the recipe: its grid and outputs may be among what is wrong
    check_files(plan, recipe, diagnostics);
    return job;
  }
  job.grid = select_grid(recipe.grid, request.selection);
  job.files = plan_files(plan, recipe, job.grid, diagnostics);
  return job;
}

// Bands and what encoders need are large and short-lived: the C library gives blocks above the threshold back to the
// system as they are freed; by its own choice it would raise the threshold and let every thread keep some. Of smaller
// ones each thread keeps a few, or it would fetch the same pages again and again.
void return_large_blocks() {
#ifdef __GLIBC__
  constexpr int threshold = 1 << 20;
  constexpr int kept = 4 << 20;
  ::mallopt(M_MMAP_THRESHOLD, threshold);
  ::mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

std::vector<WrittenFile> written_files(const std::vector<OutputFile>& files) {
  std::vector<WrittenFile> written;
  for (const OutputFile& file : files) {
    std::error_code error;  // someone may have moved it already
    const std::uintmax_t bytes = std::filesystem::file_size(file.target, error);
    written.push_back({file.target.string(), file.spec.width, file.spec.height, sample_type_name(file.spec.type),
                       error ? 0 : bytes});
  }
  return written;
}

RenderReport render_files(const RenderRequest& request, const CompiledRecipe& compiled, Job& job, RenderTimes& times,
                          Diagnostics& diagnostics, std::vector<std::string>& clamped) {
  RenderOptions options = request.options;
  fit_bands(job.grid.window, compiled.schedule.program.outputs.size(), options);
  const Interrupt interrupt;
  OutputSet outputs(job.files);
  Progress progress(request.progress, job.grid.window.height);
  options.cancel = &Interrupt::flag();
  options.progress = [&](std::int64_t rows) { progress.update(rows); };
  RenderReport result;
  try {
    const Stopwatch watch;
    result = render(compiled.schedule, job.grid.window, options, [&](const Band& band) { outputs.write(band); });
    times.render = watch.seconds();
  } catch (const NotFinite& wild) {
    report_not_finite(wild, compiled.graph.node(wild.node), compiled.schedule.program.outputs[wild.output].name,
                      diagnostics);
    throw RecipeError("nothing was written");
  }
  result.cancelled = Interrupt::flag();
  if (result.cancelled) return result;
  const Stopwatch watch;
  outputs.finish();
  times.finish = watch.seconds();
  progress.done(written_files(job.files));
  for (std::size_t f = 0; f < job.files.size(); ++f) describe_clamped(job.files[f], outputs.quantized(f), clamped);
  return result;
}

int run(const RenderArguments& arguments) {
  return_large_blocks();
  RenderRequest request = read_arguments(arguments);
  request.options.kernels = &chosen_target();
  Report report;
  Job job;
  request.compile.check_recipe = [&](const Recipe& recipe) { job = plan_job(request, recipe, report.diagnostics()); };
  CompiledRecipe compiled = compile(request.compile, report.diagnostics());
  restrict_to(compiled.schedule, domain_of(job.grid.window));
  lint_graph(compiled, report.diagnostics());
  lint_on_grid(compiled, job.grid, RangeLint::bounds, report.diagnostics());
  report.print();
  mark_channels_in_range(job.files, compiled.schedule);

  RenderTimes times;
  std::vector<std::string> clamped;
  const RenderReport result = render_files(request, compiled, job, times, report.diagnostics(), clamped);
  if (result.cancelled) Interrupt::end_process();
  for (const std::string& line : clamped) write_message(line);
  warn_zero_divisions(result, compiled, job.grid.window, report.diagnostics());
  report.print();
  if (request.stats)
    write_message(describe_stats(compiled, result, job.grid.window, *request.options.kernels, times));
  return 0;
}

}  // namespace

Command add_render(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("render", "Render a recipe's outputs, or one node, to images");
  const auto arguments = std::make_shared<RenderArguments>();
  arguments->recipe.add_to(*app);
  const auto option = [&](const char* name, std::string& text, const char* value, const char* help) {
    app->add_option(name, text, help)->option_text(value);
  };
  option("-o", arguments->folder, "DIR", "Folder of the images (default: here)");
  arguments->grid.add_to(*app);
  option("--threads", arguments->threads, "N", "Threads (default: all cores)");
  option("--progress", arguments->progress, "auto|bar|json|none",
         "How progress and the files written are told, on stderr (default: auto)");
  app->add_flag("--stats", arguments->stats, "Print times, samples a second and memory on stderr")
      ->disable_flag_override();
  option("--node", arguments->node, "NAME", "Render this node alone, into --file");
  option("--file", arguments->file, "OUT", "With --node: the image; its ending chooses the format");
  option("--type", arguments->type, "TYPE", "With --node: float, half, uint8, uint16 or uint32");
  option("--range", arguments->range, "LO,HI", "With --node: the values of an integer's lowest and highest code");
  option("--precision", arguments->precision, "P",
         "With --node: store multiples of the largest power of two that is no larger");
  option("--tile", arguments->tile, "WxH", "Samples computed at once; the images do not depend on it");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
