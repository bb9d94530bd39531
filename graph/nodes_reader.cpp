// SPDX-License-Identifier: MIT
#include "graph/nodes_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "graph/text.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

YamlValue zero(SourceLoc loc) {
  YamlValue value;
  value.kind = Kind::scalar;
  value.scalar = "0";
  value.loc = loc;
  return value;
}

}  // namespace

void check_not_taken(std::string_view name, SourceLoc loc, const TakenNames& taken, const ValueReader& reader) {
  const auto it = taken.find(name);
  if (it == taken.end()) return;
  const std::string_view what = it->second.what;
  const std::string_view article = what == "input" ? "an" : "a";
  reader.error(loc, fmt::format("{} is the name of {} {} already", quote(name), article, what),
               fmt::format("the {} stands at line {}: rename one of them", what, it->second.loc.line));
}

bool read_node_definitions(YamlValue& nodes, const TakenNames& taken, const ValueReader& reader,
                           std::vector<NodeDefinition>& definitions) {
  if (nodes.kind == Kind::null) return true;
  if (!reader.expect(nodes, Kind::mapping, "'nodes'", "write 'nodes:', and below it 'name: {type: ...}'"))
    return false;
  const std::string help = "write '{type: ...}', an expression, a number or the name of a node";
  definitions.reserve(nodes.entries.size());
  for (YamlValue::Entry& entry : nodes.entries) {
    reader.check_name(entry.key, entry.key_loc, "node");
    check_not_taken(entry.key, entry.key_loc, taken, reader);
    if (!reader.is_field(entry.value, fmt::format("node {}", quote(entry.key)), help)) {
      entry.value = zero(entry.value.loc);
    }
    definitions.push_back({std::move(entry.key), entry.key_loc, std::move(entry.value)});
  }
  return true;
}

}  // namespace orograph
