// SPDX-License-Identifier: MIT
// orograph diff: two recipes to what differs between their channels. Both become one program, so that what they have
// in common is computed once, and a channel that is equal by construction not at all; samples are compared band by
// band, whatever the size.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "cli/band_limits.hpp"
#include "cli/command.hpp"
#include "cli/comparison.hpp"
#include "cli/compile.hpp"
#include "cli/failure.hpp"
#include "cli/grid_arguments.hpp"
#include "cli/grid_selection.hpp"
#include "cli/image_plan.hpp"
#include "cli/interrupt.hpp"
#include "cli/not_finite.hpp"
#include "cli/progress.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "cli/values.hpp"
#include "graph/merge.hpp"
#include "graph/passes/passes.hpp"
#include "runtime/output_set.hpp"
#include "runtime/target.hpp"

namespace orograph {
namespace {

// As typed.
struct DiffArguments {
  RecipeArguments a;  // its options hold for both
  std::string b;
  std::vector<std::string> set_a, set_b, channels;
  GridArguments grid;
  std::string preset_a, preset_b, node, threads;
  std::string image, type, range;
  std::string progress = "auto";
};

struct ImageRequest {
  std::string file;  // empty: none
  SampleType type = SampleType::f32;
  std::optional<std::array<double, 2>> range;
};

// As meant.
struct DiffRequest {
  CompileRequest a, b;
  GridSelection selection;
  std::vector<std::string> channels;  // those asked for; empty: all
  ImageRequest image;
  RenderOptions options;
  ProgressMode progress = ProgressMode::none;
};

// What one side is given replaces what both are.
void set_one_side(std::string_view option, const std::vector<std::string>& texts, const std::string& preset,
                  RecipeOverrides& overrides) {
  if (!preset.empty()) overrides.preset = preset;
  for (const std::string& text : texts) {
    std::pair<std::string, std::string> given = read_assignment(option, text);
    const auto of_both =
        std::ranges::find(overrides.params, given.first, &std::pair<std::string, std::string>::first);
    if (of_both != overrides.params.end())
      of_both->second = std::move(given.second);
    else
      overrides.params.push_back(std::move(given));
  }
}

ImageRequest read_image(const DiffArguments& arguments) {
  ImageRequest image;
  if (arguments.image.empty()) {
    if (!arguments.type.empty() || !arguments.range.empty())
      throw UsageError("--type and --range describe the file of --image",
                       "write --image FILE, like --image diff.exr");
    return image;
  }
  const auto format = image_format_of(arguments.image);
  if (!format)
    throw UsageError(fmt::format("--image cannot be '{}'", arguments.image),
                     fmt::format("its ending chooses the format: {}", fmt::join(image_endings(), ", ")));
  image.file = arguments.image;
  image.type = usual_sample_type(*format);
  if (!arguments.type.empty()) image.type = read_sample_type("--type", arguments.type);
  if (!arguments.range.empty()) image.range = read_range("--range", arguments.range);
  return image;
}

DiffRequest read_arguments(const DiffArguments& arguments) {
  DiffRequest request;
  request.a.recipe = arguments.a.path();
  request.b.recipe = arguments.b.empty() ? arguments.a.path() : arguments.b;
  const bool set_apart = !arguments.set_a.empty() || !arguments.set_b.empty() || !arguments.preset_a.empty() ||
                         !arguments.preset_b.empty();
  if (arguments.b.empty() && !set_apart)
    throw UsageError("diff compares two recipes, and one is given",
                     "name the other, too: orograph diff A.yaml B.yaml\n"
                     "or set a parameter on one side: --set-b NAME=VALUE");
  request.a.overrides = request.b.overrides = arguments.a.overrides();
  request.a.allow_outside = request.b.allow_outside = arguments.a.allow_outside;
  set_one_side("--set-a", arguments.set_a, arguments.preset_a, request.a.overrides);
  set_one_side("--set-b", arguments.set_b, arguments.preset_b, request.b.overrides);
  if (!arguments.node.empty()) request.a.node = request.b.node = arguments.node;
  request.channels = arguments.channels;
  request.selection = arguments.grid.selection();
  if (!arguments.threads.empty()) request.options.threads = read_threads("--threads", arguments.threads);
  request.image = read_image(arguments);
  request.progress = read_progress_mode(arguments.progress);
  return request;
}

struct Sides {
  CompiledRecipe a, b;
};

CompiledRecipe compile_side(CompileRequest& request, Diagnostics& diagnostics) {
  request.check_recipe = [&](const Recipe& recipe) {
    if (recipe.outputs.empty() && !request.node && !diagnostics.has_errors())
      throw UsageError(fmt::format("{} has no 'outputs', so there is nothing to compare", request.recipe.string()),
                       "add 'outputs: [{file: height.exr, channels: {height: NODE}}]' to the recipe,\n"
                       "or compare one node: --node NAME");
  };
  return compile(request, diagnostics);
}

// The mistakes of both recipes are told, not only those of the first.
Sides compile_sides(DiffRequest& request, Diagnostics& diagnostics) {
  Sides sides;
  try {
    sides.a = compile_side(request.a, diagnostics);
  } catch (const RecipeError&) {
    if (!diagnostics.has_errors() || request.a.recipe == request.b.recipe) throw;
  }
  sides.b = compile_side(request.b, diagnostics);
  return sides;
}

std::string text_of(const Grid& grid) {
  return fmt::format("{} x {} samples from {},{}, {} apart ({})", grid.resolution[0], grid.resolution[1],
                     grid.origin[0], grid.origin[1],
                     grid.spacing[0] == grid.spacing[1] ? fmt::format("{}", grid.spacing[0])
                                                        : fmt::format("{},{}", grid.spacing[0], grid.spacing[1]),
                     grid.registration == Registration::area ? "area" : "point");
}

bool equal(const Grid& a, const Grid& b) {
  return a.origin == b.origin && a.spacing == b.spacing && a.resolution == b.resolution &&
         a.registration == b.registration;
}

// A's, or B's where A has none. What is sampled anew everywhere needs no grid to agree on.
SelectedGrid common_grid(const DiffRequest& request, const Sides& sides) {
  const std::optional<Grid>&a = sides.a.recipe.grid, &b = sides.b.recipe.grid;
  const bool anew = request.selection.resolution && request.selection.region;
  if (a && b && !anew && !equal(*a, *b))
    throw UsageError(fmt::format("the grids differ: A has {}, B has {}", text_of(*a), text_of(*b)),
                     "give both --region X0,Y0,X1,Y1 and --resolution WxH, to sample both alike");
  return select_grid(a ? a : b, request.selection);
}

void choose_channels(const std::vector<std::string>& names, std::vector<ComparedChannel>& channels) {
  if (names.empty()) return;
  std::vector<std::string_view> known;
  for (const ComparedChannel& channel : channels) known.push_back(channel.name);
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      throw UsageError(fmt::format("neither recipe has the channel '{}'", name), suggest(name, known));
  std::erase_if(channels, [&](const ComparedChannel& channel) {
    return std::ranges::find(names, channel.name) == names.end();
  });
}

// What is computed: the outputs of A and of B for each channel of `computed`, one after the other.
struct Job {
  std::vector<ComparedChannel> channels;
  std::vector<std::size_t> computed;  // of channels
  Schedule schedule;
};

Job plan_job(const DiffRequest& request, const Sides& sides, const Domain& domain) {
  const Program &a = sides.a.schedule.program, &b = sides.b.schedule.program;
  Program program = merge(a, b, static_cast<std::uint32_t>(sides.a.graph.size()));
  program.division_checks.clear();  // nothing is told of them
  Job job;
  job.channels = request.a.node ? match_channels(a.outputs, b.outputs, {}, {})
                                : match_channels(a.outputs, b.outputs, stored_forms(sides.a.recipe.outputs),
                                                 stored_forms(sides.b.recipe.outputs));
  choose_channels(request.channels, job.channels);
  std::vector<ProgramOutput> outputs;
  for (std::size_t c = 0; c < job.channels.size(); ++c) {
    const ComparedChannel& channel = job.channels[c];
    if (!channel.on_both()) continue;
    const ProgramOutput& of_a = program.outputs[*channel.a];
    const ProgramOutput& of_b = program.outputs[a.outputs.size() + *channel.b];
    if (of_a.value == of_b.value && request.image.file.empty()) continue;
    outputs.push_back(of_a), outputs.push_back(of_b);
    job.computed.push_back(c);
  }
  program.outputs = std::move(outputs);
  job.schedule = make_schedule(remove_dead_code(program));
  restrict_to(job.schedule, domain);
  return job;
}

// B - A of every channel that both have, as an image.
std::vector<OutputFile> plan_image(const DiffRequest& request, const Job& job, const Recipe& recipe,
                                   const SelectedGrid& grid, Diagnostics& diagnostics) {
  const ImageRequest& image = request.image;
  if (image.file.empty()) return {};
  if (job.computed.empty())
    throw UsageError("the recipes have no channel in common, so --image would be empty", "leave --image out");
  const auto format = image_format_of(image.file);
  const bool of_one = format != ImageFormat::exr && format != ImageFormat::tiff;
  if (of_one && job.computed.size() > 1)
    throw UsageError(
        fmt::format("--image {} holds one channel, and {} are compared", image.file, job.computed.size()),
        fmt::format("choose one, like --channel {}, or write an .exr or .tif", job.channels[job.computed[0]].name));
  Output output;
  output.file = image.file;
  output.type = image.type;
  output.range = image.range;
  for (const std::size_t c : job.computed)
    output.channels.push_back({format == ImageFormat::png ? "Y" : job.channels[c].name, {}, {}, 0});
  ImagePlan plan{{request.a.recipe, request.b.recipe}, {}, {output}};
  plan.file_option = "--image";
  plan.threads = request.options.threads;
  std::vector<OutputFile> files = plan_files(plan, recipe, grid, diagnostics);
  diagnostics.throw_if_errors();
  return files;
}

// The differences of a band's rows, and the image of them.
class BandComparison {
 public:
  BandComparison(Job& job, const std::vector<OutputFile>& files) : job_(job) {
    if (!files.empty()) image_ = std::make_unique<OutputSet>(files);
  }

