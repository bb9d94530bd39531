// SPDX-License-Identifier: MIT
// The text of a file, a recipe or settings for one, to its YamlValue.
#pragma once
#include <optional>
#include <string_view>

#include "graph/yaml_value.hpp"

namespace orograph {

// Registers the text as a source called `name`. Adds an error and returns nullopt when it cannot be read to its end.
std::optional<YamlValue> read_recipe_text(std::string_view text, std::string_view name, Diagnostics::SourceKind kind,
                                          Diagnostics& diagnostics);

}  // namespace orograph
