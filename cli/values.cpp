// SPDX-License-Identifier: MIT
#include "cli/values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cli/usage_error.hpp"

namespace orograph {
namespace {

constexpr std::int64_t longest_side = std::numeric_limits<std::int32_t>::max();

// from_chars takes no '+', and strtod would ask the locale what a decimal point is.
template <typename Number>
std::optional<Number> parse(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  parts.push_back(text);
  return parts;
}

[[noreturn]] void fail(std::string_view option, std::string_view text, std::string_view form) {
  throw UsageError(fmt::format("{} cannot be '{}'", option, text), fmt::format("write {} {}", option, form));
}

template <std::size_t Count>
std::array<double, Count> read_numbers(std::string_view option, std::string_view text, std::string_view form) {
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != Count) fail(option, text, form);
  std::array<double, Count> numbers{};
  for (std::size_t i = 0; i < Count; ++i) {
    const auto number = number_of(parts[i]);
    if (!number || !std::isfinite(*number)) fail(option, text, form);
    numbers[i] = *number;
  }
  return numbers;
}

}  // namespace

std::optional<double> number_of(std::string_view text) {
  return parse<double>(text);
}
std::optional<std::int64_t> whole_number_of(std::string_view text) {
  return parse<std::int64_t>(text);
}

std::int64_t read_whole(std::string_view option, std::string_view text, std::int64_t low, std::int64_t high) {
  const auto value = whole_number_of(text);
  if (!value || *value < low || *value > high)
    fail(option, text, fmt::format("N, a whole number from {} to {}", low, high));
  return *value;
}

std::int64_t read_seed(std::string_view option, std::string_view text) {
  if (const auto value = whole_number_of(text)) return *value;
  // From 2^63 on as in the recipe: the same 64 bits.
  if (const auto value = parse<std::uint64_t>(text)) return static_cast<std::int64_t>(*value);
  fail(option, text, "N, any 64-bit whole number");
}

std::array<std::int64_t, 2> read_size(std::string_view option, std::string_view text) {
  constexpr std::string_view form = "WxH, two whole numbers of samples, like 1024x512";
  const std::vector<std::string_view> parts = split(text, 'x');
  if (parts.size() != 2) fail(option, text, form);
  std::array<std::int64_t, 2> size{};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto side = whole_number_of(parts[i]);
    if (!side || *side < 1 || *side > longest_side) fail(option, text, form);
    size[i] = *side;
  }
  return size;
}

std::array<double, 2> read_range(std::string_view option, std::string_view text) {
  constexpr std::string_view form = "LO,HI, two different numbers, like 0,1800";
  const auto range = read_numbers<2>(option, text, form);
  if (range[0] == range[1]) fail(option, text, form);
  return range;
}

std::array<double, 4> read_box(std::string_view option, std::string_view text) {
  constexpr std::string_view form = "X0,Y0,X1,Y1, world units, with X0 < X1 and Y0 < Y1, like -500,-500,500,500";
  const auto box = read_numbers<4>(option, text, form);
  if (!(box[0] < box[2]) || !(box[1] < box[3])) fail(option, text, form);
  return box;
}

std::array<std::int64_t, 4> read_window(std::string_view option, std::string_view text) {
  constexpr std::string_view form = "COL,ROW,W,H, whole pixels of the grid, like 0,0,256,256";
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != 4) fail(option, text, form);
  std::array<std::int64_t, 4> window{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto value = whole_number_of(parts[i]);
    if (!value || (i >= 2 && *value < 1)) fail(option, text, form);
    window[i] = *value;
  }
  return window;
}

}  // namespace orograph
