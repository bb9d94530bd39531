// SPDX-License-Identifier: MIT
// YamlTree: growing it, its limits, and what is wrong with the keys of a mapping.
#include "graph/yaml_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "graph/text.hpp"

namespace orograph {

using Kind = YamlValue::Kind;

bool is_merge(const RawNode& key) {
  return key.kind == Kind::scalar && !key.quoted && key.scalar == "<<";
}

YamlFault too_deep(SourceLoc loc) {
  return {loc, fmt::format("values are nested deeper than {}", max_yaml_depth),
          "give inner nodes names of their own under 'nodes'"};
}

void YamlTree::leaf(RawNode node, std::size_t anchor) {
  finish(add(std::move(node), anchor));
}

void YamlTree::open(RawNode node, std::size_t anchor) {
  if (open_.size() >= max_yaml_depth) throw too_deep(node.loc);
  const std::uint32_t id = add(std::move(node), anchor);
  open_.push_back({id, pending_.size()});
}

void YamlTree::close() {
  const auto [id, first] = open_.back();
  open_.pop_back();
  RawNode& node = nodes_[id];
  node.first_child = static_cast<std::uint32_t>(children_.size());
  node.child_count = static_cast<std::uint32_t>(pending_.size() - first);
  children_.insert(children_.end(), pending_.begin() + static_cast<std::ptrdiff_t>(first), pending_.end());
  pending_.resize(first);
  if (node.kind == Kind::mapping) check_mapping(node);
  finish(id);
}

std::span<const std::uint32_t> YamlTree::children(const RawNode& node) const {
  return std::span(children_).subspan(node.first_child, node.child_count);
}

void YamlTree::alias(std::size_t anchor, SourceLoc loc) {
  const std::uint32_t target = anchors_.at(anchor);
  const RawNode& node = nodes_[target];
  if (!node.complete) {
    throw YamlFault{loc, "the alias stands inside the value it names", "such a value would never end"};
  }
  if (open_.size() + node.height > max_yaml_depth) throw too_deep({loc.file, loc.line, loc.column});
  spend(node.values, node.bytes, loc);  // refused before it is expanded, even in part
  attach(target);
  count(node.values, node.bytes, node.height);
}

const RawNode* YamlTree::open_bracket() const {
  const auto it = std::find_if(open_.rbegin(), open_.rend(), [this](const Open& o) { return nodes_[o.id].flow; });
  return it == open_.rend() ? nullptr : &nodes_[it->id];
}

std::uint32_t YamlTree::add(RawNode node, std::size_t anchor) {
  spend(1, node.bytes, node.loc);
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(std::move(node));
  if (anchor != 0) anchors_[anchor] = id;
  attach(id);
  return id;
}

void YamlTree::spend(std::uint64_t values, std::uint64_t bytes, SourceLoc loc) {
  size_.values += values;
  size_.bytes += bytes;
  if (size_.values <= max_yaml_values && size_.bytes <= max_yaml_bytes) return;
  const std::string size =
      size_.values > max_yaml_values ? fmt::format("{} values", max_yaml_values) : std::string("64 MiB of text");
  throw YamlFault{loc, fmt::format("the recipe holds more than {} once its aliases are expanded", size),
                  "use fewer aliases of aliases, or several recipes"};
}

void YamlTree::attach(std::uint32_t id) {
  if (!open_.empty()) pending_.push_back(id);
}

void YamlTree::count(std::uint64_t values, std::uint64_t bytes, std::size_t height) {
  if (open_.empty()) return;
  RawNode& parent = nodes_[open_.back().id];  // sums are bounded: spend() came before
  parent.values += static_cast<std::uint32_t>(values);
  parent.bytes += static_cast<std::uint32_t>(bytes);
  parent.height = static_cast<std::uint8_t>(std::max<std::size_t>(parent.height, height + 1));
}

void YamlTree::finish(std::uint32_t id) {
  nodes_[id].complete = true;
  count(nodes_[id].values, nodes_[id].bytes, nodes_[id].height);
}

void YamlTree::check_mapping(RawNode& node) {
  std::unordered_map<std::string_view, std::uint32_t> lines;
  const auto parts = children(node);
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
    RawNode& key = nodes_[parts[i]];
    RawNode& value = nodes_[parts[i + 1]];
    if (value.implicit) mend_null(node.flow, key, value);
    if (key.kind != Kind::scalar) {
      diagnostics_.error(key.loc, "a key must be a name", "put the name before the ':'");
      continue;
    }
    if (is_merge(key)) {
      check_merge(key.loc, value);
      continue;
    }
    const auto [first, is_new] = lines.emplace(key.scalar, key.loc.line);
    if (!is_new) {
      diagnostics_.error(key.loc, fmt::format("duplicate key {}", quote(key.scalar)),
                         fmt::format("it stands at line {} already", first->second));
    }
  }
  if (!node.flow && !parts.empty() && nodes_[parts[0]].loc.line == node.loc.line) {
    node.loc.length = nodes_[parts[0]].loc.length;
  }
}

// A value that is missing has its key's place. In brackets '{type:perlin}' is a lone key, and a frequent slip.
void YamlTree::mend_null(bool flow, RawNode& key, RawNode& value) {
  value.loc = key.loc;
  const std::size_t colon = key.scalar.find(':');
  if (!flow || key.quoted || key.kind != Kind::scalar || colon == std::string_view::npos || colon == 0 ||
      colon + 1 == key.scalar.size()) {
    return;
  }
  const std::string_view name = key.scalar.substr(0, colon);
  const std::string_view rest = key.scalar.substr(colon + 1);
  diagnostics_.error(key.loc, fmt::format("no space after the ':' of {}", quote(key.scalar)),
                     fmt::format("write {}", quote(fmt::format("{}: {}", name, rest))));
  value.kind = Kind::scalar;
  value.scalar = rest;
  key.scalar = name;
}

void YamlTree::check_merge(SourceLoc loc, const RawNode& value) {
  const auto is_mapping = [this](std::uint32_t id) { return nodes_[id].kind == Kind::mapping; };
  const bool good = value.kind == Kind::mapping ||
                    (value.kind == Kind::sequence && std::ranges::all_of(children(value), is_mapping));
  if (!good)
    diagnostics_.error(loc, "'<<' needs an alias of a mapping, or a list of them",
                       "write '<<: *name' or '<<: [*one, *two]'");
}

}  // namespace orograph
