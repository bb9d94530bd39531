// SPDX-License-Identifier: MIT
#include "cli/node_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cli/node_text.hpp"
#include "cli/text_file.hpp"
#include "graph/graph.hpp"
#include "graph/lower.hpp"
#include "graph/pass.hpp"
#include "graph/recipe.hpp"
#include "graph/schedule.hpp"
#include "runtime/image_writer.hpp"
#include "runtime/renderer.hpp"

namespace orograph {
namespace {

constexpr std::string_view made_by = "<!-- made by 'orograph nodes --markdown': edit the node's file in nodes/ -->\n";

struct Picture {
  GridWindow window;
  std::vector<float> samples;
  float low = 0, high = 0;
};

// The example of a type as its recipe renders it.
Picture picture_of(const NodeSpec& spec, const NodeRegistry& registry) {
  Diagnostics diagnostics;
  const Recipe recipe = parse_recipe(example_recipe(spec), spec.type, {}, diagnostics);
  const Graph graph = build_graph(recipe, registry, diagnostics);
  diagnostics.throw_if_errors();
  Program program = run_passes(lower(graph, recipe.outputs, diagnostics));
  diagnostics.throw_if_errors();
  const Schedule schedule = make_schedule(std::move(program), Positions::grid);
  Picture picture;
  picture.window = {.origin = recipe.grid->origin,
                    .spacing = recipe.grid->spacing,
                    .width = recipe.grid->resolution[0],
                    .height = recipe.grid->resolution[1]};
  picture.samples.resize(static_cast<std::size_t>(picture.window.width * picture.window.height));
  const std::array<float*, 1> outputs{picture.samples.data()};
  render_into(schedule, picture.window, {}, outputs, picture.window.width);
  const auto [low, high] = std::ranges::minmax(picture.samples);
  picture.low = low;
  picture.high = high;
  return picture;
}

void write_picture(const Picture& picture, const std::filesystem::path& file) {
  const double room = picture.low == picture.high ? 1 : 0;  // of a constant: the middle grey
  ImageSpec spec;
  spec.format = ImageFormat::png;
  spec.type = SampleType::u8;
  spec.width = picture.window.width;
  spec.height = picture.window.height;
  spec.channels = {"Y"};
  spec.range = std::array{picture.low - room, picture.high + room};
  ImageWriter writer(file, std::move(spec));
  const std::array<const float*, 1> channels{picture.samples.data()};
  writer.write_rows(channels, picture.window.height, picture.window.width);
  writer.finish();
}

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

std::string table(const auto& parts, std::string_view title) {
  if (parts.empty()) return {};
  std::string text = fmt::format("\n| {} | what it is | takes |\n|---|---|---|\n", title);
  for (const auto& part : parts)
    text += fmt::format("| `{}` | {} | {} |\n", part.name, cell(part.text), cell(facts_of(part)));
  return text;
}

std::string page(const NodeSpec& spec, const Picture& picture) {
  std::string text = fmt::format("{}# {}\n{} ({}).\n\n![{}](images/{}.png)\n\n", made_by, spec.type, spec.summary,
                                 spec.category, spec.type, spec.type);
  text += fmt::format("The example below, {} units wide: black is {:.3g}, white {:.3g}.\n\n{}\n",
                      picture.window.spacing[0] * static_cast<double>(picture.window.width), picture.low,
                      picture.high, wrapped(spec.text, 118));
  text += table(spec.inputs, "input") + table(spec.params, "parameter");
  return text + fmt::format("\nValues: {}.\n\n```yaml\n{}```\n", spec.bounds, example_recipe(spec));
}

std::string index(const NodeRegistry& registry) {
  std::string text = fmt::format("{}# Node types\n`orograph nodes TYPE` says the same.\n", made_by);
  for (const std::string_view category : node_categories(registry)) {
    std::string rows;
    for (const NodeSpec* spec : registry.all())
      if (spec->category == category)
        rows += fmt::format("| [{0}]({0}.md) | {1} |\n", spec->type, cell(spec->summary));
    if (!rows.empty()) text += fmt::format("\n| {} | |\n|---|---|\n{}", category, rows);
  }
  return text;
}

}  // namespace

void write_node_pages(const NodeRegistry& registry, const std::filesystem::path& folder) {
  write_text_file(folder / "README.md", index(registry));
  for (const NodeSpec* spec : registry.all()) {
    const Picture picture = picture_of(*spec, registry);
    write_picture(picture, folder / "images" / fmt::format("{}.png", spec->type));
    write_text_file(folder / fmt::format("{}.md", spec->type), page(*spec, picture));
  }
}

}  // namespace orograph
