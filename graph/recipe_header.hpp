// SPDX-License-Identifier: MIT
// What every file of a recipe begins with: known keys, and the versions it was written for.
#pragma once
#include "graph/value_reader.hpp"

namespace orograph {

// Adds errors for keys that no recipe has, and for versions other than this program's; false when `root` is no
// mapping.
bool check_recipe_header(const YamlValue& root, const ValueReader& reader);

}  // namespace orograph
