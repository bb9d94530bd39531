// SPDX-License-Identifier: MIT
// Recipe text to Recipe, in two steps: the text becomes a tree of YAML values, and the tree is read key by key.
#include "graph/recipe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/recipe_functions.hpp"
#include "graph/recipe_reader.hpp"
#include "graph/recipe_text.hpp"

namespace orograph {

Recipe parse_recipe(std::string_view text, std::string_view file, const RecipeOverrides& overrides,
                    Diagnostics& diagnostics, FileLoader* files) {
  RecipeSize size;
  if (auto root = read_recipe_text(text, file, Diagnostics::SourceKind::recipe, size, diagnostics))
    return read_recipe(std::move(*root), {text, file, overrides, files}, size, diagnostics);
  Recipe unread;
  unread.file = file;
  return unread;
}

std::string print(const Recipe& recipe) {
  std::string out = fmt::format("recipe {} hash {:016x}\nseed {}\n", recipe.file, recipe.content_hash, recipe.seed);
  if (!recipe.units.empty()) out += fmt::format("units {}\n", recipe.units);
  for (const Param& p : recipe.params)
    out += fmt::format("param {} = {}{}\n", p.name, p.value, p.overridden ? fmt::format(" ({})", p.set_how) : "");
  for (const std::string& name : recipe.included) out += fmt::format("include {}\n", name);
  for (const RecipeFunction& f : recipe.functions) out += fmt::format("function {}\n", signature(f));
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
