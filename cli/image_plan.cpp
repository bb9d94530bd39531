// SPDX-License-Identifier: MIT
#include "cli/image_plan.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <map>
#include <system_error>

#include "cli/usage_error.hpp"
#include "graph/version.hpp"
#include "runtime/precision.hpp"
#include "runtime/quantize.hpp"
#include "runtime/temporary_file.hpp"

namespace orograph {
namespace {

namespace fs = std::filesystem;

constexpr std::array sample_types{SampleType::f32, SampleType::f16, SampleType::u8, SampleType::u16, SampleType::u32};

ImageAttributes attributes_of(const Recipe& recipe, const SelectedGrid& grid) {
  ImageAttributes attributes;
  attributes.units = recipe.units;
  attributes.world_box = grid.world_box;
  attributes.spacing = grid.grid.spacing;
  attributes.registration = grid.grid.registration == Registration::area ? "area" : "point";
  attributes.recipe_hash = fmt::format("{:016x}", recipe.content_hash);
  attributes.tool_version = version;
  return attributes;
}

ImageSpec spec_of(const Output& output, const Recipe& recipe, const SelectedGrid& grid, int threads) {
  const auto format = image_format_of(output.file);
  if (!format) throw InternalError("an output whose ending was not checked");
  ImageSpec spec;
  spec.format = *format;
  spec.type = output.type;
  spec.width = grid.window.width;
  spec.height = grid.window.height;
  for (const OutputChannel& channel : output.channels) {
    spec.channels.push_back(channel.name);
    spec.steps.push_back(channel.precision > 0 ? precision_step(channel.precision) : 0);
  }
  spec.range = output.range;
  spec.compression = output.compression;
  spec.tile = output.tile;
  spec.attributes = attributes_of(recipe, grid);
  spec.threads = threads;
  return spec;
}

SourceLoc place_of(const ImageSpecProblem& problem, const Output& output) {
  SourceLoc loc;
  if (problem.field == "range") loc = output.range_loc;
  if (problem.field == "precision") loc = output.precision_loc;
  if (problem.field == "compression") loc = output.compression_loc;
  if (problem.field == "tile") loc = output.tile_loc;
  if (problem.field == "channels" && !output.channels.empty()) loc = output.channels.front().loc;
  return loc.known() ? loc : output.loc;
}

bool holds_integers(SampleType type) {
  return type != SampleType::f32 && type != SampleType::f16;
}

std::string option_help(const ImageSpecProblem& problem, const ImageSpec& spec, std::string_view file_option) {
  if (problem.field == "range" && !holds_integers(spec.type))
    return fmt::format("leave --range out, or add --type {} for integers",
                       spec.format == ImageFormat::tiff ? "uint16" : "uint32");
  if (problem.field == "range")
    return "--range LO,HI gives the values of the lowest and the highest code of integers";
  if (problem.field == "precision") return "leave --precision out: it is for --type float and half";
  if (problem.field == "type") return fmt::format("choose another --type, or another ending of {}", file_option);
  return problem.help;
}

bool is_unread(const Output& output, std::string_view key) {
  return std::ranges::find(output.unread, key) != output.unread.end();
}

// Whether a problem may come of a mistake that was reported already: of a wrong type most things follow.
bool follows_from_mistake(const ImageSpecProblem& problem, const Output& output) {
  return is_unread(output, problem.field) || (problem.field != "channels" && is_unread(output, "type"));
}

void report_problems(const ImageSpec& spec, const Output& output, std::string_view file_option,
                     Diagnostics& diagnostics) {
  for (const ImageSpecProblem& problem : check_image_spec(spec)) {
    if (follows_from_mistake(problem, output)) continue;
    diagnostics.error(place_of(problem, output), fmt::format("'{}': {}", output.file, problem.message),
                      file_option.empty() ? problem.help : option_help(problem, spec, file_option));
  }
}

// As it stands when the current folder is gone.
fs::path absolute_or_same(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::absolute(path, error);
  return error ? path : result;
}

// What a file would replace, links of both kinds followed: equal texts are one file.
std::string identity_of(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) return fmt::format("{}:{}", status.st_dev, status.st_ino);
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(links_followed(file), error);
  return (error ? absolute_or_same(file) : canonical).string();
}

// Whether a file's folder lies in `root` when every link is followed.
bool stays_inside(const fs::path& root, const fs::path& file) {
  std::error_code error;
  fs::path folder = fs::weakly_canonical(root, error);
  if (!folder.has_filename()) folder = folder.parent_path();  // "out/" ends in an empty part
  const fs::path parent = fs::weakly_canonical(absolute_or_same(file).parent_path(), error);
  return std::mismatch(folder.begin(), folder.end(), parent.begin(), parent.end()).first == folder.end();
}

void report_collisions(const ImagePlan& plan, const Recipe& recipe, Diagnostics& diagnostics) {
  std::map<std::string, std::string> sources;
  for (const fs::path& file : plan.recipes) sources.emplace(identity_of(file), "the recipe itself");
  for (const std::string& file : recipe.included)
    sources.emplace(identity_of(file), "a file that the recipe includes");
  std::map<std::string, std::string> known;  // identity -> target
  for (const Output& output : plan.outputs) {
    if (is_unread(output, "file")) continue;
    const fs::path target = plan.folder / output.file;
    const std::string identity = identity_of(target);
    if (plan.file_option.empty() && !stays_inside(absolute_or_same(plan.folder), target))
      diagnostics.error(output.loc, fmt::format("'{}' leaves the output folder through a link", output.file),
                        "remove the link, or give the image another folder");
    if (const auto source = sources.find(identity); source != sources.end())
      diagnostics.error(output.loc, fmt::format("'{}' is {}", target.string(), source->second),
                        "give the image another name");
    const auto [other, is_new] = known.emplace(identity, target.string());
    if (!is_new)
      diagnostics.error(output.loc, fmt::format("'{}' and '{}' are one file", other->second, target.string()),
                        "one of them is a link to the other: remove it, or rename an output");
  }
}

bool lies_within(const Interval& bounds, double a, double b) {
  return !bounds.may_be_nan && std::min(a, b) <= static_cast<double>(bounds.low) &&
         static_cast<double>(bounds.high) <= std::max(a, b);
}

}  // namespace

