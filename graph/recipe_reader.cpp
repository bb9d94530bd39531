// SPDX-License-Identifier: MIT
// The keys of a recipe. Params come first: every constant may name them.
#include "graph/recipe_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include "graph/fnv.hpp"
#include "graph/grid_reader.hpp"
#include "graph/include_reader.hpp"
#include "graph/nodes_reader.hpp"
#include "graph/number_text.hpp"
#include "graph/outputs_reader.hpp"
#include "graph/param_overrides.hpp"
#include "graph/params.hpp"
#include "graph/recipe_functions.hpp"
#include "graph/recipe_header.hpp"
#include "graph/text.hpp"
#include "graph/value_reader.hpp"
#include "graph/version.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

constexpr std::size_t max_params = 4096;

class RecipeReader {
 public:
  RecipeReader(const RecipeSource& source, Diagnostics& diagnostics)
      : source_(source), overrides_(source.overrides), scope_(recipe_.params), reader_(scope_, diagnostics) {
    recipe_.file = source.name;
  }

  Recipe read(YamlValue& root, RecipeSize& size) {
    if (!check_recipe_header(root, reader_)) return std::move(recipe_);
    read_units(root.find("units"));
    read_params(root);
    read_seed(root.find("seed"));
    if (YamlValue* nodes = root.find("nodes")) read_nodes(*nodes);
    read_functions(root, size);
    if (const YamlValue* grid = root.find("grid")) recipe_.grid = read_grid(*grid, reader_);
    if (YamlValue* outputs = root.find("outputs")) recipe_.outputs = read_outputs(*outputs, reader_);
    for (std::size_t i = 0; i < recipe_.params.size(); ++i) {
      recipe_.params[i].used = recipe_.params[i].used || scope_.used()[i];
    }
    recipe_.content_hash = hash();
    return std::move(recipe_);
  }

 private:
  void read_seed(const YamlValue* value) {
    if (value != nullptr) recipe_.seed = reader_.noting_overrides([&] { return seed(*value); }).value_or(0);
    written_seed_ = recipe_.seed;
    recipe_.seed = overrides_.seed.value_or(recipe_.seed);
  }

  std::optional<std::int64_t> seed(const YamlValue& value) {
    if (value.kind == Kind::scalar && !value.quoted && looks_like_integer(value.scalar)) {
      const auto integer = parse_integer64(value.scalar);
      if (!integer)
        reader_.error(value.loc, fmt::format("'seed' {} does not fit in 64 bits", quote(value.scalar)),
                      integer64_help());
      return integer;
    }
    const auto number = reader_.constant(value, Wanted::plain, "'seed'");
    constexpr double exact = 9007199254740992.0;  // 2^53: beyond, a double is not the number that was written
    if (!number) return std::nullopt;
    if (*number == std::floor(*number) && std::abs(*number) <= exact) return static_cast<std::int64_t>(*number);
    reader_.error(value.loc, fmt::format("'seed' is {}, and must be a whole number of 64 bits", *number),
                  integer64_help(*number));
    return std::nullopt;
  }

  void read_units(const YamlValue* value) {
    if (value == nullptr) return;
    const std::string help = "name what one world unit is: 'units: m'";
    const auto text = reader_.word(*value, "'units'", help);
    if (!text) return;
    if (text->empty() || text->size() > 64 || std::ranges::any_of(*text, is_control)) {
      reader_.error(value->loc, "'units' must be a short word", help);
      return;
    }
    recipe_.units = *text;
  }

