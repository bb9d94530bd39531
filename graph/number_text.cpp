// SPDX-License-Identifier: MIT
// Numbers by their digits. Integers never go through a double, so that every bit of a seed counts.
#include "graph/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "graph/text.hpp"

namespace orograph {

bool looks_like_number(std::string_view text) {
  std::size_t i = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - start;
  };
  std::size_t mantissa = digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    mantissa += digits();
  }
  if (mantissa == 0) return false;
  if (i < text.size() && lower(text[i]) == 'e') {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

bool looks_infinite(std::string_view text) {
  std::string word = lower(text);
  if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
  if (word.starts_with('.')) word.erase(0, 1);
  return word == "nan" || word == "inf" || word == "infinity";
}

bool looks_like_integer(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::optional<std::pair<std::string_view, std::string_view>> split_two_numbers(std::string_view text) {
  const auto trimmed = [](std::string_view part) {
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    return part.substr(0, part.find_last_not_of(' ') + 1);
  };
  constexpr std::size_t longest = 100;
  const std::string_view whole = trimmed(text.substr(0, longest));
  for (const std::string_view sign : {"...", "..", "x", "X", "\xC3\x97", ",", ":", " "}) {
    const std::size_t at = whole.find(sign);
    if (at == std::string_view::npos || text.size() > longest) continue;
    const std::string_view first = trimmed(whole.substr(0, at)), second = trimmed(whole.substr(at + sign.size()));
    const bool numbers = looks_like_number(first) && looks_like_number(second);
    const bool hexadecimal = (sign == "x" || sign == "X") && first == "0";
    const bool thousands = (sign == "," || sign == " ") && second.size() == 3 && looks_like_integer(second);
    if (numbers && !hexadecimal && !thousands) return std::pair(first, second);
  }
  return std::nullopt;
}

std::optional<std::int64_t> parse_integer64(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::uint64_t magnitude = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), magnitude);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (negative && magnitude > std::uint64_t{1} << 63) return std::nullopt;
  return std::bit_cast<std::int64_t>(negative ? std::uint64_t{0} - magnitude : magnitude);
}

std::string integer64_help(std::optional<double> written) {
  const std::string range = "digits alone, from -9223372036854775808 to 18446744073709551615";
  const bool fits = written && *written == std::floor(*written) && *written >= -0x1p63 && *written < 0x1p64;
  return fits ? fmt::format("write {:.0f}: {}", *written, range) : "write " + range;
}

}  // namespace orograph
