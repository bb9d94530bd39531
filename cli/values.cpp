// SPDX-License-Identifier: MIT
#include "cli/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/usage_error.hpp"
#include "graph/ir.hpp"
#include "graph/recipe.hpp"

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

// Exactly Count parts, each of which `read` makes a number of; `form` shows how the whole is written.
template <std::size_t Count, typename Read>
auto read_list(std::string_view option, std::string_view text, char separator, std::string_view form, Read read) {
  std::array<typename std::invoke_result_t<Read, std::string_view>::value_type, Count> numbers{};
  const std::vector<std::string_view> parts = split(text, separator);
  if (parts.size() != Count) fail(option, text, form);
  for (std::size_t i = 0; i < Count; ++i) {
    const auto number = read(parts[i]);
    if (!number) fail(option, text, form);
    numbers[i] = *number;
  }
  return numbers;
}

std::optional<double> finite_number_of(std::string_view text) {
  const auto number = number_of(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

// How a seed is written, or what is the matter with it when it is a number of another kind.
[[noreturn]] void fail_on_seed(std::string_view option, std::string_view text) {
  constexpr double below_all = -0x1p63, above_all = 0x1p64;
  const std::string form =
      fmt::format("write {} N, digits alone, from {} to {}", option, std::numeric_limits<std::int64_t>::min(),
                  std::numeric_limits<std::uint64_t>::max());
  const auto number = finite_number_of(text);
  const bool whole = number && *number == std::trunc(*number);
  const bool in_range = number && *number >= below_all && *number < above_all;
  const bool digits = text.find_first_not_of("+-0123456789") == std::string_view::npos;
  if (whole && in_range && !digits)
    throw UsageError(fmt::format("{} cannot be '{}': a seed is written in digits alone", option, text),
                     fmt::format("write {} {:.0f}", option, *number));
  throw UsageError(fmt::format("{} cannot be '{}': {}", option, text,
                               whole ? "it has more than 64 bits" : "a seed is a whole number of 64 bits"),
                   form);
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

int read_threads(std::string_view option, std::string_view text) {
  constexpr int most_threads = 1024;
  return static_cast<int>(read_whole(option, text, 1, most_threads));
}

std::int64_t read_seed(std::string_view option, std::string_view text) {
  if (const auto value = whole_number_of(text)) return *value;
  // From 2^63 on as in the recipe: the same 64 bits.
  if (const auto value = parse<std::uint64_t>(text)) return static_cast<std::int64_t>(*value);
  fail_on_seed(option, text);
}

std::array<std::int64_t, 2> read_size(std::string_view option, std::string_view text) {
  const auto side_of = [](std::string_view part) {
    const auto side = whole_number_of(part);
    return side && *side >= 1 && *side <= longest_side ? side : std::nullopt;
  };
  if (const auto both = side_of(text)) return {*both, *both};
  return read_list<2>(option, text, 'x', "WxH, two whole numbers of samples, like 1024x512, or one for both",
                      side_of);
}

std::array<double, 2> read_range(std::string_view option, std::string_view text) {
  constexpr std::string_view form = "LO,HI, two different numbers, like 0,1800";
  const auto range = read_list<2>(option, text, ',', form, finite_number_of);
  if (range[0] == range[1]) fail(option, text, form);
  return range;
}

std::array<double, 2> read_position(std::string_view option, std::string_view text) {
  constexpr std::string_view form = "X,Y, world units, like 100,-250.5";
  const auto position = read_list<2>(option, text, ',', form, finite_number_of);
  if (std::max(std::abs(position[0]), std::abs(position[1])) > max_position) fail(option, text, form);
  return position;
}

double read_precision(std::string_view option, std::string_view text) {
  const auto value = number_of(text);
  if (!value || !(*value >= least_precision && *value <= most_precision))
    fail(option, text, fmt::format("P, a number from {} to {}, like 0.01", least_precision, most_precision));
  return *value;
}

std::array<double, 4> read_box(std::string_view option, std::string_view text) {
  constexpr std::string_view form = "X0,Y0,X1,Y1, world units, with X0 < X1 and Y0 < Y1, like -500,-500,500,500";
  const auto box = read_list<4>(option, text, ',', form, finite_number_of);
  if (!(box[0] < box[2]) || !(box[1] < box[3])) fail(option, text, form);
  return box;
}

std::array<std::int64_t, 4> read_window(std::string_view option, std::string_view text) {
  constexpr std::string_view form = "COL,ROW,W,H, whole pixels of the grid, like 0,0,256,256";
  const auto window = read_list<4>(option, text, ',', form, whole_number_of);
  if (window[2] < 1 || window[3] < 1) fail(option, text, form);
  return window;
}

}  // namespace orograph
