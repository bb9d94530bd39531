// SPDX-License-Identifier: MIT
// A YAML text to a YamlValue. The parser library is known to yaml_reader.cpp alone.
#pragma once
#include <optional>

#include "graph/source_text.hpp"
#include "graph/yaml_tree.hpp"
#include "graph/yaml_value.hpp"

namespace orograph {

// Adds an error and returns nullopt when the text cannot be read to its end, or holds nothing. Adds to `size` what it
// holds, up to the limits of graph/yaml_tree.hpp.
std::optional<YamlValue> read_yaml(SourceText& source, YamlSize& size, Diagnostics& diagnostics);

}  // namespace orograph