Output output_of(const NodeImage& image) {
  const auto format = image_format_of(image.file);
  Output output;
  output.file = image.file;
  output.type = image.type.value_or(format ? usual_sample_type(*format) : SampleType::f32);
  output.range = image.range;
  output.channels.push_back({format == ImageFormat::png ? "Y" : image.node, {}, {}, image.precision});
  return output;
}

std::vector<OutputFile> plan_files(const ImagePlan& plan, const Recipe& recipe, const SelectedGrid& grid,
                                   Diagnostics& diagnostics) {
  std::vector<OutputFile> files;
  for (const Output& output : plan.outputs) {
    if (!image_format_of(output.file)) continue;  // a mistake that was reported when the recipe was read
    files.push_back({plan.folder / output.file, spec_of(output, recipe, grid, plan.threads)});
    report_problems(files.back().spec, output, plan.file_option, diagnostics);
  }
  report_collisions(plan, recipe, diagnostics);
  return files;
}

void check_files(const ImagePlan& plan, const Recipe& recipe, Diagnostics& diagnostics) {
  const bool sound = recipe.grid && recipe.grid->resolution[0] > 0 && recipe.grid->resolution[1] > 0;
  Grid lone;
  lone.resolution = {1, 1};
  plan_files(plan, recipe, select_grid(sound ? recipe.grid : lone, {}), diagnostics);
}

void mark_channels_in_range(std::vector<OutputFile>& files, const Schedule& schedule) {
  auto output = schedule.program.outputs.begin();
  for (OutputFile& file : files) {
    ImageSpec& spec = file.spec;
    for (std::size_t c = 0; c < spec.channels.size(); ++c, ++output) {
      Interval bounds = schedule.bounds[output->value.id];
      if (spec.steps[c] != 0) bounds = rounded_to_step(bounds, spec.steps[c]);
      const bool half = spec.type == SampleType::f16;
      spec.in_range.push_back(half ? lies_within(bounds, -largest_half, largest_half)
                                   : spec.range && lies_within(bounds, (*spec.range)[0], (*spec.range)[1]));
    }
  }
}

SampleType usual_sample_type(ImageFormat format) {
  return format == ImageFormat::png || format == ImageFormat::r16 ? SampleType::u16 : SampleType::f32;
}

SampleType read_sample_type(std::string_view option, std::string_view word) {
  std::vector<std::string_view> names;
  for (const SampleType type : sample_types) {
    if (sample_type_name(type) == word) return type;
    names.push_back(sample_type_name(type));
  }
  throw UsageError(fmt::format("{} cannot be '{}'", option, word), suggest(word, names));
}

}  // namespace orograph
