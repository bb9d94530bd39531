// SPDX-License-Identifier: MIT
// The text of a recipe file, of which no more is read than a recipe may hold.
#pragma once
#include <filesystem>
#include <string>

namespace orograph {

// UsageError when there is no such file, SystemError when it cannot be read.
std::string read_recipe_file(const std::filesystem::path& file);

}  // namespace orograph
