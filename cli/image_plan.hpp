// SPDX-License-Identifier: MIT
// ImagePlan: the recipe's outputs, or one node and a file's name, to checked image specs and the paths they go to.
// Everything that can be known to be wrong is a diagnostic at its place before any file is touched.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/grid_selection.hpp"
#include "graph/diagnostic.hpp"
#include "graph/recipe.hpp"
#include "graph/schedule.hpp"
#include "runtime/output_set.hpp"

namespace orograph {

// --node NAME --file OUT --type T --range LO,HI --precision P
struct NodeImage {
  std::string node;
  std::string file;
  std::optional<SampleType> type;
  std::optional<std::array<double, 2>> range;
  double precision = 0;  // as OutputChannel
};

// The node as the single output of a recipe.
Output output_of(const NodeImage& image);

struct ImagePlan {
  std::vector<std::filesystem::path> recipes;  // which no file may replace
  std::filesystem::path folder;                // of all files
  std::vector<Output> outputs;
  std::string_view file_option = {};  // which names the file of outputs made of options: messages name those
  int threads = 0;                    // for the encoders
};

// One file an output. Problems of formats, and files that are the recipe or one another, become errors; what follows
// from a mistake of the recipe does not. Outputs without a known ending have no file.
std::vector<OutputFile> plan_files(const ImagePlan& plan, const Recipe& recipe, const SelectedGrid& grid,
                                   Diagnostics& diagnostics);

// The same errors, of a recipe that may lack its grid or hold mistakes.
void check_files(const ImagePlan& plan, const Recipe& recipe, Diagnostics& diagnostics);

// Marks the channels whose guaranteed bounds spare them the check for clamping.
void mark_channels_in_range(std::vector<OutputFile>& files, const Schedule& schedule);

// The type of files that name none: integers where the format is for them.
SampleType usual_sample_type(ImageFormat format);
// UsageError for an unknown word; `option` names it in messages.
SampleType read_sample_type(std::string_view option, std::string_view word);

}  // namespace orograph
