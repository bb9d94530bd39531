// SPDX-License-Identifier: MIT
// Words for messages: cut between characters, never inside one.
#include "graph/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/diagnostic.hpp"

namespace orograph {

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return lower(c); });
  return out;
}

std::string quote(std::string_view word) {
  constexpr std::size_t longest = 60;
  if (word.size() <= longest) return fmt::format("'{}'", word);
  std::size_t end = 0;
  while (end < longest) end += std::max<std::size_t>(1, character_bytes(word.substr(end)));
  return fmt::format("'{}...'", word.substr(0, end));
}

}  // namespace orograph
