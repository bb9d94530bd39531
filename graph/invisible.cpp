// SPDX-License-Identifier: MIT
// Those that text processors and web pages put into what is copied from them.
#include "graph/invisible.hpp"

#include <algorithm>
#include <iterator>

namespace orograph {

std::string_view invisible_name(std::string_view text) {
  struct Invisible {
    std::string_view bytes, name;
  };
  static constexpr Invisible all[] = {{"\xC2\xA0", "a no-break space"},
                                      {"\xC2\xAD", "a soft hyphen"},
                                      {"\xE2\x80\x89", "a thin space"},
                                      {"\xE2\x80\x8B", "a zero-width space"},
                                      {"\xE2\x80\xAF", "a narrow no-break space"},
                                      {"\xE3\x80\x80", "an ideographic space"},
                                      {"\xEF\xBB\xBF", "a byte order mark"}};
  const auto* it = std::ranges::find_if(all, [&](const Invisible& i) { return text.starts_with(i.bytes); });
  return it == std::end(all) ? std::string_view() : it->name;
}

}  // namespace orograph
