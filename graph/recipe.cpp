// SPDX-License-Identifier: MIT
// Recipe text to Recipe, in three steps: the text is checked, YAML becomes a tree of values, and the tree is read key
// by key.
#include "graph/recipe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/recipe_reader.hpp"
#include "graph/source_text.hpp"
#include "graph/yaml_reader.hpp"

namespace orograph {

constexpr std::size_t max_text = std::size_t{64} << 20;

Recipe parse_recipe(std::string_view text, std::string_view file, const RecipeOverrides& overrides,
                    Diagnostics& diagnostics) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  Recipe unread;
  unread.file = file;
  if (text.size() > max_text) {
    const std::uint32_t id = diagnostics.add_source(std::string(file), {});
    diagnostics.error({id, 1, 1}, "the recipe is larger than 64 MiB");
    return unread;
  }
  const std::string_view body = text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
  SourceText source(body, diagnostics.add_source(std::string(file), std::string(body)));
  if (const auto fault = find_text_fault(body)) {
    diagnostics.error(source.loc(fault->offset, 1), fault->message, fault->help);
    return unread;
  }
  std::optional<YamlValue> root = read_yaml(source, diagnostics);
  return root ? read_recipe(std::move(*root), file, text, overrides, diagnostics) : unread;
}

std::string print(const Recipe& recipe) {
  std::string out = fmt::format("recipe {} hash {:016x}\nseed {}\n", recipe.file, recipe.content_hash, recipe.seed);
  if (!recipe.units.empty()) out += fmt::format("units {}\n", recipe.units);
  for (const Param& p : recipe.params)
    out += fmt::format("param {} = {}{}\n", p.name, p.value, p.overridden ? " (--set)" : "");
  for (const NodeDefinition& n : recipe.nodes)
    out += fmt::format("node {}: {}\n", n.name,
                       n.value.kind == YamlValue::Kind::scalar ? n.value.scalar : n.value.kind_name());
  if (recipe.grid) {
    const Grid& g = *recipe.grid;
    out += fmt::format("grid origin [{}, {}] spacing [{}, {}] resolution [{}, {}] {}\n", g.origin[0], g.origin[1],
                       g.spacing[0], g.spacing[1], g.resolution[0], g.resolution[1],
                       g.registration == Registration::area ? "area" : "point");
  }
  for (const Output& o : recipe.outputs) {
    std::vector<std::string> names;
    for (const OutputChannel& channel : o.channels) {
      names.push_back(channel.precision > 0 ? fmt::format("{} (precision {})", channel.name, channel.precision)
                                            : channel.name);
    }
    out += fmt::format("output {} {}: {}\n", o.file, sample_type_name(o.type), fmt::join(names, ", "));
  }
  return out;
}

}  // namespace orograph
