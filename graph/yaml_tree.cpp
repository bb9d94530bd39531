// SPDX-License-Identifier: MIT
// YamlTree: growing it, its limits, and what is wrong with the keys of a mapping.
#include "graph/yaml_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "graph/text.hpp"

namespace orograph {

using Kind = YamlValue::Kind;

namespace {

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

bool is_name(std::string_view text) {
  return !text.empty() && is_letter(text[0]) &&
         std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

std::ptrdiff_t open_parentheses(std::string_view text) {
  return std::ranges::count(text, '(') - std::ranges::count(text, ')');
}

}  // namespace

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
  if (node.flow) join_expressions(node);
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
    throw YamlFault{loc, "the alias stands inside the value it names",
                    "take another one: such a value would never end"};
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
  bool merges_nothing = false;
  const auto parts = children(node);
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
    RawNode& key = nodes_[parts[i]];
    RawNode& value = nodes_[parts[i + 1]];
    if (value.implicit) mend_null(node, key, value);
    if (key.kind != Kind::scalar) {
      diagnostics_.error(key.loc, "a key must be a name", "put the name before the ':'");
      continue;
    }
    if (is_merge(key)) {
      if (!check_merge(key.loc, value)) merges_nothing = true;
      continue;
    }
    const auto [first, is_new] = lines.emplace(key.scalar, key.loc.line);
    if (!is_new) {
      diagnostics_.error(key.loc, fmt::format("duplicate key {}", quote(key.scalar)),
                         fmt::format("it stands at line {} already: remove or rename one of them", first->second));
    }
  }
  if (!node.flow && !parts.empty() && nodes_[parts[0]].loc.line == node.loc.line) {
    node.loc.length = nodes_[parts[0]].loc.length;
  }
  // What such a node lacks is no further mistake; those of a recipe stand below 'nodes'.
  if (merges_nothing && open_.size() > 1 && !lines.contains("type")) make_scalar(node, "0");
}

// A value that is missing has its key's place. In brackets '{type:perlin}' is a lone key, and a frequent slip.
void YamlTree::mend_null(RawNode& mapping, RawNode& key, RawNode& value) {
  value.loc = key.loc;
  if (!mapping.flow || key.quoted || key.kind != Kind::scalar) return;
  const std::size_t sign = key.scalar.find_first_of(":=");
  const bool pair = sign != std::string_view::npos && sign != 0 && sign + 1 != key.scalar.size();
  if (pair && is_name(trimmed(key.scalar.substr(0, sign)))) {
    const std::string_view name = trimmed(key.scalar.substr(0, sign));
    const std::string_view rest = trimmed(key.scalar.substr(sign + 1));
    diagnostics_.error(key.loc,
                       key.scalar[sign] == ':' ? fmt::format("no space after the ':' of {}", quote(key.scalar))
                                               : fmt::format("a '=' in {}, where a ':' belongs", quote(key.scalar)),
                       fmt::format("write {}", quote(fmt::format("{}: {}", name, rest))));
    value.kind = Kind::scalar;
    value.scalar = rest;
    key.scalar = name;
  } else if (mapping.child_count == 2 && key.scalar.find_first_of("+-*/^<>(!") != std::string_view::npos) {
    diagnostics_.error(key.loc, "an expression in braces",
                       "write it without '{ }': these are for a node, '{type: ...}'");
    make_scalar(mapping, key.scalar);
    mapping.loc = key.loc;
  }
}

void YamlTree::make_scalar(RawNode& node, std::string_view text) {
  node.kind = Kind::scalar;
  node.scalar = text;
  node.child_count = 0;
}

// Commas of YAML cut expressions apart: `{a: max(0, b)}` is a: "max(0" and "b)" without a value. Told once and joined
// again.
void YamlTree::join_expressions(RawNode& node) {
  const bool mapping = node.kind == Kind::mapping;
  const std::size_t step = mapping ? 2 : 1;
  constexpr std::size_t most_parts = 16;  // of one expression
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i + step <= node.child_count; i += step) {
    const auto parts = children(node);
    RawNode& value = nodes_[parts[i + step - 1]];
    kept.insert(kept.end(), parts.begin() + static_cast<std::ptrdiff_t>(i),
                parts.begin() + static_cast<std::ptrdiff_t>(i + step));
    if (value.kind != Kind::scalar || value.quoted || open_parentheses(value.scalar) <= 0) continue;
    std::string joined(value.scalar);
    std::size_t last = i;
    const std::size_t end = std::min<std::size_t>(node.child_count, i + most_parts * step);
    while (open_parentheses(joined) > 0 && last + 2 * step <= end) {
      const RawNode& part = nodes_[parts[last + step]];
      if (part.kind != Kind::scalar || part.quoted) break;
      if (mapping && !nodes_[parts[last + step + 1]].implicit) break;
      joined.append(", ").append(part.scalar);
      last += step;
    }
    if (open_parentheses(joined) != 0 || last == i) continue;
    diagnostics_.error(value.loc, "an expression with commas must stand in quotes inside { } and [ ]",
                       fmt::format("write {}", quote(fmt::format("\"{}\"", joined))));
    value.scalar = own(joined);
    i = last;
  }
  if (kept.size() == node.child_count) return;
  std::ranges::copy(kept, children_.begin() + static_cast<std::ptrdiff_t>(node.first_child));
  children_.resize(node.first_child + kept.size());
  node.child_count = static_cast<std::uint32_t>(kept.size());
}

bool YamlTree::check_merge(SourceLoc loc, const RawNode& value) {
  const auto is_mapping = [this](std::uint32_t id) { return nodes_[id].kind == Kind::mapping; };
  const bool good = value.kind == Kind::mapping ||
                    (value.kind == Kind::sequence && std::ranges::all_of(children(value), is_mapping));
  if (!good)
    diagnostics_.error(loc, "'<<' needs an alias of a mapping, or a list of them",
                       "write '<<: *name' or '<<: [*one, *two]'");
  return good;
}

}  // namespace orograph
