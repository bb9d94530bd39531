// SPDX-License-Identifier: MIT
// A text of any bytes, as a path is, to a JSON string: one line, quoted, valid UTF-8.
#pragma once
#include <string>
#include <string_view>

namespace orograph {

// Bytes that are no UTF-8 become U+FFFD, as JSON has no way to write them.
std::string json_string(std::string_view text);

}  // namespace orograph
