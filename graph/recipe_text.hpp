// SPDX-License-Identifier: MIT
// The text of a file, a recipe or settings for one, to its YamlValue, within what all files of a recipe may hold
// together.
#pragma once
#include <optional>
#include <string_view>

#include "graph/yaml_tree.hpp"
#include "graph/yaml_value.hpp"

namespace orograph {

inline constexpr std::size_t max_recipe_text = std::size_t{64} << 20;  // bytes

// Of the files of a recipe read so far.
struct RecipeSize {
  std::size_t text = 0;
  YamlSize yaml;
};

// Registers the text as a source called `name`. Adds an error and returns nullopt when it cannot be read to its end.
std::optional<YamlValue> read_recipe_text(std::string_view text, std::string_view name, Diagnostics::SourceKind kind,
                                          RecipeSize& size, Diagnostics& diagnostics);

}  // namespace orograph
