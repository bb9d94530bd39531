// SPDX-License-Identifier: MIT
// A text to a file that appears whole or not at all.
#pragma once
#include <filesystem>
#include <string_view>

namespace orograph {

// Creates missing folders. Throws SystemError.
void write_text_file(const std::filesystem::path& file, std::string_view text);

}  // namespace orograph
