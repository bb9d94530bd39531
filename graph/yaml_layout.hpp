// SPDX-License-Identifier: MIT
// Where a parser of blocks stops, the lines around it show what was meant: a line indented too deeply or too little,
// a missing ':' or blank, a '-' among keys, text behind a closing quote.
#pragma once
#include <optional>

#include "graph/yaml_faults.hpp"

namespace orograph {

// Of a finding outside brackets; nothing where the lines show none of these.
std::optional<YamlFault> layout_fault(const ParserFinding& finding, SourceText& source);

}  // namespace orograph
