// SPDX-License-Identifier: MIT
// Overrides: what presets, files and the command line give, as the params' definitions. The order in which they are
// given never matters: a preset's values are replaced by those of files, and these by --set.
#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "graph/params.hpp"
#include "graph/recipe.hpp"
#include "graph/value_reader.hpp"

namespace orograph {

// `presets: {alps: {relief: 3200}}`; may be null.
std::vector<Preset> read_presets(const YamlValue* presets, const ValueReader& reader);

// Tells names in presets that are no params, and values that the params do not take; those of `chosen` are told where
// the params are solved.
void check_presets(const std::vector<Preset>& presets, std::string_view chosen, const std::vector<Param>& params,
                   std::string_view world_unit, Diagnostics& diagnostics);

// `is_node` tells names that were meant to be params.
void apply_overrides(const RecipeOverrides& overrides, const std::vector<Preset>& presets,
                     const std::function<bool(std::string_view)>& is_node, std::vector<ParamDefinition>& definitions,
                     Diagnostics& diagnostics);

}  // namespace orograph
