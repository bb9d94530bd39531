// SPDX-License-Identifier: MIT
// Characters of the language (ASCII, whatever the locale), and a file's own words in messages.
#pragma once
#include <string>
#include <string_view>

namespace orograph {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {  // what a name may start with
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string lower(std::string_view text);

// 'word', no longer than a person reads.
std::string quote(std::string_view word);

}  // namespace orograph
