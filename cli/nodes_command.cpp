// SPDX-License-Identifier: MIT
// orograph nodes: the catalogue of node types, made from their specs alone.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/command.hpp"
#include "cli/node_pages.hpp"
#include "cli/node_text.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "graph/diagnostic.hpp"
#include "nodes/registry.hpp"

namespace orograph {
namespace {

std::string catalogue(const NodeRegistry& registry) {
  std::size_t width = 0;
  for (const NodeSpec* spec : registry.all()) width = std::max(width, spec->type.size());
  std::string text;
  for (const std::string_view category : node_categories(registry)) {
    std::string lines;
    for (const NodeSpec* spec : registry.all())
      if (spec->category == category) lines += fmt::format("  {:<{}}  {}\n", spec->type, width, spec->summary);
    if (!lines.empty()) text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", category, lines);
  }
  return text + "\n'orograph nodes TYPE' describes one of them.\n";
}

std::string indented(std::string_view lines) {
  std::string text;
  for (const char c : lines) text += (text.empty() || text.back() == '\n' ? "  " : "") + std::string(1, c);
  return text;
}

// Of a parameter or an input.
std::string part_text(const auto& part) {
  return fmt::format("  {}: {}\n    {}\n", part.name, part.text, facts_of(part));
}

std::string description(const NodeSpec& spec) {
  constexpr std::size_t page_width = 100;
  std::string text =
      fmt::format("{} ({}): {}\n\n{}\n", spec.type, spec.category, spec.summary, wrapped(spec.text, page_width));
  if (!spec.inputs.empty()) text += "\ninputs\n";
  for (const PortSpec& port : spec.inputs) text += part_text(port);
  if (!spec.params.empty()) text += "\nparameters\n";
  for (const ParamSpec& param : spec.params) text += part_text(param);
  return text + fmt::format("\nvalues\n  {}\n\nexample\n{}", spec.bounds, indented(example_recipe(spec)));
}

int run(const std::string& type, const std::string& pages) {
  const NodeRegistry& registry = standard_nodes();
  if (!pages.empty()) {
    if (!type.empty())
      throw UsageError("--markdown writes the pages of all types", fmt::format("leave out '{}'", type));
    write_node_pages(registry, pages);
    return 0;
  }
  if (type.empty()) {
    write_output(catalogue(registry));
    return 0;
  }
  const NodeSpec* spec = registry.find(type);
  if (spec == nullptr) {
    const std::vector<std::string_view> types = registry.types();
    const std::string_view nearest = nearest_word(type, types);
    throw UsageError(fmt::format("there is no node type '{}'", type),
                     nearest.empty() ? "'orograph nodes' lists them" : fmt::format("did you mean '{}'?", nearest));
  }
  write_output(description(*spec));
  return 0;
}

}  // namespace

Command add_nodes(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("nodes", "Print the catalogue of node types, or describe one");
  const auto type = std::make_shared<std::string>();
  app->add_option("TYPE", *type, "A node type")->option_text(" ");
  const auto pages = std::make_shared<std::string>();
  app->add_option("--markdown", *pages, "Write a page a type, with its picture, into this folder")
      ->option_text("DIR");
  return {app, [type, pages] { return run(*type, *pages); }};
}

}  // namespace orograph
