// SPDX-License-Identifier: MIT
#include "graph/json_text.hpp"

#include <fmt/format.h>

#include "graph/diagnostic.hpp"
#include "graph/text.hpp"

namespace orograph {

std::string json_string(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const char first = text.front();
    const std::size_t length = character_bytes(text);
    if (length == 0) {
      quoted += "\xEF\xBF\xBD";  // U+FFFD
    } else if (is_control(first)) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(first)));
    } else {
      if (first == '"' || first == '\\') quoted += '\\';
      quoted += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return quoted + '"';
}

}  // namespace orograph
