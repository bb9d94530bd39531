// SPDX-License-Identifier: MIT
// The text of a recipe, or of a file of values for its params, of which no more is read than it may hold.
#pragma once
#include <filesystem>
#include <string>

namespace orograph {

// UsageError when there is no such file, SystemError when it cannot be read.
std::string read_recipe_file(const std::filesystem::path& file);
std::string read_set_file(const std::filesystem::path& file);

// "did you mean 'lib/dunes.yaml'?": a recipe beside a file that is not there, called as that was `written`; or
// nothing.
std::string help_for_missing_file(const std::filesystem::path& file, const std::filesystem::path& written);

}  // namespace orograph
