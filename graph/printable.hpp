// SPDX-License-Identifier: MIT
// Text of unknown origin (arguments, files) to text that a terminal shows and does not obey.
#pragma once
#include <string>
#include <string_view>

namespace orograph {

// Control characters, invisible ones and bytes that are no UTF-8 are escaped; long text is cut.
std::string printable(std::string_view text);

}  // namespace orograph
