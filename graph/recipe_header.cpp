// SPDX-License-Identifier: MIT
#include "graph/recipe_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "graph/key_faults.hpp"
#include "graph/number_text.hpp"
#include "graph/recipe_keys.hpp"
#include "graph/text.hpp"
#include "graph/version.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

void check_version(const YamlValue& value, std::string_view key, std::string_view knows, std::string_view newer,
                   const ValueReader& reader) {
  if (value.kind == Kind::scalar && !value.quoted && value.scalar == "1") return;
  std::string message, help(knows);
  if (value.kind == Kind::scalar && value.scalar == "1") {
    message = fmt::format("'{}' must be a number, and this is a text", key);
    help = fmt::format("write '{}: 1', without quotes", key);
  } else if (value.kind == Kind::scalar && looks_like_integer(value.scalar)) {
    message = fmt::format("'{}' is {}", key, value.scalar.substr(0, 20));
    const auto number = value.as_number();
    if (!number || *number > 1) {
      message += fmt::format(", which is newer than orograph {} knows", version);
      help += fmt::format(": {}", newer);
    }
  } else {
    message = fmt::format("'{}' must be 1, and this is {}", key, value.kind_name());
    help = fmt::format("write '{}: 1': {}", key, knows);
  }
  reader.error(value.loc, std::move(message), std::move(help));
}

// What is no key is often a node or a param that lacks its indentation.
void check_recipe_keys(const YamlValue& root, const ValueReader& reader) {
  const std::vector<std::string_view> keys = names_of(recipe_keys);
  for (const YamlValue::Entry& entry : root.entries) {
    if (std::ranges::find(keys, entry.key) != keys.end()) continue;
    std::string help = unknown_key_help(entry.key, keys);
    if (meant_key(entry.key, keys).empty())
      help += "\na node stands below 'nodes', a parameter below 'params', both indented";
    reader.error(entry.key_loc, fmt::format("unknown key {} of a recipe", quote(entry.key)), std::move(help));
  }
}

}  // namespace

bool check_recipe_header(const YamlValue& root, const ValueReader& reader) {
  if (!reader.expect(root, Kind::mapping, "a recipe", "start with 'orograph: 1'")) return false;
  check_recipe_keys(root, reader);
  if (const YamlValue* number = root.find("orograph")) {
    check_version(*number, "orograph", "this orograph reads recipe format 1", "take a newer one for this recipe",
                  reader);
  } else if (!is_misspelt("orograph", root, names_of(recipe_keys))) {
    reader.error(root.loc, "the key 'orograph' is missing", "add 'orograph: 1', the format of the recipe");
  }
  if (const YamlValue* number = root.find("noise")) {
    check_version(*number, "noise", "this orograph computes noise version 1",
                  "take a newer one, or write 'noise: 1' for terrain of another shape", reader);
  }
  return true;
}

}  // namespace orograph
