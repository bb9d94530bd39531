// SPDX-License-Identifier: MIT
// Exact words of other tools come before words that are spelt alike.
#include "graph/key_faults.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/diagnostic.hpp"

namespace orograph {
namespace {

struct Meant {
  std::string_view word, key;
};
// Of several lines with one word the first counts whose key is one of the mapping.
constexpr Meant elsewhere[] = {
    {"a", "inputs"},         {"angle", "rotate"},
    {"b", "inputs"},         {"basis", "source"},
    {"bits", "type"},        {"blend", "t"},
    {"cellsize", "spacing"}, {"comment", "doc"},
    {"default", "value"},    {"depth", "type"},
    {"description", "doc"},  {"detail", "octaves"},
    {"dtype", "type"},       {"factor", "t"},
    {"filename", "file"},    {"header", "doc"},
    {"help", "doc"},         {"in", "from"},
    {"input", "source"},     {"inputs", "a"},
    {"inputs", "source"},    {"iterations", "octaves"},
    {"layers", "octaves"},   {"layers", "channels"},
    {"mask", "t"},           {"maximum", "max"},
    {"minimum", "min"},      {"name", "file"},
    {"noise", "source"},     {"offset", "translate"},
    {"out", "to"},           {"path", "file"},
    {"persistence", "gain"}, {"position", "translate"},
    {"rotation", "rotate"},  {"roughness", "gain"},
    {"scale", "wavelength"}, {"size", "wavelength"},
    {"size", "resolution"},  {"source", "input"},
    {"step", "spacing"},     {"strength", "amplitude"},
};

}  // namespace

std::string_view meant_key(std::string_view word, std::span<const std::string_view> keys) {
  for (const Meant& meant : elsewhere)
    if (meant.word == word && std::ranges::find(keys, meant.key) != keys.end()) return meant.key;
  return nearest_word(word, keys);
}

std::string unknown_key_help(std::string_view word, std::span<const std::string_view> keys) {
  const std::string_view meant = meant_key(word, keys);
  if (meant.empty() || meant == nearest_word(word, keys)) return suggest(word, keys);
  const std::string list = suggest("", keys);
  return fmt::format("did you mean '{}'?{}{}", meant, list.empty() ? "" : "\n", list);
}

bool is_misspelt(std::string_view key, const YamlValue& mapping, std::span<const std::string_view> keys) {
  constexpr std::size_t most_looked_at = 1000;  // a hostile file may hold a million keys
  const std::span<const YamlValue::Entry> entries(mapping.entries);
  return std::ranges::any_of(entries.first(std::min(entries.size(), most_looked_at)), [&](const auto& entry) {
    return std::ranges::find(keys, entry.key) == keys.end() && meant_key(entry.key, keys) == key;
  });
}

}  // namespace orograph
