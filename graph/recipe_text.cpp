// SPDX-License-Identifier: MIT
#include "graph/recipe_text.hpp"

#include <fmt/format.h>

#include "graph/source_text.hpp"
#include "graph/yaml_reader.hpp"

namespace orograph {

std::optional<YamlValue> read_recipe_text(std::string_view text, std::string_view name, Diagnostics::SourceKind kind,
                                          RecipeSize& size, Diagnostics& diagnostics) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.size() > max_recipe_text - size.text) {
    const std::uint32_t id = diagnostics.add_source(std::string(name), {}, kind);
    const std::string_view what = kind == Diagnostics::SourceKind::recipe ? "recipe" : "file";
    diagnostics.error({id, 1, 1}, fmt::format("the {} is larger than 64 MiB{}", what,
                                              size.text == 0 ? "" : " with the files it includes"));
    return std::nullopt;
  }
  size.text += text.size();
  const std::string_view body = text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
  SourceText source(body, diagnostics.add_source(std::string(name), std::string(body), kind));
  if (const auto fault = find_text_fault(body)) {
    diagnostics.error(source.loc(fault->offset, 1), fault->message, fault->help);
    return std::nullopt;
  }
  return read_yaml(source, size.yaml, diagnostics);
}

}  // namespace orograph
