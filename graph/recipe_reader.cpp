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

#include "graph/functions.hpp"
#include "graph/grid_reader.hpp"
#include "graph/number_text.hpp"
#include "graph/outputs_reader.hpp"
#include "graph/param_overrides.hpp"
#include "graph/params.hpp"
#include "graph/text.hpp"
#include "graph/value_reader.hpp"
#include "graph/version.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;
using std::string_view_literals::operator""sv;

constexpr std::size_t max_params = 4096;

constexpr std::array recipe_keys{"orograph"sv, "noise"sv, "seed"sv, "units"sv,  "params"sv,
                                 "presets"sv,  "nodes"sv, "grid"sv, "outputs"sv};

// FNV-1a, 64 bits (Fowler, Noll, Vo).
class Fnv {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) add_byte(static_cast<unsigned char>(c));
  }
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(word >> shift));
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 1099511628211U; }
  std::uint64_t hash_ = 14695981039346656037U;
};

class RecipeReader {
 public:
  RecipeReader(std::string_view file, const RecipeOverrides& overrides, Diagnostics& diagnostics)
      : overrides_(overrides), scope_(recipe_.params), reader_(scope_, diagnostics) {
    recipe_.file = file;
  }

  Recipe read(YamlValue& root, std::string_view text) {
    if (!reader_.expect(root, Kind::mapping, "a recipe", "start with 'orograph: 1'")) return std::move(recipe_);
    reader_.check_keys(root, recipe_keys, "a recipe");
    read_version(root);
    read_units(root.find("units"));
    read_params(root);
    read_seed(root.find("seed"));
    if (YamlValue* nodes = root.find("nodes")) read_nodes(*nodes);
    if (const YamlValue* grid = root.find("grid")) recipe_.grid = read_grid(*grid, reader_);
    if (YamlValue* outputs = root.find("outputs")) recipe_.outputs = read_outputs(*outputs, reader_);
    for (std::size_t i = 0; i < recipe_.params.size(); ++i) {
      recipe_.params[i].used = recipe_.params[i].used || scope_.used()[i];
    }
    recipe_.content_hash = hash(text);
    return std::move(recipe_);
  }

 private:
  void read_version(const YamlValue& root) {
    if (const YamlValue* number = root.find("orograph")) {
      check_version(*number, "'orograph'", "this orograph reads recipe format 1", "take a newer one for this recipe");
    } else {
      reader_.error(root.loc, "the key 'orograph' is missing", "add 'orograph: 1', the format of the recipe");
    }
    if (const YamlValue* number = root.find("noise")) {
      check_version(*number, "'noise'", "this orograph computes noise version 1",
                    "take a newer one, or write 'noise: 1' for terrain of another shape");
    }
  }

  void check_version(const YamlValue& value, std::string_view what, std::string_view knows, std::string_view newer) {
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
    reader_.error(value.loc, std::move(message), std::move(help));
  }

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

  void check_name(const std::string& name, SourceLoc loc, std::string_view what) {
    const bool good = !name.empty() && is_letter(name[0]) &&
                      std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); });
    if (!good) {
      reader_.error(loc, fmt::format("{} is no name for a {}", quote(name), what),
                    "names are made of letters, digits and '_', and start with no digit");
    } else if (is_taken_name(name)) {
      reader_.error(loc, fmt::format("a {} cannot be named {}: expressions have a meaning for it", what, quote(name)),
                    fmt::format("write something like '{}_'", name));
    }
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
        check_name(entry.key, entry.key_loc, "parameter");
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
    if (nodes.kind == Kind::null) return;
    if (!reader_.expect(nodes, Kind::mapping, "'nodes'", "write 'nodes:', and below it 'name: {type: ...}'")) {
      recipe_.names_unread = true;
      return;
    }
    const std::string help = "write '{type: ...}', an expression, a number or the name of a node";
    std::unordered_map<std::string_view, SourceLoc> params;
    for (const Param& param : recipe_.params) params.emplace(param.name, param.loc);
    recipe_.nodes.reserve(nodes.entries.size());
    for (YamlValue::Entry& entry : nodes.entries) {
      check_name(entry.key, entry.key_loc, "node");
      if (const auto it = params.find(entry.key); it != params.end()) {
        reader_.error(entry.key_loc, fmt::format("{} is the name of a parameter already", quote(entry.key)),
                      fmt::format("the parameter stands at line {}: rename one of them", it->second.line));
      }
      if (!reader_.is_field(entry.value, fmt::format("node {}", quote(entry.key)), help)) {
        entry.value = zero(entry.value.loc);  // its name exists: no use of it is a mistake
      }
      recipe_.nodes.push_back({std::move(entry.key), entry.key_loc, std::move(entry.value)});
    }
  }

  static YamlValue zero(SourceLoc loc) {
    YamlValue value;
    value.kind = Kind::scalar;
    value.scalar = "0";
    value.loc = loc;
    return value;
  }

  // Every param whose value is not the file's counts: an override that pins a param which others would have
  // changed makes another recipe.
  std::uint64_t hash(std::string_view text) const {
    Fnv fnv;
    fnv.add(text);
    for (const auto& [name, quantity] : changed_) {
      fnv.add(name);
      fnv.add(std::bit_cast<std::uint64_t>(quantity.value));
      if (quantity.dimension.angle != 0) fnv.add(std::bit_cast<std::uint64_t>(quantity.dimension.angle));
    }
    if (recipe_.seed != written_seed_) fnv.add(std::bit_cast<std::uint64_t>(recipe_.seed));
    return fnv.value();
  }

  const RecipeOverrides& overrides_;
  Recipe recipe_;
  ParamScope scope_;
  ValueReader reader_;
  std::int64_t written_seed_ = 0;
  std::map<std::string, Quantity> changed_;  // sorted by name
};

}  // namespace

Recipe read_recipe(YamlValue root, std::string_view file, std::string_view text, const RecipeOverrides& overrides,
                   Diagnostics& diagnostics) {
  return RecipeReader(file, overrides, diagnostics).read(root, text);
}

}  // namespace orograph
