// SPDX-License-Identifier: MIT
// The key `outputs` to a list of Outputs, no two of which are one file.
#pragma once
#include <vector>

#include "graph/recipe.hpp"
#include "graph/value_reader.hpp"

namespace orograph {

// Takes the fields of channels out of `outputs`.
std::vector<Output> read_outputs(YamlValue& outputs, const ValueReader& reader);

}  // namespace orograph