  void add(const Band& band, std::int64_t width) {
    for (std::size_t k = 0; k < job_.computed.size(); ++k) {
      Difference& difference = job_.channels[job_.computed[k]].difference;
      for (std::int64_t r = 0; r < band.rows; ++r)
        difference.add_row(band.outputs[2 * k] + r * band.stride, band.outputs[2 * k + 1] + r * band.stride, width,
                           band.first_row + r);
    }
    if (image_) write(band, width);
  }

  void finish() {
    if (image_) image_->finish();
  }

 private:
  void write(const Band& band, std::int64_t width) {
    constexpr float most = std::numeric_limits<float>::max();
    const auto samples = static_cast<std::size_t>(band.rows * width);
    values_.resize(job_.computed.size() * samples);
    std::vector<const float*> rows;
    for (std::size_t k = 0; k < job_.computed.size(); ++k) {
      float* const values = values_.data() + k * samples;
      for (std::int64_t r = 0; r < band.rows; ++r)
        for (std::int64_t c = 0; c < width; ++c) {
          const std::int64_t at = r * band.stride + c;
          values[r * width + c] = std::clamp(band.outputs[2 * k + 1][at] - band.outputs[2 * k][at], -most, most);
        }
      rows.push_back(values);
    }
    image_->write({band.first_row, band.rows, rows, width});
  }

