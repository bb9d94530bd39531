// SPDX-License-Identifier: MIT
// orograph params: the params and presets of a recipe, for people or as JSON. Values are those after overrides, in
// the unit that is told with them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/command.hpp"
#include "cli/include_files.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/recipe_file.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "graph/json_text.hpp"
#include "graph/printable.hpp"

namespace orograph {
namespace {

struct ParamsArguments {
  RecipeArguments recipe;
  bool json = false;
};

std::string_view unit_of(const Param& param, const Recipe& recipe) {
  return display_unit(param, param.measures, recipe.units);
}

double shown(const Param& param, double value, const Recipe& recipe) {
  return display_number(param, value, recipe.units);
}

// "1 .. 50", "1 ..": in the unit of the value.
std::string range_text(const Param& param, const Recipe& recipe) {
  if (!param.low && !param.high) return {};
  const auto end = [&](const std::optional<ParamBound>& bound) {
    return bound ? fmt::format("{}", shown(param, bound->value, recipe)) : std::string();
  };
  return fmt::format("{}{}..{}{}", end(param.low), param.low ? " " : "", param.high ? " " : "", end(param.high));
}

std::string one_line(const std::string& text) {
  std::string line = text;
  std::ranges::replace(line, '\n', ' ');
  while (line.ends_with(' ')) line.pop_back();
  return printable(line);
}

// Columns as wide as their longest cell; the last one as it is, and no blanks at the end of a line.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (widths[i] != 0) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    while (line.ends_with(' ')) line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string for_people(const Recipe& recipe, const Diagnostics& diagnostics) {
  if (recipe.params.empty()) return "the recipe has no params\n";
  std::vector<std::vector<std::string>> rows{{"name", "value", "unit", "range", "place", "set by", "doc"}};
  for (const Param& param : recipe.params) {
    rows.push_back({param.name, fmt::format("{}", shown(param, param.value, recipe)),
                    std::string(unit_of(param, recipe)), range_text(param, recipe), diagnostics.place_text(param.loc),
                    param.overridden ? param.set_how : "", one_line(param.doc)});
  }
  std::string text = table(rows);
  for (const Preset& preset : recipe.presets) {
    std::vector<std::string> values;
    for (const YamlValue::Entry& entry : preset.values)
      values.push_back(fmt::format("{}: {}", entry.key, one_line(entry.value.scalar)));
    text += fmt::format("preset {}: {{{}}}\n", printable(preset.name), fmt::join(values, ", "));
  }
  return text;
}

std::string json_number(const std::optional<ParamBound>& bound, const Param& param, const Recipe& recipe) {
  return bound ? fmt::format("{}", shown(param, bound->value, recipe)) : "null";
}

std::string json_text(std::string_view text) {
  return text.empty() ? "null" : json_string(text);
}

std::string for_machines(const Recipe& recipe, const Diagnostics& diagnostics) {
  std::vector<std::string> params, presets;
  for (const Param& param : recipe.params) {
    params.push_back(fmt::format(
        R"({{"name": {}, "value": {}, "unit": {}, "min": {}, "max": {}, "doc": {}, "file": {}, "line": {}, )"
        R"("column": {}, "set_by": {}}})",
        json_string(param.name), shown(param, param.value, recipe), json_text(unit_of(param, recipe)),
        json_number(param.low, param, recipe), json_number(param.high, param, recipe), json_text(param.doc),
        json_string(diagnostics.source_name(param.loc)), param.loc.line, param.loc.column,
        json_text(param.overridden ? param.set_how : "")));
  }
  for (const Preset& preset : recipe.presets) {
    std::vector<std::string> values;
    for (const YamlValue::Entry& entry : preset.values)
      values.push_back(fmt::format("{}: {}", json_string(entry.key), json_string(entry.value.scalar)));
    presets.push_back(fmt::format(R"({{"name": {}, "line": {}, "column": {}, "values": {{{}}}}})",
                                  json_string(preset.name), preset.loc.line, preset.loc.column,
                                  fmt::join(values, ", ")));
  }
  return fmt::format("{{\"params\": [\n  {}\n], \"presets\": [\n  {}\n]}}\n", fmt::join(params, ",\n  "),
                     fmt::join(presets, ",\n  "));
}

int run(const ParamsArguments& arguments) {
  Report report;
  const std::string& path = arguments.recipe.path();
  IncludeFiles files(path, arguments.recipe.allow_outside);
  const Recipe recipe =
      parse_recipe(read_recipe_file(path), path, arguments.recipe.overrides(), report.diagnostics(), &files);
  report.diagnostics().throw_if_errors();
  write_output(arguments.json ? for_machines(recipe, report.diagnostics())
                              : for_people(recipe, report.diagnostics()));
  return 0;
}

}  // namespace

Command add_params(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("params", "List a recipe's params and presets");
  const auto arguments = std::make_shared<ParamsArguments>();
  arguments->recipe.add_to(*app);
  app->add_flag("--json", arguments->json, "For programs: values, units, ranges, texts and places as JSON");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
