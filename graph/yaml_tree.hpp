// SPDX-License-Identifier: MIT
// YamlTree: the values of a document as they are told, one after another, to a tree in which an alias shares its
// target; and that tree to a plain one. What an alias or a nesting costs is known before it is paid, so no input
// takes unbounded time or memory.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/yaml_value.hpp"

namespace orograph {

inline constexpr std::size_t max_yaml_depth = 64;
inline constexpr std::uint64_t max_yaml_values = 1'000'000;
inline constexpr std::uint64_t max_yaml_bytes = std::uint64_t{64} << 20;  // of scalars, aliases expanded

// What the files of a recipe hold together, aliases expanded.
struct YamlSize {
  std::uint64_t values = 0, bytes = 0;
};

// Thrown when the text is no YAML that can be read on.
struct YamlFault {
  SourceLoc loc;
  std::string message, help;
};
YamlFault too_deep(SourceLoc loc);

// Small, for there are as many as a million: scalars are parts of the source wherever they are written as they read.
struct RawNode {
  YamlValue::Kind kind = YamlValue::Kind::null;
  bool quoted : 1 = false;
  bool flow : 1 = false;
  bool complete : 1 = false;
  bool implicit : 1 = false;  // a null of which nothing is written
  std::uint8_t height = 0;    // after expansion
  SourceLoc loc;
  std::string_view scalar;
  std::uint32_t first_child =
      0;  // in YamlTree's list; of a mapping: key, value, key, value ...; an alias is its target
  std::uint32_t child_count = 0;
  std::uint32_t values = 1;  // after expansion
  std::uint32_t bytes = 0;
};

class YamlTree {
 public:
  // Adds to `size` what it holds.
  YamlTree(YamlSize& size, Diagnostics& diagnostics) : diagnostics_(diagnostics), size_(size) {}

  // Keeps the text of a scalar that the source does not hold as it reads.
  std::string_view own(const std::string& text) { return texts_.emplace_back(text); }

  // A scalar or null; a sequence or mapping, whose children follow until close(); an alias. `anchor` 0 is none.
  void leaf(RawNode node, std::size_t anchor);
  void open(RawNode node, std::size_t anchor);
  void close();
  void alias(std::size_t anchor, SourceLoc loc);

  bool empty() const { return nodes_.empty(); }
  bool in_brackets() const { return !open_.empty() && nodes_[open_.back().id].flow; }
  const RawNode* open_bracket() const;  // the innermost list or mapping in brackets, or null
  const RawNode& root() const { return nodes_.front(); }

  YamlValue expand() const;
  std::span<const std::uint32_t> children(const RawNode& node) const;
  const RawNode& node(std::uint32_t id) const { return nodes_[id]; }

 private:
  std::uint32_t add(RawNode node, std::size_t anchor);
  void spend(std::uint64_t values, std::uint64_t bytes, SourceLoc loc);
  void attach(std::uint32_t id);
  void count(std::uint64_t values, std::uint64_t bytes, std::size_t height);
  void finish(std::uint32_t id);
  void check_mapping(RawNode& node);
  void join_expressions(RawNode& node);
  void mend_null(RawNode& mapping, RawNode& key, RawNode& value);
  static void make_scalar(RawNode& node, std::string_view text);
  bool check_merge(SourceLoc loc, const RawNode& value);

  Diagnostics& diagnostics_;
  YamlSize& size_;
  std::deque<RawNode> nodes_;
  std::deque<std::string> texts_;
  std::vector<std::uint32_t> children_;  // of closed nodes, each node's together
  std::vector<std::uint32_t> pending_;   // of open ones, the outermost first
  struct Open {
    std::uint32_t id = 0;
    std::size_t first_pending = 0;
  };
  std::vector<Open> open_;
  std::unordered_map<std::size_t, std::uint32_t> anchors_;
};

// A plain `<<`: merge keys follow https://yaml.org/type/merge.html.
bool is_merge(const RawNode& key);

}  // namespace orograph