  void read_params(const YamlValue& root) {
    std::vector<ParamDefinition> definitions;
    const YamlValue* params = root.find("params");
    const bool readable = params == nullptr || params->kind == Kind::null ||
                          reader_.expect(*params, Kind::mapping, "'params'", "write 'params: {name: number}'");
    if (params != nullptr && readable) {
      if (params->entries.size() > max_params) {
        reader_.error(params->loc,
                      fmt::format("{} parameters, and at most {} may be", params->entries.size(), max_params),
                      "write numbers that are used once where they are used");
      }
      for (const YamlValue::Entry& entry : params->entries) {
        reader_.check_name(entry.key, entry.key_loc, "parameter");
        definitions.push_back(
            {read_param_declaration(entry, DefaultValue::required, recipe_.units, reader_.diagnostics())});
      }
    }
    const std::vector<Preset> presets = read_presets(root.find("presets"), reader_);
    Diagnostics unsaid;  // the file's own values: what is wrong with them is said below, unless an override mends it
    const std::vector<Param> written =
        overrides_.any_params() ? solve_params(definitions, recipe_.units, unsaid) : std::vector<Param>();
    for (std::size_t i = 0; i < written.size(); ++i) definitions[i].declaration.dimension = written[i].measures;
    if (readable) {
      const YamlValue* nodes = root.find("nodes");
      const auto is_node = [&](std::string_view name) {
        return nodes != nullptr && nodes->kind == Kind::mapping && nodes->find(name) != nullptr;
      };
      apply_overrides(overrides_, presets, is_node, definitions, reader_.diagnostics());
    }
    recipe_.params = solve_params(definitions, recipe_.units, reader_.diagnostics());
    if (readable)
      check_presets(presets, overrides_.preset, written.empty() ? recipe_.params : written, recipe_.units,
                    reader_.diagnostics());
    recipe_.presets = presets;
    recipe_.names_unread = !readable;
    scope_ = ParamScope(recipe_.params, recipe_.units, readable);
    for (std::size_t i = 0; i < written.size(); ++i) {
      const Param& param = recipe_.params[i];
      const bool same = written[i].value == param.value && written[i].measures.measures_as(param.measures);
      if (!same) changed_[param.name] = param.quantity();
    }
  }

  void read_nodes(YamlValue& nodes) {
    TakenNames taken;
    for (const Param& param : recipe_.params) taken.emplace(param.name, TakenName{"parameter", param.loc});
    if (!read_node_definitions(nodes, taken, reader_, recipe_.nodes)) recipe_.names_unread = true;
  }

  // The recipe's own functions first: a clash is told where the other file is included.
  void read_functions(YamlValue& root, RecipeSize& size) {
    FunctionSet functions(recipe_.units, reader_);
    if (YamlValue* own = root.find("functions")) functions.add(*own);
    if (const YamlValue* include = root.find("include")) {
      IncludeReader includes(source_.files, recipe_.units, size, functions, reader_);
      includes.read(*include);
      recipe_.included = includes.names();
      included_hash_ = includes.hash();
    }
    recipe_.functions_unread = !functions.complete();
    recipe_.functions = functions.take();
  }

  // Every param whose value is not the file's counts: an override that pins a param which others would have
  // changed makes another recipe.
  std::uint64_t hash() const {
    Fnv fnv;
    fnv.add(source_.text);
    if (!recipe_.included.empty()) fnv.add(included_hash_);
    for (const auto& [name, quantity] : changed_) {
      fnv.add(name);
      fnv.add(std::bit_cast<std::uint64_t>(quantity.value));
      if (quantity.dimension.angle != 0) fnv.add(std::bit_cast<std::uint64_t>(quantity.dimension.angle));
    }
    if (recipe_.seed != written_seed_) fnv.add(std::bit_cast<std::uint64_t>(recipe_.seed));
    return fnv.value();
  }

  const RecipeSource& source_;
  const RecipeOverrides& overrides_;
  Recipe recipe_;
  ParamScope scope_;
  ValueReader reader_;
  std::int64_t written_seed_ = 0;
  std::uint64_t included_hash_ = 0;
  std::map<std::string, Quantity> changed_;  // sorted by name
};

}  // namespace

Recipe read_recipe(YamlValue root, const RecipeSource& source, RecipeSize& size, Diagnostics& diagnostics) {
  return RecipeReader(source, diagnostics).read(root, size);
}

}  // namespace orograph
