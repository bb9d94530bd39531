// SPDX-License-Identifier: MIT
// What is wrong with a YAML text, in words for people: the parser's findings, and what it would choke on.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph/source_text.hpp"
#include "graph/yaml_tree.hpp"

namespace orograph {

// Where the parser stopped, and what it said.
struct ParserFinding {
  std::size_t at = 0;
  std::string_view what;
  const RawNode* open_bracket = nullptr;  // the innermost list or mapping in brackets that is open there, or null
  std::span<const std::string> anchors;   // above it
};
YamlFault explain(const ParserFinding& finding, SourceText& source);

// Where brackets nest too deeply. The parser looks far ahead of nested brackets before it tells of the first, so they
// are counted beforehand. What only looks like a bracket (inside a block text) counts too, which 64 forgive.
std::optional<std::size_t> find_deep_brackets(std::string_view text);

}  // namespace orograph
