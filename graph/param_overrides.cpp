// SPDX-License-Identifier: MIT
// Overrides, the weakest first.
#include "graph/param_overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "graph/constants.hpp"
#include "graph/number_text.hpp"
#include "graph/recipe_text.hpp"
#include "graph/suggestion.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

template <typename Named>
std::vector<std::string_view> names_of(const std::vector<Named>& things) {
  std::vector<std::string_view> names;
  for (const Named& thing : things) names.push_back(thing.name);
  return names;
}

class Overrider {
 public:
  Overrider(const std::function<bool(std::string_view)>& is_node, std::vector<ParamDefinition>& definitions,
            Diagnostics& diagnostics)
      : is_node_(is_node), definitions_(definitions), diagnostics_(diagnostics) {
    for (std::size_t i = 0; i < definitions.size(); ++i) index_.emplace(definitions[i].declaration.name, i);
  }

  void preset(const std::string& name, const std::vector<Preset>& presets) {
    if (name.empty()) return;
    const auto it = std::ranges::find(presets, name, &Preset::name);
    if (it == presets.end()) {
      diagnostics_.error({}, fmt::format("--preset {}: the recipe has no preset of this name", quote(name)),
                         presets.empty() ? "leave --preset out: the recipe has no presets at all"
                                         : suggest(name, names_of(presets)));
      return;
    }
    // A name that is no param is told by check_presets, chosen or not.
    for (const YamlValue::Entry& entry : it->values)
      if (ParamDefinition* definition = find(entry.key)) set(*definition, entry.value, "--preset " + name);
  }

  void file(const SetFile& file) {
    RecipeSize size;
    const auto root = read_recipe_text(file.text, file.name, Diagnostics::SourceKind::settings, size, diagnostics_);
    if (!root) return;
    if (root->kind != Kind::mapping) {
      diagnostics_.error(root->loc,
                         fmt::format("a file of values must be a mapping, and this is {}", root->kind_name()),
                         "write a line a parameter: 'relief: 1200'");
      return;
    }
    const std::string how = "--set-file " + file.name;
    for (const YamlValue::Entry& entry : root->entries) {
      ParamDefinition* definition = find(entry.key);
      if (definition == nullptr) {
        report_no_param(entry.key_loc, "", entry.key, entry.value.scalar);
      } else if (const auto [other, is_new] = in_files_.emplace(entry.key, entry.key_loc); !is_new) {
        diagnostics_.error(
            entry.key_loc, fmt::format("{} is given by two files", quote(entry.key)),
            fmt::format("leave one of them out; the other stands at {}", diagnostics_.place_text(other->second)));
      } else {
        set(*definition, entry.value, how);
      }
    }
  }

  void option(const std::string& name, const std::string& text) {
    ParamDefinition* definition = find(name);
    if (definition == nullptr) return report_no_param({}, "--set ", name, text);
    if (definition->set_how == "--set") {
      diagnostics_.error({}, fmt::format("--set {}: given twice", quote(name)), "give each parameter once");
      return;
    }
    YamlValue value;
    value.kind = Kind::scalar;
    value.scalar = text;
    set(*definition, value, "--set");
  }

 private:
  ParamDefinition* find(std::string_view name) {
    const auto it = index_.find(name);
    return it == index_.end() ? nullptr : &definitions_[it->second];
  }

  static void set(ParamDefinition& definition, const YamlValue& value, std::string how) {
    definition.declaration.written = value;
    definition.set_how = std::move(how);
  }

  void report_no_param(SourceLoc loc, std::string_view lead, const std::string& name, const std::string& text) {
    if (name == "seed") {
      diagnostics_.error(loc, fmt::format("{}'seed': the seed is not a parameter", lead),
                         parse_integer64(text) ? fmt::format("use --seed {}", text) : "use --seed N");
    } else if (is_node_(name)) {
      diagnostics_.error(loc, fmt::format("{}{}: it is a node, not a parameter", lead, quote(name)),
                         "make the number in it a parameter: 'params: {NAME: NUMBER}', and NAME in the node");
    } else {
      std::vector<std::string_view> names;
      for (const ParamDefinition& d : definitions_) names.push_back(d.declaration.name);
      diagnostics_.error(loc, fmt::format("{}{}: the recipe has no parameter of this name", lead, quote(name)),
                         names.empty() ? fmt::format("the recipe has no params at all: declare it, as in\n"
                                                     "'params: {{{}: NUMBER}}'",
                                                     name)
                                       : suggest_within_budget(
                                             name, [&] { return names; }, diagnostics_));
    }
  }

  const std::function<bool(std::string_view)>& is_node_;
  std::vector<ParamDefinition>& definitions_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::size_t, std::less<>> index_;
  std::unordered_map<std::string, SourceLoc> in_files_;
};

}  // namespace

std::vector<Preset> read_presets(const YamlValue* presets, const ValueReader& reader) {
  const std::string help = "write 'presets: {alps: {relief: 3200}}'";
  std::vector<Preset> read;
  if (presets == nullptr || presets->kind == Kind::null) return read;
  if (!reader.expect(*presets, Kind::mapping, "'presets'", help)) return read;
  for (const YamlValue::Entry& entry : presets->entries) {
    if (entry.key.empty() || std::ranges::any_of(entry.key, is_control)) {
      reader.error(entry.key_loc, fmt::format("{} is no name for a preset", quote(entry.key)),
                   "use letters and digits");
    } else if (reader.expect(entry.value, Kind::mapping, fmt::format("preset {}", quote(entry.key)), help)) {
      read.push_back({entry.key, entry.key_loc, entry.value.entries});
    }
  }
  return read;
}

void check_presets(const std::vector<Preset>& presets, std::string_view chosen, const std::vector<Param>& params,
                   std::string_view world_unit, Diagnostics& diagnostics) {
  const ParamScope scope(params, world_unit);
  std::unordered_map<std::string_view, const Param*> index;
  for (const Param& param : params) index.emplace(param.name, &param);
  for (const Preset& preset : presets) {
    for (const YamlValue::Entry& entry : preset.values) {
      const auto it = index.find(entry.key);
      if (it == index.end()) {
        diagnostics.error(
            entry.key_loc,
            fmt::format("preset {} sets {}, which is no parameter", quote(preset.name), quote(entry.key)),
            params.empty() ? "the recipe has no params at all"
                           : suggest_within_budget(
                                 entry.key, [&] { return names_of(params); }, diagnostics));
        continue;
      }
      if (preset.name == chosen || it->second->wrong) continue;
      const std::size_t said = diagnostics.all().size();
      const std::string what = fmt::format("parameter {}", quote(entry.key));
      if (const auto quantity = read_quantity(entry.value, scope, what, diagnostics))
        accept(*it->second, *quantity, world_unit, entry.value.loc, diagnostics);
      diagnostics.add_help(
          said, fmt::format("{} is declared at {}", quote(entry.key), diagnostics.place_text(it->second->loc)));
    }
  }
}

void apply_overrides(const RecipeOverrides& overrides, const std::vector<Preset>& presets,
                     const std::function<bool(std::string_view)>& is_node, std::vector<ParamDefinition>& definitions,
                     Diagnostics& diagnostics) {
  Overrider overrider(is_node, definitions, diagnostics);
  overrider.preset(overrides.preset, presets);
  for (const SetFile& file : overrides.files) overrider.file(file);
  for (const auto& [name, text] : overrides.params) overrider.option(name, text);
}

}  // namespace orograph
