// SPDX-License-Identifier: MIT
#include "runtime/image_description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "graph/json_text.hpp"

namespace orograph {
namespace {

std::string json_strings(std::span<const std::string> texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) quoted.push_back(json_string(text));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string json_numbers(std::span<const double> numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

bool is_rounded(const ImageSpec& spec) {
  return std::ranges::any_of(spec.steps, [](float step) { return step != 0; });
}

std::string json_steps(const ImageSpec& spec) {
  std::vector<std::string> members;
  for (std::size_t c = 0; c < spec.steps.size(); ++c)
    if (spec.steps[c] != 0) members.push_back(fmt::format("{}: {}", json_string(spec.channels[c]), spec.steps[c]));
  return fmt::format("{{{}}}", fmt::join(members, ", "));
}

}  // namespace

std::string software_of(const ImageSpec& spec) {
  const std::string& version = spec.attributes.tool_version;
  return version.empty() ? "orograph" : "orograph " + version;
}

std::vector<std::pair<std::string, std::string>> describe_as_pairs(const ImageSpec& spec) {
  const ImageAttributes& attributes = spec.attributes;
  std::vector<std::pair<std::string, std::string>> pairs;
  if (!attributes.units.empty()) pairs.emplace_back("units", attributes.units);
  pairs.emplace_back("worldBox", fmt::format("{}", fmt::join(attributes.world_box, " ")));
  pairs.emplace_back("spacing", fmt::format("{}", fmt::join(attributes.spacing, " ")));
  pairs.emplace_back("registration", attributes.registration);
  if (!attributes.recipe_hash.empty()) pairs.emplace_back("recipeHash", attributes.recipe_hash);
  if (spec.range) pairs.emplace_back("range", fmt::format("{}", fmt::join(*spec.range, " ")));
  if (is_rounded(spec)) pairs.emplace_back("steps", json_steps(spec));
  return pairs;
}

std::string describe_as_json(const ImageSpec& spec) {
  const ImageAttributes& attributes = spec.attributes;
  std::string json =
      fmt::format(R"({{"software": {}, "channels": {})", json_string(software_of(spec)), json_strings(spec.channels));
  if (!attributes.units.empty()) json += fmt::format(R"(, "units": {})", json_string(attributes.units));
  json += fmt::format(R"(, "worldBox": {}, "spacing": {}, "registration": {})", json_numbers(attributes.world_box),
                      json_numbers(attributes.spacing), json_string(attributes.registration));
  if (!attributes.recipe_hash.empty())
    json += fmt::format(R"(, "recipeHash": {})", json_string(attributes.recipe_hash));
  if (spec.range) json += fmt::format(R"(, "range": {})", json_numbers(*spec.range));
  if (is_rounded(spec)) json += fmt::format(R"(, "steps": {})", json_steps(spec));
  return json + "}";
}

}  // namespace orograph
