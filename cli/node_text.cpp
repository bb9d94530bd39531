// SPDX-License-Identifier: MIT
#include "cli/node_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace orograph {
namespace {

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

}  // namespace

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

std::vector<std::string_view> node_categories(const NodeRegistry& registry) {
  std::vector<std::string_view> categories{"noise", "fractal", "position", "arithmetic", "shape", "logic", "input"};
  for (const NodeSpec* spec : registry.all())  // what is new comes behind
    if (std::ranges::find(categories, spec->category) == categories.end()) categories.push_back(spec->category);
  return categories;
}

std::string facts_of(const ParamSpec& param) {
  std::vector<std::string> facts{std::string(kind_text(param.kind))};
  const bool any_number = holds_any_float(param.range);
  if (any_number) facts.front() = param.kind == ParamKind::number ? "any number" : "any " + facts.front();
  if (!param.choices.empty()) facts.front() = fmt::format("{}", fmt::join(param.choices, ", "));
  if (const std::string range = range_text(param.range); !range.empty() && !any_number) facts.push_back(range);
  if (!param.unit.empty())
    facts.push_back(fmt::format("{}{}", param.unit.starts_with("per ") ? "" : "in ", param.unit));
  facts.push_back(param.required ? "required" : "default " + value_text(param.default_value));
  if (!param.instead_of.empty()) facts.push_back(fmt::format("instead of {}", param.instead_of));
  return fmt::format("{}", fmt::join(facts, "; "));
}

std::string facts_of(const PortSpec& port) {
  const std::string need =
      port.default_value ? fmt::format("default {}", *port.default_value) : std::string("required");
  return fmt::format("{}; {}", port.list ? "two or more fields" : "field", need);
}

std::string example_recipe(const NodeSpec& spec) {
  return fmt::format(
      "orograph: 1\n"
      "nodes:\n"
      "  example: {}\n"
      "grid: {{origin: [-1024, -1024], spacing: 8, resolution: 256}}\n"
      "outputs:\n"
      "  - {{file: {}.exr, channels: {{example: example}}}}\n",
      spec.example, spec.type);
}

}  // namespace orograph
