// SPDX-License-Identifier: MIT
// A shared tree to a plain one: aliases become copies, merge keys entries. The size was bounded as the tree grew.
#include <unordered_set>

#include "graph/yaml_tree.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

class Expander {
 public:
  explicit Expander(const YamlTree& tree) : tree_(tree) {}

  YamlValue expand(std::uint32_t id) const {
    const RawNode& node = tree_.node(id);
    YamlValue value;
    value.kind = node.kind;
    value.loc = node.loc;
    value.scalar = node.scalar;
    value.quoted = node.quoted;
    if (node.kind == Kind::sequence) {
      value.items.reserve(node.child_count);
      for (const std::uint32_t child : tree_.children(node)) value.items.push_back(expand(child));
    }
    if (node.kind == Kind::mapping) expand_entries(node, value.entries);
    return value;
  }

 private:
  // Explicit keys win over merged ones, earlier merges over later ones.
  void expand_entries(const RawNode& node, std::vector<YamlValue::Entry>& entries) const {
    std::unordered_set<std::string> taken;
    const auto children = tree_.children(node);
    std::vector<bool> kept(children.size());
    for (std::size_t i = 0; i + 1 < children.size(); i += 2) {
      const RawNode& key = tree_.node(children[i]);
      kept[i] = key.kind == Kind::scalar && !is_merge(key) && taken.emplace(key.scalar).second;
    }
    entries.reserve(children.size() / 2);
    for (std::size_t i = 0; i + 1 < children.size(); i += 2) {
      const RawNode& key = tree_.node(children[i]);
      if (kept[i]) entries.push_back({std::string(key.scalar), key.loc, expand(children[i + 1])});
      if (is_merge(key)) merge(children[i + 1], taken, entries);
    }
  }

  void merge(std::uint32_t id, std::unordered_set<std::string>& taken, std::vector<YamlValue::Entry>& entries) const {
    const RawNode& node = tree_.node(id);
    if (node.kind == Kind::sequence) {
      for (const std::uint32_t child : tree_.children(node)) {
        if (tree_.node(child).kind == Kind::mapping) merge(child, taken, entries);
      }
    }
    if (node.kind != Kind::mapping) return;
    for (YamlValue::Entry& entry : expand(id).entries) {
      if (taken.insert(entry.key).second) entries.push_back(std::move(entry));
    }
  }

  const YamlTree& tree_;
};

}  // namespace

YamlValue YamlTree::expand() const {
  return Expander(*this).expand(0);
}

}  // namespace orograph
