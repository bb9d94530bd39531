// SPDX-License-Identifier: MIT
// orograph nodes: the catalogue of node types, made from their specs alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "cli/command.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "graph/diagnostic.hpp"
#include "nodes/registry.hpp"

namespace orograph {
namespace {

std::vector<std::string_view> categories_of(const NodeRegistry& registry) {
  // In the order in which a recipe needs them; what is new comes behind.
  std::vector<std::string_view> categories{"noise", "fractal", "position", "arithmetic", "shape", "logic", "input"};
  for (const NodeSpec* spec : registry.all())
    if (std::ranges::find(categories, spec->category) == categories.end()) categories.push_back(spec->category);
  return categories;
}

std::string catalogue(const NodeRegistry& registry) {
  std::size_t width = 0;
  for (const NodeSpec* spec : registry.all()) width = std::max(width, spec->type.size());
  std::string text;
  for (const std::string_view category : categories_of(registry)) {
    std::string lines;
    for (const NodeSpec* spec : registry.all())
      if (spec->category == category) lines += fmt::format("  {:<{}}  {}\n", spec->type, width, spec->summary);
    if (!lines.empty()) text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", category, lines);
  }
  return text + "\n'orograph nodes TYPE' describes one of them.\n";
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (column != 0 && column + 1 + word.size() > width) {
      out += '\n';
      column = 0;
    }
    if (column != 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    if (end < text.size() && text[end] == '\n') {
      out += '\n';
      column = 0;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string value_text(const ParamValue& value) {
  struct Visitor {
    std::string operator()(std::monostate) const { return "none"; }
    std::string operator()(double v) const { return fmt::format("{}", v); }
    std::string operator()(std::int64_t v) const { return fmt::format("{}", v); }
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(const std::string& v) const { return v; }
    std::string operator()(const std::vector<double>& v) const { return fmt::format("[{}]", fmt::join(v, ", ")); }
  };
  return std::visit(Visitor(), value);
}

std::string_view kind_text(ParamKind kind) {
  switch (kind) {
    case ParamKind::number:
      return "number";
    case ParamKind::integer:
      return "whole number";
    case ParamKind::boolean:
      return "true or false";
    case ParamKind::choice:
      return "word";
    case ParamKind::pair:
      return "two numbers";
    case ParamKind::period:
      return "two or three numbers";
    case ParamKind::angle:
      return "angle";
  }
  return "";
}

std::string range_text(const ParamRange& range) {
  const bool low = std::isfinite(range.low), high = std::isfinite(range.high);
  if (!low && !high) return {};
  const std::string from = low ? fmt::format("{} {}", range.low_open ? "above" : "from", range.low) : "";
  const std::string to = high ? fmt::format("{} {}",
                                            range.high_open ? "below"
                                            : low           ? "to"
                                                            : "up to",
                                            range.high)
                              : "";
  return from + (low && high ? " " : "") + to;
}

std::string param_text(const ParamSpec& param) {
  std::vector<std::string> facts{std::string(kind_text(param.kind))};
  const bool any_number = holds_any_float(param.range);
  if (any_number) facts.front() = param.kind == ParamKind::number ? "any number" : "any " + facts.front();
  if (!param.choices.empty()) facts.front() = fmt::format("{}", fmt::join(param.choices, ", "));
  if (const std::string range = range_text(param.range); !range.empty() && !any_number) facts.push_back(range);
  if (!param.unit.empty())
    facts.push_back(fmt::format("{}{}", param.unit.starts_with("per ") ? "" : "in ", param.unit));
  facts.push_back(param.required ? "required" : "default " + value_text(param.default_value));
  if (!param.instead_of.empty()) facts.push_back(fmt::format("instead of {}", param.instead_of));
  return fmt::format("  {}: {}\n    {}\n", param.name, param.text, fmt::join(facts, "; "));
}

std::string port_text(const PortSpec& port) {
  const std::string need =
      port.default_value ? fmt::format("default {}", *port.default_value) : std::string("required");
  return fmt::format("  {}: {}\n    {}; {}\n", port.name, port.text, port.list ? "two or more fields" : "field",
                     need);
}

std::string description(const NodeSpec& spec) {
  constexpr std::size_t page_width = 100;
  std::string text =
      fmt::format("{} ({}): {}\n\n{}\n", spec.type, spec.category, spec.summary, wrapped(spec.text, page_width));
  if (!spec.inputs.empty()) text += "\ninputs\n";
  for (const PortSpec& port : spec.inputs) text += port_text(port);
  if (!spec.params.empty()) text += "\nparameters\n";
  for (const ParamSpec& param : spec.params) text += param_text(param);
  return text + fmt::format("\nvalues\n  {}\n\nexample\n  {}\n", spec.bounds, spec.example);
}

int run(const std::string& type) {
  const NodeRegistry& registry = standard_nodes();
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
  return {app, [type] { return run(*type); }};
}

}  // namespace orograph
