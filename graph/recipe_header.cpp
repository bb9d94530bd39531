// SPDX-License-Identifier: MIT
#include "graph/recipe_header.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "graph/number_text.hpp"
#include "graph/recipe_keys.hpp"
#include "graph/version.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

void check_version(const YamlValue& value, std::string_view what, std::string_view knows, std::string_view newer,
                   const ValueReader& reader) {
  if (value.kind == Kind::scalar && !value.quoted && value.scalar == "1") return;
  std::string message, help(knows);
  if (value.kind == Kind::scalar && looks_like_integer(value.scalar)) {
    message = fmt::format("{} is {}", what, value.scalar.substr(0, 20));
    const auto number = value.as_number();
    if (value.quoted) {
      help += "\nwrite the number without quotes";
    } else if (!number || *number > 1) {
      message += fmt::format(", which is newer than orograph {} knows", version);
      help += fmt::format(": {}", newer);
    }
  } else {
    message = fmt::format("{} must be 1, and this is {}", what, value.kind_name());
  }
  reader.error(value.loc, std::move(message), std::move(help));
}

}  // namespace

bool check_recipe_header(const YamlValue& root, const ValueReader& reader) {
  if (!reader.expect(root, Kind::mapping, "a recipe", "start with 'orograph: 1'")) return false;
  reader.check_keys(root, recipe_keys, "a recipe");
  if (const YamlValue* number = root.find("orograph")) {
    check_version(*number, "'orograph'", "this orograph reads recipe format 1", "take a newer one for this recipe",
                  reader);
  } else {
    reader.error(root.loc, "the key 'orograph' is missing", "add 'orograph: 1', the format of the recipe");
  }
  if (const YamlValue* number = root.find("noise")) {
    check_version(*number, "'noise'", "this orograph computes noise version 1",
                  "take a newer one, or write 'noise: 1' for terrain of another shape", reader);
  }
  return true;
}

}  // namespace orograph
