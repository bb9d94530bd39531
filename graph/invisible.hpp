// SPDX-License-Identifier: MIT
// Characters that look like a space or like nothing, and are neither a space nor a line ending.
#pragma once
#include <string_view>

namespace orograph {

// What the one at the start of `text` is called: "a no-break space". Empty when there is none.
std::string_view invisible_name(std::string_view text);

}  // namespace orograph