  Job& job_;
  std::unique_ptr<OutputSet> image_;
  std::vector<float> values_;
};

void report_wild_sample(const NotFinite& wild, const Sides& sides, const Schedule& schedule,
                        Diagnostics& diagnostics) {
  const auto first_of_b = static_cast<std::uint32_t>(sides.a.graph.size());
  const GraphNode& node =
      wild.node < first_of_b ? sides.a.graph.node(wild.node) : sides.b.graph.node(wild.node - first_of_b);
  report_not_finite(wild, node, schedule.program.outputs[wild.output].name, diagnostics);
}

// Whether all of it was compared: not so after an interrupt.
bool compare(const DiffRequest& request, const Sides& sides, const SelectedGrid& grid,
             const std::vector<OutputFile>& files, Job& job, Diagnostics& diagnostics) {
  if (job.computed.empty()) return true;
  RenderOptions options = request.options;
  options.kernels = &chosen_target();
  fit_bands(grid.window, job.schedule.program.outputs.size() + (files.empty() ? 0 : job.computed.size()), options);
  const Interrupt interrupt;
  BandComparison comparison(job, files);
  Progress progress(request.progress, grid.window.height);
  options.cancel = &Interrupt::flag();
  options.progress = [&](std::int64_t rows) { progress.update(rows); };
  try {
    render(job.schedule, grid.window, options, [&](const Band& band) { comparison.add(band, grid.window.width); });
  } catch (const NotFinite& wild) {
    report_wild_sample(wild, sides, job.schedule, diagnostics);
    throw RecipeError("nothing was compared");
  }
  if (Interrupt::flag()) return false;
  comparison.finish();
  progress.done({});
  return true;
}

int run(const DiffArguments& arguments) {
  DiffRequest request = read_arguments(arguments);
  Report report;
  const Sides sides = compile_sides(request, report.diagnostics());
  const SelectedGrid grid = common_grid(request, sides);
  Job job = plan_job(request, sides, domain_of(grid.window));
  const std::vector<OutputFile> files = plan_image(request, job, sides.a.recipe, grid, report.diagnostics());
  report.print();
  if (!compare(request, sides, grid, files, job, report.diagnostics())) Interrupt::end_process();
  write_output(fmt::format("A: {}\nB: {}\n", request.a.recipe.string(), request.b.recipe.string()));
  write_output(describe_comparison(job.channels, grid.window));
  return std::ranges::all_of(job.channels, &ComparedChannel::same) ? 0 : difference_found;
}

}  // namespace

Command add_diff(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("diff", "Render two recipes, and print where and by how much they differ");
  const auto arguments = std::make_shared<DiffArguments>();
  app->add_option("A", arguments->a.recipe, "A recipe, a YAML file")->option_text(" ");
  app->add_option("B", arguments->b, "The other; left out, A itself, with other parameters")->option_text(" ");
  arguments->a.add_options_to(*app);
  const auto option = [&](const char* name, std::string& text, const char* value, const char* help) {
    app->add_option(name, text, help)->option_text(value);
  };
  const auto list = [&](const char* name, std::vector<std::string>& texts, const char* value, const char* help) {
    app->add_option(name, texts, help)->allow_extra_args(false)->option_text(value);
  };
  list("--set-a", arguments->set_a, "NAME=VALUE", "Like --set, in A alone");
  list("--set-b", arguments->set_b, "NAME=VALUE", "Like --set, in B alone");
  option("--preset-a", arguments->preset_a, "NAME", "Like --preset, in A alone");
  option("--preset-b", arguments->preset_b, "NAME", "Like --preset, in B alone");
  list("--channel", arguments->channels, "FILE:CHANNEL", "Compare this channel alone; may be repeated");
  option("--node", arguments->node, "NAME", "Compare this node, not the outputs");
  arguments->grid.add_to(*app);
  option("--image", arguments->image, "FILE", "Write B - A of each channel to this image");
  option("--type", arguments->type, "TYPE", "With --image: float, half, uint8, uint16 or uint32");
  option("--range", arguments->range, "LO,HI",
         "With --image: the differences of an integer's lowest and highest code");
  option("--threads", arguments->threads, "N", "Threads (default: all cores)");
  option("--progress", arguments->progress, "auto|bar|json|none", "How progress is told, on stderr (default: auto)");
  app->footer("Exit codes: 0 the same; 3 different; 1 the machine failed; 2 a recipe or the command line is wrong.");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
