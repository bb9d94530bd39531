// SPDX-License-Identifier: MIT
// ValueReader: every refusal says what the value must be.
#include "graph/value_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/functions.hpp"
#include "graph/key_faults.hpp"
#include "graph/number_text.hpp"
#include "graph/text.hpp"

namespace orograph {

using Kind = YamlValue::Kind;

namespace {

// The name with '_' for what no name holds; where that are other letters, the rule alone.
std::string name_help(std::string_view name) {
  const std::string rule = "names are made of the letters a to z and A to Z, digits and '_', and start with no digit";
  const bool ascii = std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  std::string better(name.empty() || !is_digit(name[0]) ? "" : "_");
  bool any = false;
  for (const char c : name) {
    const bool good = is_letter(c) || is_digit(c);
    any |= is_letter(c) || is_digit(c);
    if (good || !better.ends_with('_')) better += good ? c : '_';
  }
  return ascii && any ? fmt::format("write something like {}: {}", quote(better), rule) : rule;
}

}  // namespace

void ValueReader::error(SourceLoc loc, std::string message, std::string help) const {
  diagnostics_.error(loc, std::move(message), std::move(help));
}

bool ValueReader::expect(const YamlValue& value, Kind kind, std::string_view what, std::string help) const {
  if (value.kind == kind) return true;
  const std::string_view wanted = kind == Kind::mapping ? "a mapping" : kind == Kind::sequence ? "a list" : "a text";
  if (value.kind == Kind::null) {
    error(value.loc, fmt::format("{} has no value, and needs {}", what, wanted), std::move(help));
  } else {
    error(value.loc, fmt::format("{} must be {}, and this is {}", what, wanted, value.kind_name()), std::move(help));
  }
  return false;
}

void ValueReader::check_keys(const YamlValue& mapping, std::span<const RecipeKey> keys, std::string_view what) const {
  const std::vector<std::string_view> names = names_of(keys);
  for (const YamlValue::Entry& entry : mapping.entries) {
    if (std::ranges::find(names, entry.key) != names.end()) continue;
    error(entry.key_loc, fmt::format("unknown key {} of {}", quote(entry.key), what),
          unknown_key_help(entry.key, names));
  }
}

std::optional<double> ValueReader::constant(const YamlValue& value, Wanted wanted, std::string_view what) const {
  return read_constant(value, wanted, scope_, what, diagnostics_);
}

std::optional<std::int64_t> ValueReader::whole(const YamlValue& value, std::string_view what, double low, double high,
                                               std::string help) const {
  const auto number = constant(value, Wanted::plain, what);
  if (!number) return std::nullopt;
  if (*number == std::floor(*number) && *number >= low && *number <= high) return static_cast<std::int64_t>(*number);
  error(value.loc,
        fmt::format("{} is {}, and must be a whole number from {:.0f} to {:.0f}", what, *number, low, high),
        std::move(help));
  return std::nullopt;
}

std::optional<std::array<double, 2>> ValueReader::pair(const YamlValue& value, Wanted wanted, std::string_view what,
                                                       bool one_will_do, std::string_view names) const {
  const std::string help = fmt::format("write {}: {}", one_will_do ? "one number, or two" : "two numbers", names);
  if (const auto two = value.kind == Kind::scalar ? split_two_numbers(value.scalar) : std::nullopt) {
    error(value.loc, fmt::format("{} needs two numbers, and this is {}", what, quote(value.scalar)),
          fmt::format("write [{}, {}]", two->first, two->second));
    return std::nullopt;
  }
  if (one_will_do && value.kind == Kind::scalar) {
    const auto both = constant(value, wanted, what);
    return both ? std::optional(std::array{*both, *both}) : std::nullopt;
  }
  if (!expect(value, Kind::sequence, what, help)) return std::nullopt;
  if (value.items.size() != 2) {
    error(value.loc, fmt::format("{} needs two numbers, and holds {}", what, value.items.size()), help);
    return std::nullopt;
  }
  const auto first = constant(value.items[0], wanted, what);
  const auto second = constant(value.items[1], wanted, what);
  if (!first || !second) return std::nullopt;
  return std::array{*first, *second};
}

std::optional<std::string> ValueReader::word(const YamlValue& value, std::string_view what, std::string help) const {
  if (!expect(value, Kind::scalar, what, help)) return std::nullopt;
  if (!value.as_number()) return value.scalar;
  error(value.loc, fmt::format("{} must be a text, and this is a number", what), std::move(help));
  return std::nullopt;
}

std::optional<std::size_t> ValueReader::choice(const YamlValue& value, std::string_view what,
                                               std::span<const std::string_view> words) const {
  const auto text = word(value, what, fmt::format("one of: {}", fmt::join(words, ", ")));
  if (!text) return std::nullopt;
  const auto it = std::ranges::find(words, *text);
  if (it != words.end()) return static_cast<std::size_t>(it - words.begin());
  error(value.loc, fmt::format("unknown {} {}", what, quote(*text)), suggest(*text, words));
  return std::nullopt;
}

void ValueReader::check_name(const std::string& name, SourceLoc loc, std::string_view what) const {
  const bool good = !name.empty() && is_letter(name[0]) &&
                    std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); });
  const std::string_view article = std::string_view("aeiou").find(what[0]) == std::string_view::npos ? "a" : "an";
  if (!good) {
    error(loc, fmt::format("{} is no name for {} {}", quote(name), article, what), name_help(name));
  } else if (is_taken_name(name)) {
    error(loc, fmt::format("{} {} cannot be named {}: expressions have a meaning for it", article, what, quote(name)),
          fmt::format("write something like '{}_'", name));
  }
}

bool ValueReader::is_field(const YamlValue& value, const std::string& what, const std::string& help) const {
  if (value.kind == Kind::null) error(value.loc, fmt::format("{} has no value", what), help);
  if (value.kind == Kind::sequence) error(value.loc, fmt::format("{} cannot be a list", what), help);
  return value.kind == Kind::scalar || value.kind == Kind::mapping;
}

}  // namespace orograph
