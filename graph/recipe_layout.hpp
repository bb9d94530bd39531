// SPDX-License-Identifier: MIT
// The layout of recipes: two blanks a level, one blank behind ':' and ',', comments in columns, single empty lines.
// Only blanks and ends of lines change: comments, the order of keys and where lines break stay as they are.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "graph/diagnostic.hpp"

namespace orograph {

// Invariant: the result holds the same characters but blanks and ends of lines, in the same order, and YAML reads the
// same from it. A text whose layout cannot be put in order so is an error, and so is one that is no YAML; mistakes
// that only a compiler finds are none. The layout of the result is the result itself.
std::optional<std::string> put_in_order(std::string_view text, std::string_view name, Diagnostics& diagnostics);

}  // namespace orograph
