// SPDX-License-Identifier: MIT
// Recipe text to Recipe, in three steps: the text is checked, yaml-cpp's events become a tree of shared values
// (TreeBuilder), and the tree is expanded and read key by key (RecipeReader). The only file that names yaml-cpp.
// Invariant: what an alias or a nesting costs is known before it is paid, so no input takes unbounded time or memory.
// Merge keys follow https://yaml.org/type/merge.html.
#include "graph/recipe.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <deque>
#include <istream>
#include <limits>
#include <map>
#include <streambuf>
#include <unordered_map>
#include <unordered_set>

#include "graph/expression.hpp"
#include "graph/functions.hpp"
#include "graph/ir.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;
using std::string_view_literals::operator""sv;

constexpr std::size_t max_text = std::size_t{64} << 20;
constexpr std::size_t max_line = std::size_t{1} << 20;
constexpr std::size_t max_depth = 64;
constexpr std::uint64_t max_values = 1'000'000;
constexpr std::uint64_t max_expanded_bytes = max_text;
constexpr std::size_t max_params = 4096;  // each constant may look through all of them
constexpr double max_side = 2147483647.0;
constexpr double too_many_samples = 1e12;
constexpr std::size_t max_path_part = 200;  // file systems end at 255, and the writer adds to the name

constexpr std::array recipe_keys{"orograph"sv, "noise"sv, "seed"sv, "units"sv,
                                 "params"sv,   "nodes"sv, "grid"sv, "outputs"sv};
constexpr std::array grid_keys{"origin"sv, "spacing"sv, "resolution"sv, "registration"sv};
constexpr std::array output_keys{"file"sv, "channels"sv, "type"sv, "range"sv, "compression"sv, "tile"sv};
constexpr std::array registrations{"area"sv, "point"sv};
constexpr std::array sample_types{"float"sv, "half"sv, "uint8"sv, "uint16"sv, "uint32"sv};
constexpr std::array endings{".exr"sv, ".tif"sv, ".tiff"sv, ".png"sv, ".r16"sv, ".r32"sv};
// The text of a file in a message, no longer than a person reads.
std::string quote(std::string_view word) {
  constexpr std::size_t longest = 60;
  if (word.size() <= longest) return fmt::format("'{}'", word);
  std::size_t end = 0;
  while (end < longest) end += std::max<std::size_t>(1, character_bytes(word.substr(end)));
  return fmt::format("'{}...'", word.substr(0, end));
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return lower(c); });
  return out;
}

// ---- The text -------------------------------------------------------------------------------------------------

// Byte offsets of a text to places. Calls with rising offsets cost the distance between them, so that a long line
// with many values is no quadratic cost.
class SourceText {
 public:
  SourceText(std::string_view text, std::uint32_t file) : text_(text), file_(file) {}

  std::string_view text() const { return text_; }

  SourceLoc loc(std::size_t offset, std::size_t bytes) {
    offset = std::min(offset, text_.size());
    if (offset < offset_) {
      offset_ = 0;
      line_ = column_ = 1;
    }
    while (offset_ < offset) step();
    const std::string_view underlined = text_.substr(offset, std::min(bytes, line_end(offset) - offset));
    return {file_, line_, column_, std::max(1U, characters(underlined))};
  }

  // The end of the line that holds `offset`, before its line ending.
  std::size_t line_end(std::size_t offset) const {
    std::size_t end = std::min(text_.find('\n', offset), text_.size());
    if (end > offset && text_[end - 1] == '\r') --end;
    return end;
  }

  // Whether the line that holds `offset` is indented with a tab; `at` becomes the tab's offset.
  bool tab_indents(std::size_t offset, std::size_t& at) const {
    std::size_t start = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
    start = start == std::string_view::npos ? 0 : start + 1;
    at = text_.find_first_not_of(' ', start);
    return at < offset && text_[at] == '\t';
  }

 private:
  static std::uint32_t characters(std::string_view text) {
    const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    return static_cast<std::uint32_t>(std::ranges::count_if(text, starts));
  }

  void step() {
    if (text_[offset_] == '\n') {
      ++line_;
      column_ = 1;
      ++offset_;
    } else {
      const bool ascii = static_cast<unsigned char>(text_[offset_]) < 0x80;
      offset_ += ascii ? 1 : std::max<std::size_t>(1, character_bytes(text_.substr(offset_)));
      ++column_;
    }
  }

  std::string_view text_;
  std::uint32_t file_;
  std::size_t offset_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
};

struct TextFault {
  std::size_t offset;
  std::string message, help;
};

// What no recipe may hold, before YAML is thought of.
std::optional<TextFault> find_text_fault(std::string_view text) {
  const std::string_view utf8_help = "save the recipe as UTF-8";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return TextFault{0, "the recipe is UTF-16, not UTF-8", std::string(utf8_help)};
  }
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t bytes = byte < 0x80 ? 1 : character_bytes(text.substr(i));
    if (bytes == 0) return TextFault{i, fmt::format("byte 0x{:02X} is not UTF-8", byte), std::string(utf8_help)};
    if (byte == '\n') line_start = i + 1;
    if (byte == '\r' && !text.substr(i + 1).starts_with('\n')) {
      return TextFault{i, "a carriage return without a line feed", "end lines with LF or CR LF"};
    }
    if (byte == 0) return TextFault{i, "a NUL byte: the recipe is not a text", std::string(utf8_help)};
    if (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') {
      return TextFault{i, fmt::format("control character 0x{:02X}", byte), "remove it"};
    }
    if (i > line_start + max_line)
      return TextFault{line_start, "the line is longer than 1 MiB", "break it into lines"};
    i += bytes;
  }
  return std::nullopt;
}

// Where brackets nest too deeply. yaml-cpp looks far ahead of nested brackets before it tells of the first, so they
// are counted beforehand. What only looks like a bracket (inside a block text) counts too, which 64 forgive.
std::optional<std::size_t> find_deep_brackets(std::string_view text) {
  std::size_t depth = 0;
  char before = '\n';
  for (std::size_t i = 0; i < text.size(); before = text[i++]) {
    const char c = text[i];
    if (c == ']' || c == '}') depth -= depth > 0 ? 1 : 0;
    // Brackets, quotes and comments start only where a value can.
    if (" \t\n[{,:"sv.find(before) == std::string_view::npos) continue;
    if (c == '#') i = std::min(text.find('\n', i), text.size() - 1);
    if (c == '"' || c == '\'') i = std::min(text.find(c, i + 1), text.size() - 1);
    if ((c == '[' || c == '{') && ++depth > max_depth) return i;
  }
  return std::nullopt;
}

// ---- YAML events to a tree of shared values --------------------------------------------------------------------

struct RawNode {
  Kind kind = Kind::null;
  bool quoted = false;
  bool flow = false;
  bool complete = false;
  bool implicit = false;  // a null of which nothing is written
  SourceLoc loc;
  std::string scalar;
  std::vector<std::uint32_t> children;  // of a mapping: key, value, key, value ...; an alias is its target
  std::size_t height = 0;               // after expansion
  std::uint64_t values = 1;
  std::uint64_t bytes = 0;
};

bool is_merge(const RawNode& key) {
  return key.kind == Kind::scalar && !key.quoted && key.scalar == "<<";
}

// Thrown when the text is no YAML that can be read on; its diagnostic is already written.
struct Unreadable {};

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(SourceText& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  const std::deque<RawNode>& nodes() const { return nodes_; }
  bool has_document() const { return documents_ != 0; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 1) return;
    if (source_.text().substr(position(mark)).starts_with("---")) {
      stop(position(mark), 3, "a recipe is a single YAML document", "remove this '---' and what follows");
    }
    stop(position(mark), 1, "this line does not belong to what stands above it", "check the indentation");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t begin = start_of_value(mark);
    const std::string_view rest = source_.text().substr(begin);
    const std::size_t length = rest.starts_with('~') ? 1 : lower(rest.substr(0, 4)) == "null" ? 4 : 0;
    RawNode node;
    node.implicit = length == 0;
    node.loc = source_.loc(begin, length);
    finish(add(std::move(node), anchor));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::uint32_t target = anchors_.at(anchor);
    const std::size_t begin = position(mark);
    if (!nodes_[target].complete) {
      stop(begin, word_length(begin), "the alias stands inside the value it names", "such a value would never end");
    }
    const RawNode& node = nodes_[target];
    if (open_.size() + node.height > max_depth) stop_depth(source_.loc(begin, 1));
    // Refused before it is expanded, even in part.
    spend(node.values, node.bytes, source_.loc(begin, word_length(begin)));
    attach(target);
    count(node.values, node.bytes, node.height);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    RawNode node;
    node.kind = Kind::scalar;
    node.scalar = text;
    locate_scalar(mark, node);
    node.quoted = node.quoted || tag == "!" || tag == "tag:yaml.org,2002:str";
    check_tag(mark, tag);
    node.bytes = text.size();
    finish(add(std::move(node), anchor));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(Kind::sequence, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(Kind::mapping, mark, tag, anchor, style);
  }
  void OnMapEnd() override {
    check_mapping(open_.back());
    close();
  }

  void OnAnchor(const YAML::Mark&, const std::string& name) override { anchor_names_.push_back(name); }

  [[noreturn]] void stop_depth(SourceLoc loc) {
    diagnostics_.error(loc, fmt::format("values are nested deeper than {}", max_depth),
                       "give inner nodes names of their own under 'nodes'");
    throw Unreadable{};
  }

  // What yaml-cpp found, in words for people.
  [[noreturn]] void stop_at(const YAML::Exception& fault) {
    const std::size_t at = position(fault.mark);
    std::size_t tab = 0;
    if (source_.tab_indents(at, tab)) stop_tab(tab);
    const std::string_view what = fault.msg;
    const std::string_view rest = source_.text().substr(at);
    if (what == "the referenced anchor is not defined") {
      const std::size_t length = word_length(at);
      const std::vector<std::string_view> names(anchor_names_.begin(), anchor_names_.end());
      stop(at, length, fmt::format("alias {} names no anchor above it", quote(rest.substr(0, length))),
           suggest(rest.substr(1, length - 1), names));
    }
    if (what == "end of sequence flow not found") stop(at, 1, "a ',' or ']' is missing here", opened_at());
    if (what == "end of map flow not found") stop(at, 1, "a ',' or '}' is missing here", opened_at());
    if (what == "illegal map value") {
      stop(at, 1, "a ':' where no key can stand",
           "put text that holds ': ' in quotes; check the indentation of this line and the one above");
    }
    if (what == "illegal flow end") {
      const std::string bracket = quote(rest.substr(0, 1));
      const std::string open = opened_at();
      stop(at, 1,
           open.empty() ? fmt::format("this {} closes nothing", bracket)
                        : fmt::format("this {} does not close what is open", bracket),
           open);
    }
    if (what == "illegal block entry")
      stop(at, 1, "a '- ' where no list item can stand", "put each item on its own line");
    if (what == "end of map not found" || what == "end of sequence not found") {
      stop(at, 1, "this does not continue what stands above it", "check the indentation and the quotes");
    }
    if (what == "unknown token") {
      stop(at, 1, fmt::format("a value cannot start with {}", quote(rest.substr(0, 1))), "put it in quotes");
    }
    if (what.starts_with("unknown escape character")) {
      stop(std::max<std::size_t>(at, 2) - 2, 2, "unknown escape in a double-quoted text",
           "write '\\\\' for a backslash, or use single quotes");
    }
    stop(at, 1, fmt::format("not valid YAML: {}", what), {});
  }

 private:
  [[noreturn]] void stop(std::size_t at, std::size_t bytes, std::string message, std::string help) {
    diagnostics_.error(source_.loc(at, bytes), std::move(message), std::move(help));
    throw Unreadable{};
  }
  [[noreturn]] void stop_tab(std::size_t at) {
    stop(at, 1, "a tab in the indentation", "indent with spaces: YAML allows no tabs there");
  }

  // yaml-cpp counts the bytes of the text it was given.
  std::size_t position(const YAML::Mark& mark) const {
    return mark.pos < 0 ? 0 : std::min(static_cast<std::size_t>(mark.pos), source_.text().size());
  }

  // Of the alias, anchor or tag at `begin`.
  std::size_t word_length(std::size_t begin) const {
    const std::string_view rest = source_.text().substr(begin);
    return std::max<std::size_t>(1, std::min(rest.find_first_of(" \t\r\n,[]{}"), rest.size()));
  }

  std::string opened_at() const {
    for (auto it = open_.rbegin(); it != open_.rend(); ++it) {
      const RawNode& node = nodes_[*it];
      if (!node.flow) continue;
      return fmt::format("the {} that starts at line {}, column {} is not closed",
                         node.kind == Kind::sequence ? "list" : "mapping", node.loc.line, node.loc.column);
    }
    return {};
  }

  // yaml-cpp's mark stands at a value's anchor or tag: the value starts behind them.
  std::size_t start_of_value(const YAML::Mark& mark) {
    const std::string_view text = source_.text();
    std::size_t at = position(mark);
    while (at < text.size() && (text[at] == '&' || text[at] == '!')) {
      std::size_t next = at + word_length(at);
      next = skip_blanks(next);
      if (next >= text.size()) return position(mark);
      at = next;
    }
    check_tab(at);
    return at;
  }

  std::size_t skip_blanks(std::size_t at) const {
    const std::string_view text = source_.text();
    while ((at = std::min(text.find_first_not_of(" \t\r\n", at), text.size())) < text.size() && text[at] == '#') {
      at = source_.line_end(at);
    }
    return at;
  }

  // Tabs may separate, and may start a line inside brackets; a block's shape must not hang on them.
  void check_tab(std::size_t at) {
    std::size_t tab = 0;
    const bool first_of_line = at >= checked_line_end_;
    if (!first_of_line) return;
    checked_line_end_ = source_.line_end(at);
    const bool in_brackets = !open_.empty() && nodes_[open_.back()].flow;
    if (!in_brackets && source_.tab_indents(at, tab)) stop_tab(tab);
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    static constexpr std::array core{"str"sv, "int"sv, "float"sv, "bool"sv, "null"sv, "seq"sv, "map"sv};
    constexpr std::string_view prefix = "tag:yaml.org,2002:";
    if (tag.empty() || tag == "?" || tag == "!") return;
    if (tag.starts_with(prefix) && std::ranges::find(core, std::string_view(tag).substr(prefix.size())) != core.end())
      return;
    std::size_t at = position(mark);
    if (source_.text()[at] == '&') at = skip_blanks(at + word_length(at));
    const std::size_t length = word_length(at);
    diagnostics_.error(source_.loc(at, length),
                       fmt::format("tag {} means nothing here", quote(source_.text().substr(at, length))),
                       "remove it: a recipe needs no tags");
  }

  // A scalar's place is its first character, inside the quotes, wherever text and value are the same, so that a
  // column inside an expression is the place plus the offset; elsewhere it is the start of what is written.
  void locate_scalar(const YAML::Mark& mark, RawNode& node) {
    const std::string_view text = source_.text();
    const std::size_t begin = start_of_value(mark);
    const char lead = begin < text.size() ? text[begin] : '\0';
    if (lead == '"' || lead == '\'') {
      node.quoted = true;
      locate_quoted(begin, node);
    } else if (lead == '|' || lead == '>') {
      node.quoted = true;
      locate_block(begin, node);
    } else {
      const bool verbatim = text.substr(begin).starts_with(node.scalar);
      node.loc = source_.loc(begin, verbatim ? node.scalar.size() : std::string_view::npos);
    }
  }

  void locate_quoted(std::size_t begin, RawNode& node) {
    const std::string_view text = source_.text();
    const char mark = text[begin];
    std::size_t end = begin + 1;
    for (; end < text.size(); ++end) {
      if (mark == '"' && text[end] == '\\') {
        ++end;
      } else if (text[end] == mark) {
        if (mark == '"' || end + 1 >= text.size() || text[end + 1] != mark) break;
        ++end;
      }
    }
    // yaml-cpp takes the end of the file for the missing quote.
    if (end >= text.size()) stop(begin, 1, "this quote is never closed", {});
    const std::string_view inside = text.substr(begin + 1, end - begin - 1);
    const bool verbatim = !inside.empty() && inside == node.scalar;
    node.loc = verbatim ? source_.loc(begin + 1, inside.size()) : source_.loc(begin, end + 1 - begin);
  }

  void locate_block(std::size_t begin, RawNode& node) {
    const std::string_view text = source_.text();
    const std::size_t first = text.find_first_not_of(" \r\n", std::min(text.find('\n', begin), text.size()));
    const std::string_view line = std::string_view(node.scalar).substr(0, node.scalar.find('\n'));
    const bool found = !line.empty() && first != std::string_view::npos;
    node.loc = found ? source_.loc(first, std::string_view::npos) : source_.loc(begin, 1);
  }

  std::uint32_t add(RawNode node, YAML::anchor_t anchor) {
    const bool leaf = node.kind == Kind::scalar || node.kind == Kind::null;
    if (!leaf && open_.size() >= max_depth) stop_depth(node.loc);
    spend(1, node.bytes, node.loc);
    const auto id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(std::move(node));
    if (anchor != YAML::NullAnchor) anchors_[anchor] = id;
    attach(id);
    return id;
  }
  void spend(std::uint64_t values, std::uint64_t bytes, SourceLoc loc) {
    values_ += values;
    bytes_ += bytes;
    if (values_ <= max_values && bytes_ <= max_expanded_bytes) return;
    const std::string size = values_ > max_values ? fmt::format("{} values", max_values) : "64 MiB of text";
    diagnostics_.error(loc, fmt::format("the recipe holds more than {} once its aliases are expanded", size),
                       "use fewer aliases of aliases, or several recipes");
    throw Unreadable{};
  }

  void attach(std::uint32_t id) {
    if (!open_.empty()) nodes_[open_.back()].children.push_back(id);
  }

  void count(std::uint64_t values, std::uint64_t bytes, std::size_t height) {
    if (open_.empty()) return;
    RawNode& parent = nodes_[open_.back()];
    parent.values += values;
    parent.bytes += bytes;
    parent.height = std::max(parent.height, height + 1);
  }

  void finish(std::uint32_t id) {
    nodes_[id].complete = true;
    count(nodes_[id].values, nodes_[id].bytes, nodes_[id].height);
  }

  void open(Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    const std::size_t begin = start_of_value(mark);
    check_tag(mark, tag);
    RawNode node;
    node.kind = kind;
    node.flow = style == YAML::EmitterStyle::Flow;
    node.loc = source_.loc(begin, 1);
    open_.push_back(add(std::move(node), anchor));
  }

  void close() {
    const std::uint32_t id = open_.back();
    open_.pop_back();
    finish(id);
  }

  void check_mapping(std::uint32_t id) {
    std::unordered_map<std::string_view, std::uint32_t> seen;
    for (std::size_t i = 0; i + 1 < nodes_[id].children.size(); i += 2) {
      const std::uint32_t key_id = nodes_[id].children[i];
      if (nodes_[nodes_[id].children[i + 1]].implicit) mend_null(id, i);
      const RawNode& key = nodes_[key_id];
      if (key.kind != Kind::scalar) {
        diagnostics_.error(key.loc, "a key must be a name", "put the name before the ':'");
        continue;
      }
      if (is_merge(key)) {
        check_merge(key.loc, nodes_[nodes_[id].children[i + 1]]);
        continue;
      }
      const auto [first, is_new] = seen.emplace(key.scalar, key_id);
      if (!is_new) {
        diagnostics_.error(key.loc, fmt::format("duplicate key {}", quote(key.scalar)),
                           fmt::format("it stands at line {} already", nodes_[first->second].loc.line));
      }
    }
    RawNode& node = nodes_[id];
    if (!node.flow && !node.children.empty() && nodes_[node.children[0]].loc.line == node.loc.line) {
      node.loc.length = nodes_[node.children[0]].loc.length;
    }
  }

  // A value that is missing has its key's place. In brackets '{type:perlin}' is a lone key, and a frequent slip.
  void mend_null(std::uint32_t id, std::size_t i) {
    RawNode& value = nodes_[nodes_[id].children[i + 1]];
    RawNode& key = nodes_[nodes_[id].children[i]];
    value.loc = key.loc;
    const std::size_t colon = key.scalar.find(':');
    if (!nodes_[id].flow || key.quoted || key.kind != Kind::scalar || colon == std::string::npos || colon == 0 ||
        colon + 1 == key.scalar.size()) {
      return;
    }
    const std::string name = key.scalar.substr(0, colon);
    const std::string rest = key.scalar.substr(colon + 1);
    diagnostics_.error(key.loc, fmt::format("no space after the ':' of {}", quote(key.scalar)),
                       fmt::format("write {}", quote(name + ": " + rest)));
    value.kind = Kind::scalar;
    value.scalar = rest;
    key.scalar = name;
  }

  void check_merge(SourceLoc loc, const RawNode& value) {
    const auto is_mapping = [this](std::uint32_t id) { return nodes_[id].kind == Kind::mapping; };
    const bool good = value.kind == Kind::mapping ||
                      (value.kind == Kind::sequence && std::ranges::all_of(value.children, is_mapping));
    if (!good)
      diagnostics_.error(loc, "'<<' needs an alias of a mapping, or a list of them",
                         "write '<<: *name' or '<<: [*one, *two]'");
  }

  SourceText& source_;
  Diagnostics& diagnostics_;
  std::deque<RawNode> nodes_;
  std::uint64_t values_ = 0, bytes_ = 0;  // of the whole, expanded
  std::vector<std::uint32_t> open_;
  std::unordered_map<YAML::anchor_t, std::uint32_t> anchors_;
  std::vector<std::string> anchor_names_;
  std::size_t documents_ = 0;
  std::size_t checked_line_end_ = 0;
};

// A shared tree to a plain one. Its size was bounded when it was built.
class Expander {
 public:
  explicit Expander(const std::deque<RawNode>& nodes) : nodes_(nodes) {}

  YamlValue expand(std::uint32_t id) const {
    const RawNode& node = nodes_[id];
    YamlValue value;
    value.kind = node.kind;
    value.loc = node.loc;
    value.scalar = node.scalar;
    value.quoted = node.quoted;
    if (node.kind == Kind::sequence) {
      value.items.reserve(node.children.size());
      for (const std::uint32_t child : node.children) value.items.push_back(expand(child));
    }
    if (node.kind == Kind::mapping) expand_entries(node, value.entries);
    return value;
  }

 private:
  // Explicit keys win over merged ones, earlier merges over later ones.
  void expand_entries(const RawNode& node, std::vector<YamlValue::Entry>& entries) const {
    std::unordered_set<std::string> taken;
    std::vector<bool> kept(node.children.size());
    for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
      const RawNode& key = nodes_[node.children[i]];
      kept[i] = key.kind == Kind::scalar && !is_merge(key) && taken.insert(key.scalar).second;
    }
    entries.reserve(node.children.size() / 2);
    for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
      const RawNode& key = nodes_[node.children[i]];
      if (kept[i]) entries.push_back({key.scalar, key.loc, expand(node.children[i + 1])});
      if (is_merge(key)) merge(node.children[i + 1], taken, entries);
    }
  }

  void merge(std::uint32_t id, std::unordered_set<std::string>& taken, std::vector<YamlValue::Entry>& entries) const {
    const RawNode& node = nodes_[id];
    if (node.kind == Kind::sequence) {
      for (const std::uint32_t child : node.children) {
        if (nodes_[child].kind == Kind::mapping) merge(child, taken, entries);
      }
    }
    if (node.kind != Kind::mapping) return;
    for (YamlValue::Entry& entry : expand(id).entries) {
      if (taken.insert(entry.key).second) entries.push_back(std::move(entry));
    }
  }

  const std::deque<RawNode>& nodes_;
};

// A stream over a text that is not copied.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* start = const_cast<char*>(text.data());  // only read from
    setg(start, start, start + text.size());
  }
};

std::optional<YamlValue> parse_yaml(SourceText& source, Diagnostics& diagnostics) {
  TreeBuilder builder(source, diagnostics);
  try {
    if (const auto deep = find_deep_brackets(source.text())) builder.stop_depth(source.loc(*deep, 1));
    ViewBuffer buffer(source.text());
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    try {
      while (parser.HandleNextDocument(builder)) {
      }
    } catch (const YAML::Exception& fault) {
      builder.stop_at(fault);
    }
  } catch (const Unreadable&) {
    return std::nullopt;
  }
  if (!builder.has_document() || builder.nodes().empty() || builder.nodes()[0].kind == Kind::null) {
    const bool blank = source.text().find_first_not_of(" \t\r\n") == std::string_view::npos;
    diagnostics.error(source.loc(0, 1), blank ? "the recipe is empty" : "the recipe holds no keys",
                      "a recipe starts with 'orograph: 1'");
    return std::nullopt;
  }
  return Expander(builder.nodes()).expand(0);
}

// ---- Constants -------------------------------------------------------------------------------------------------

// A number as YAML and people write it, whatever its size.
bool looks_like_number(std::string_view text) {
  std::size_t i = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - start;
  };
  std::size_t mantissa = digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    mantissa += digits();
  }
  if (mantissa == 0) return false;
  if (i < text.size() && lower(text[i]) == 'e') {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

bool looks_infinite(std::string_view text) {
  std::string word = lower(text);
  if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
  if (word.starts_with('.')) word.erase(0, 1);
  return word == "nan" || word == "inf" || word == "infinity";
}

// Adds an error and returns false when `value` cannot be a constant, whatever the params are.
bool check_constant_shape(const YamlValue& value, std::string_view what, Diagnostics& diagnostics) {
  if (value.kind == Kind::null) {
    diagnostics.error(value.loc, fmt::format("{} has no value", what), "give a number, or an expression over params");
    return false;
  }
  if (value.kind != Kind::scalar) {
    diagnostics.error(value.loc, fmt::format("{} needs a number, and this is {}", what, value.kind_name()),
                      "give a number, or an expression over params");
    return false;
  }
  if (looks_infinite(value.scalar)) {
    diagnostics.error(value.loc, fmt::format("{} is {}, and must be finite", what, quote(value.scalar)),
                      "give a number");
    return false;
  }
  if (looks_like_number(value.scalar) && !value.quoted && !value.as_number()) {
    diagnostics.error(value.loc,
                      fmt::format("{} is {}, which double precision cannot hold", what, quote(value.scalar)),
                      "numbers reach from 5e-324 to 1.7e308");
    return false;
  }
  return true;
}

class ParamScope : public ConstantScope {
 public:
  ParamScope(const std::vector<Param>& params, std::vector<bool>* used) : params_(params), used_(used) {}

  std::optional<double> lookup(std::string_view name) const override {
    const auto it = std::ranges::find(params_, name, &Param::name);
    if (it == params_.end()) return std::nullopt;
    if (used_ != nullptr) (*used_)[static_cast<std::size_t>(it - params_.begin())] = true;
    return it->value;
  }
  std::vector<std::string_view> names() const override {
    std::vector<std::string_view> names;
    for (const Param& param : params_) names.push_back(param.name);
    return names;
  }

 private:
  const std::vector<Param>& params_;
  std::vector<bool>* used_;
};

// ---- Params ----------------------------------------------------------------------------------------------------

struct ParamDefinition {
  std::string name;
  SourceLoc loc;  // of the name
  YamlValue value;
  bool overridden = false;
};

// Definitions in any order to values: each is evaluated after those it names.
class ParamSolver {
 public:
  ParamSolver(const std::vector<ParamDefinition>& definitions, Diagnostics& diagnostics)
      : definitions_(definitions), diagnostics_(diagnostics), state_(definitions.size()) {
    for (const ParamDefinition& d : definitions) {
      index_.emplace(d.name, params_.size());
      params_.push_back({d.name, d.loc, 1, d.overridden, false});
    }
  }

  // A param whose definition is wrong has the value 1: its mistake is told, and should not make others.
  std::vector<Param> solve() {
    for (std::size_t i = 0; i < definitions_.size(); ++i) visit(i);
    return params_;
  }

 private:
  enum class State : char { untouched, open, done, wrong };

  void visit(std::size_t i) {
    if (state_[i] == State::open) report_cycle(i);
    if (state_[i] != State::untouched) return;
    state_[i] = State::open;
    path_.push_back(i);
    const bool good = evaluate(i);
    path_.pop_back();
    if (state_[i] == State::open) state_[i] = good ? State::done : State::wrong;
  }

  bool evaluate(std::size_t i) {
    const ParamDefinition& definition = definitions_[i];
    Diagnostics own;  // what is wrong with an override has no place in the file
    Diagnostics& sink = definition.overridden ? own : diagnostics_;
    const bool good = evaluate(i, sink);
    for (const Diagnostic& d : own.all()) {
      diagnostics_.error({}, fmt::format("--set {}={}: {}", definition.name, definition.value.scalar, d.message),
                         d.help);
    }
    return good;
  }

  bool evaluate(std::size_t i, Diagnostics& sink) {
    const YamlValue& value = definitions_[i].value;
    const std::string what = fmt::format("parameter {}", quote(definitions_[i].name));
    if (!check_constant_shape(value, what, sink)) return false;
    if (const auto number = value.as_number()) {
      params_[i].value = *number;
      return true;
    }
    const auto expression = parse_expression(value.scalar, value.loc, sink);
    if (!expression || !visit_names(*expression)) return false;
    const auto result = evaluate_constant(*expression, ParamScope(params_, nullptr), sink);
    if (result) params_[i].value = *result;
    return result.has_value();
  }

  // Evaluates the params an expression names; false when one of them is wrong.
  bool visit_names(const Expression& expression) {
    bool good = true;
    if (expression.kind == Expression::Kind::name) {
      const auto it = index_.find(expression.name);
      if (it == index_.end()) return true;
      visit(it->second);
      params_[it->second].used = true;
      good = state_[it->second] == State::done;
    }
    for (const Expression& operand : expression.operands) good = visit_names(operand) && good;
    return good;
  }

  void report_cycle(std::size_t i) {
    std::string names;
    for (auto it = std::ranges::find(path_, i); it != path_.end(); ++it) {
      names += definitions_[*it].name + " -> ";
      state_[*it] = State::wrong;
    }
    diagnostics_.error(definitions_[i].loc,
                       fmt::format("parameters depend on each other: {}{}", names, definitions_[i].name),
                       "give one of them a number");
  }

  const std::vector<ParamDefinition>& definitions_;
  Diagnostics& diagnostics_;
  std::vector<State> state_;
  std::vector<std::size_t> path_;
  std::vector<Param> params_;
  std::unordered_map<std::string_view, std::size_t> index_;
};

// ---- Output files ----------------------------------------------------------------------------------------------

struct PathFault {
  std::string message, help;
};

std::string_view ending_of(std::string_view file) {
  const std::string folded = lower(file);
  for (const std::string_view ending : endings) {
    if (folded.ends_with(ending)) return ending;
  }
  return {};
}

// Unreal takes "512x512" or "x3_y4" groups in a name for the number of a tile; the former is never meant.
bool has_size_in_name(std::string_view name) {
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    if (lower(name[i]) == 'x' && is_digit(name[i - 1]) && is_digit(name[i + 1])) return true;
  }
  return false;
}

// The path without '.' parts, or what is wrong with it.
std::string normal_path(std::string_view file, std::vector<PathFault>& faults) {
  const auto fault = [&](std::string message, std::string help) {
    if (std::ranges::find(faults, message, &PathFault::message) == faults.end()) {
      faults.push_back({std::move(message), std::move(help)});
    }
  };
  if (file.empty()) fault("the file name is empty", "write something like 'island.exr'");
  if (!faults.empty()) return {};
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::ranges::any_of(file, is_control)) fault("a control character in a file name", "remove it");
  if (file.find('\\') != std::string_view::npos) fault("a backslash in a file name", "separate folders with '/'");
  if (file.size() > 1 && is_letter(file[0]) && file[1] == ':')
    fault("a drive letter in a file name", "paths are relative to the output folder");
  if (file.starts_with('/')) fault("an absolute path", "paths are relative to the output folder: start without '/'");
  std::string normal;
  std::string_view last;
  std::string_view rest = file.starts_with('/') ? file.substr(1) : file;
  for (bool more = true; more;) {
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    more = slash != std::string_view::npos;
    rest.remove_prefix(more ? slash + 1 : rest.size());
    if (part.empty()) fault("an empty part in a path", "write single '/' between names, and none at the end");
    if (part == "..") fault("'..' in a path: files stay inside the output folder", "choose another folder with -o");
    if (part.size() > max_path_part)
      fault(fmt::format("a name longer than {} bytes in a path", max_path_part), "shorten it");
    last = part;
    if (part == ".") continue;
    if (!normal.empty()) normal += '/';
    normal += part;
  }
  const std::string_view ending = ending_of(last);
  if (ending.empty()) {
    fault(fmt::format("{} has no ending that names a format", quote(last)),
          fmt::format("one of: {}", fmt::join(endings, ", ")));
  } else if (ending.size() == last.size()) {
    fault("the file name is only an ending", fmt::format("write something like 'island{}'", ending));
  }
  if (has_size_in_name(last)) {
    fault(fmt::format("{} holds digits, 'x' and digits, which engines take for a tile's number", quote(last)),
          "leave the size out of the name");
  }
  return normal;
}

// ---- Hash ------------------------------------------------------------------------------------------------------

// FNV-1a, 64 bits (Fowler, Noll, Vo).
class Fnv {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) add_byte(static_cast<unsigned char>(c));
  }
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(word >> shift));
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 1099511628211U; }
  std::uint64_t hash_ = 14695981039346656037U;
};

// ---- The keys of a recipe --------------------------------------------------------------------------------------

// An integer as written, wrapped to 64 bits; nullopt when it is none or does not fit.
std::optional<std::int64_t> parse_integer64(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::uint64_t magnitude = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), magnitude);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (negative && magnitude > std::uint64_t{1} << 63) return std::nullopt;
  return std::bit_cast<std::int64_t>(negative ? std::uint64_t{0} - magnitude : magnitude);
}

bool is_integer_text(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

class RecipeReader {
 public:
  RecipeReader(std::string_view file, const RecipeOverrides& overrides, Diagnostics& diagnostics)
      : overrides_(overrides), diagnostics_(diagnostics) {
    recipe_.file = file;
  }

  Recipe read(YamlValue root, std::string_view text) {
    if (!expect(root, Kind::mapping, "a recipe", "start with 'orograph: 1'")) return std::move(recipe_);
    check_keys(root, recipe_keys, "a recipe");
    read_version(root);
    read_params(root);
    read_seed(root.find("seed"));
    read_units(root.find("units"));
    if (YamlValue* nodes = find(root, "nodes")) read_nodes(*nodes);
    if (const YamlValue* grid = root.find("grid")) read_grid(*grid);
    if (YamlValue* outputs = find(root, "outputs")) read_outputs(*outputs);
    for (std::size_t i = 0; i < used_.size(); ++i) recipe_.params[i].used = recipe_.params[i].used || used_[i];
    recipe_.content_hash = hash(text);
    return std::move(recipe_);
  }

 private:
  static YamlValue* find(YamlValue& mapping, std::string_view key) {
    const auto it = std::ranges::find(mapping.entries, key, &YamlValue::Entry::key);
    return it == mapping.entries.end() ? nullptr : &it->value;
  }

  bool expect(const YamlValue& value, Kind kind, std::string_view what, std::string help) {
    if (value.kind == kind) return true;
    const std::string_view wanted = kind == Kind::mapping    ? "a mapping"
                                    : kind == Kind::sequence ? "a list"
                                                             : "a text";
    if (value.kind == Kind::null) {
      diagnostics_.error(value.loc, fmt::format("{} has no value, and needs {}", what, wanted), std::move(help));
    } else {
      diagnostics_.error(value.loc, fmt::format("{} must be {}, and this is {}", what, wanted, value.kind_name()),
                         std::move(help));
    }
    return false;
  }

  void check_keys(const YamlValue& mapping, std::span<const std::string_view> keys, std::string_view what) {
    for (const YamlValue::Entry& entry : mapping.entries) {
      if (std::ranges::find(keys, entry.key) != keys.end()) continue;
      diagnostics_.error(entry.key_loc, fmt::format("unknown key {} of {}", quote(entry.key), what),
                         suggest(entry.key, keys));
    }
  }

  std::optional<double> constant(const YamlValue& value, std::string_view what) {
    return read_constant(value, recipe_.params, what, diagnostics_, &used_);
  }

  std::optional<std::int64_t> whole(const YamlValue& value, std::string_view what, double low, double high) {
    const auto number = constant(value, what);
    if (!number) return std::nullopt;
    if (*number != std::floor(*number) || *number < low || *number > high) {
      diagnostics_.error(value.loc, fmt::format("{} is {}, and must be a whole number from {:.0f} to {:.0f}", what,
                                                *number, low, high));
      return std::nullopt;
    }
    return static_cast<std::int64_t>(*number);
  }

  std::optional<std::array<double, 2>> pair(const YamlValue& value, std::string_view what, bool one_will_do) {
    const std::string help = one_will_do ? "write one number, or two: [x, y]" : "write two numbers: [x, y]";
    if (one_will_do && value.kind == Kind::scalar) {
      const auto both = constant(value, what);
      if (!both) return std::nullopt;
      return std::array{*both, *both};
    }
    if (!expect(value, Kind::sequence, what, help)) return std::nullopt;
    if (value.items.size() != 2) {
      diagnostics_.error(value.loc, fmt::format("{} needs two numbers, and holds {}", what, value.items.size()),
                         help);
      return std::nullopt;
    }
    const auto first = constant(value.items[0], what);
    const auto second = constant(value.items[1], what);
    if (!first || !second) return std::nullopt;
    return std::array{*first, *second};
  }

  // The text of a scalar that is a word, not a number.
  std::optional<std::string> word(const YamlValue& value, std::string_view what, std::string help) {
    if (!expect(value, Kind::scalar, what, help)) return std::nullopt;
    if (value.as_number()) {
      diagnostics_.error(value.loc, fmt::format("{} must be a text, and this is a number", what), std::move(help));
      return std::nullopt;
    }
    return value.scalar;
  }

  // The index of one of a few words.
  std::optional<std::size_t> choice(const YamlValue& value, std::string_view what,
                                    std::span<const std::string_view> words) {
    const auto text = word(value, what, fmt::format("one of: {}", fmt::join(words, ", ")));
    if (!text) return std::nullopt;
    const auto it = std::ranges::find(words, *text);
    if (it != words.end()) return static_cast<std::size_t>(it - words.begin());
    diagnostics_.error(value.loc, fmt::format("unknown {} {}", what, quote(*text)), suggest(*text, words));
    return std::nullopt;
  }

  void read_version(const YamlValue& root) {
    if (const YamlValue* version = root.find("orograph")) {
      check_version(*version, "'orograph'", "this orograph reads recipe format 1");
    } else {
      diagnostics_.error(root.loc, "the key 'orograph' is missing", "add 'orograph: 1', the format of the recipe");
    }
    if (const YamlValue* noise = root.find("noise")) {
      check_version(*noise, "'noise'", "this orograph computes noise version 1");
    }
  }

  void check_version(const YamlValue& value, std::string_view what, std::string help) {
    if (value.kind == Kind::scalar && !value.quoted && value.scalar == "1") return;
    if (value.kind == Kind::scalar && is_integer_text(value.scalar)) {
      if (value.quoted) help += "\nwrite the number without quotes";
      diagnostics_.error(value.loc, fmt::format("{} is {}", what, value.scalar.substr(0, 20)), std::move(help));
    } else {
      diagnostics_.error(value.loc, fmt::format("{} must be 1, and this is {}", what, value.kind_name()),
                         std::move(help));
    }
  }

  void read_seed(const YamlValue* value) {
    if (value != nullptr) recipe_.seed = seed(*value).value_or(0);
    written_seed_ = recipe_.seed;
    recipe_.seed = overrides_.seed.value_or(recipe_.seed);
  }

  std::optional<std::int64_t> seed(const YamlValue& value) {
    const std::string range = "seeds are whole numbers from -9223372036854775808 to 18446744073709551615";
    if (value.kind == Kind::scalar && !value.quoted && is_integer_text(value.scalar)) {
      const auto integer = parse_integer64(value.scalar);
      if (!integer)
        diagnostics_.error(value.loc, fmt::format("'seed' {} does not fit in 64 bits", quote(value.scalar)), range);
      return integer;
    }
    const auto number = constant(value, "'seed'");
    constexpr double exact = 9007199254740992.0;  // 2^53: beyond, a double is not the number that was written
    if (!number) return std::nullopt;
    if (*number == std::floor(*number) && std::abs(*number) <= exact) return static_cast<std::int64_t>(*number);
    diagnostics_.error(value.loc, fmt::format("'seed' is {}", *number), range);
    return std::nullopt;
  }

  void read_units(const YamlValue* value) {
    if (value == nullptr) return;
    const std::string help = "name what one world unit is: 'units: m'";
    const auto text = word(*value, "'units'", help);
    if (!text) return;
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (text->empty() || text->size() > 64 || std::ranges::any_of(*text, is_control)) {
      diagnostics_.error(value->loc, "'units' must be a short word", help);
      return;
    }
    recipe_.units = *text;
  }

  void check_name(const std::string& name, SourceLoc loc, std::string_view what) {
    const bool good = !name.empty() && is_letter(name[0]) &&
                      std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); });
    if (!good) {
      diagnostics_.error(loc, fmt::format("{} is no name for a {}", quote(name), what),
                         "names are made of letters, digits and '_', and start with no digit");
    } else if (name == "x" || name == "y" || find_function(name) != nullptr) {
      diagnostics_.error(loc,
                         fmt::format("a {} cannot be named {}: expressions have a meaning for it", what, quote(name)),
                         fmt::format("write something like '{}_'", name));
    }
  }

  void read_params(const YamlValue& root) {
    std::vector<ParamDefinition> definitions;
    const YamlValue* params = root.find("params");
    const bool readable = params == nullptr || params->kind == Kind::null ||
                          expect(*params, Kind::mapping, "'params'", "write 'params: {name: number}'");
    if (params != nullptr && readable) {
      if (params->entries.size() > max_params) {
        diagnostics_.error(params->loc, fmt::format("more than {} parameters", max_params));
        return;
      }
      for (const YamlValue::Entry& entry : params->entries) {
        check_name(entry.key, entry.key_loc, "parameter");
        definitions.push_back({entry.key, entry.key_loc, entry.value, false});
      }
    }
    Diagnostics unsaid;  // the file's own values: what is wrong with them is said below, unless an override mends it
    const std::vector<Param> written =
        overrides_.params.empty() ? std::vector<Param>() : ParamSolver(definitions, unsaid).solve();
    if (readable) apply_overrides(definitions);
    recipe_.params = ParamSolver(definitions, diagnostics_).solve();
    used_.assign(recipe_.params.size(), false);
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (written[i].value != recipe_.params[i].value) changed_[written[i].name] = recipe_.params[i].value;
    }
  }

  void apply_overrides(std::vector<ParamDefinition>& definitions) {
    std::vector<std::string_view> names;
    for (const ParamDefinition& d : definitions) names.push_back(d.name);
    for (const auto& [name, text] : overrides_.params) {
      const auto it = std::ranges::find(definitions, name, &ParamDefinition::name);
      if (it == definitions.end()) {
        diagnostics_.error({}, fmt::format("--set {}: the recipe has no parameter of this name", quote(name)),
                           names.empty() ? "the recipe has no params at all" : suggest(name, names));
      } else if (it->overridden) {
        diagnostics_.error({}, fmt::format("--set {}: given twice", quote(name)), "give each parameter once");
      } else {
        it->overridden = true;
        it->value = YamlValue();
        it->value.kind = Kind::scalar;
        it->value.scalar = text;
      }
    }
  }

  void read_nodes(YamlValue& nodes) {
    if (nodes.kind == Kind::null) return;
    if (!expect(nodes, Kind::mapping, "'nodes'", "write 'nodes:', and below it 'name: {type: ...}'")) return;
    const std::string help = "write '{type: ...}', an expression, a number or the name of a node";
    std::unordered_map<std::string_view, SourceLoc> params;
    for (const Param& param : recipe_.params) params.emplace(param.name, param.loc);
    for (YamlValue::Entry& entry : nodes.entries) {
      check_name(entry.key, entry.key_loc, "node");
      if (const auto it = params.find(entry.key); it != params.end()) {
        diagnostics_.error(entry.key_loc, fmt::format("{} is the name of a parameter already", quote(entry.key)),
                           fmt::format("the parameter stands at line {}: rename one of them", it->second.line));
      }
      if (!is_field(entry.value, fmt::format("node {}", quote(entry.key)), help)) {
        entry.value = zero(entry.value.loc);  // its name exists: no use of it is a mistake
      }
      recipe_.nodes.push_back({std::move(entry.key), entry.key_loc, std::move(entry.value)});
    }
  }

  static YamlValue zero(SourceLoc loc) {
    YamlValue value;
    value.kind = Kind::scalar;
    value.scalar = "0";
    value.loc = loc;
    return value;
  }

  bool is_field(const YamlValue& value, const std::string& what, const std::string& help) {
    if (value.kind == Kind::null) {
      diagnostics_.error(value.loc, fmt::format("{} has no value", what), help);
    } else if (value.kind == Kind::sequence) {
      diagnostics_.error(value.loc, fmt::format("{} cannot be a list", what), help);
    } else {
      return true;
    }
    return false;
  }

  void read_grid(const YamlValue& value) {
    if (!expect(value, Kind::mapping, "'grid'", "write 'grid: {resolution: [1024, 1024]}'")) return;
    check_keys(value, grid_keys, "the grid");
    const std::size_t errors = diagnostics_.error_count();
    Grid grid;
    grid.loc = value.loc;
    SourceLoc reach = value.loc;  // what makes positions run out of precision
    if (const YamlValue* origin = value.find("origin")) {
      grid.origin = pair(*origin, "'origin'", false).value_or(grid.origin);
      reach = origin->loc;
    }
    if (const YamlValue* spacing = value.find("spacing")) {
      grid.spacing = this->spacing(*spacing).value_or(grid.spacing);
      if (!value.find("origin")) reach = spacing->loc;
    }
    if (const YamlValue* registration = value.find("registration")) {
      grid.registration =
          choice(*registration, "registration", registrations) == 1 ? Registration::point : Registration::area;
    }
    if (const YamlValue* resolution = value.find("resolution")) {
      grid.resolution = this->resolution(*resolution).value_or(grid.resolution);
    } else {
      diagnostics_.error(value.loc, "the grid has no 'resolution'", "add 'resolution: [width, height]'");
    }
    if (diagnostics_.error_count() == errors) check_positions(grid, reach);
    recipe_.grid = grid;
  }

  std::optional<std::array<double, 2>> spacing(const YamlValue& value) {
    const auto spacing = pair(value, "'spacing'", true);
    if (!spacing || ((*spacing)[0] > 0 && (*spacing)[1] > 0)) return spacing;
    diagnostics_.error(value.loc,
                       fmt::format("'spacing' must be above 0, and is {}", std::min((*spacing)[0], (*spacing)[1])));
    return std::nullopt;
  }

  std::optional<std::array<std::int64_t, 2>> resolution(const YamlValue& value) {
    const std::string help = "write one number, or two: [width, height]";
    const YamlValue* sides[2] = {&value, &value};
    if (value.kind != Kind::scalar) {
      if (!expect(value, Kind::sequence, "'resolution'", help)) return std::nullopt;
      if (value.items.size() != 2) {
        diagnostics_.error(value.loc, fmt::format("'resolution' needs two numbers, and holds {}", value.items.size()),
                           help);
        return std::nullopt;
      }
      sides[0] = &value.items[0];
      sides[1] = &value.items[1];
    }
    const auto width = whole(*sides[0], "'resolution'", 1, max_side);
    const auto height = sides[1] == sides[0] ? width : whole(*sides[1], "'resolution'", 1, max_side);
    if (!width || !height) return std::nullopt;
    if (static_cast<double>(*width) * static_cast<double>(*height) >= too_many_samples) {
      diagnostics_.error(value.loc,
                         fmt::format("{} x {} samples are too many: a grid holds fewer than 10^12", *width, *height),
                         "render parts of it with several recipes or --window");
      return std::nullopt;
    }
    return std::array{*width, *height};
  }

  // Neighbours differ by the spacing, and each position is rounded twice (product and sum): at two units in the
  // last place or more no two of them can coincide.
  void check_positions(const Grid& grid, SourceLoc loc) {
    const double half = grid.registration == Registration::area ? 0.5 : 0.0;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const char name = axis == 0 ? 'x' : 'y';
      const double extent = (static_cast<double>(grid.resolution[axis] - 1) + half) * grid.spacing[axis];
      const double last = grid.origin[axis] + extent;
      const double farthest = std::max({std::abs(grid.origin[axis]), std::abs(last), extent});
      if (!(farthest <= max_position)) {
        diagnostics_.error(
            loc, fmt::format("the grid reaches {} = {:g}; positions lie within +-{:g}", name, last, max_position),
            "take a smaller spacing or origin");
        continue;
      }
      const double ulp = std::nextafter(farthest, std::numeric_limits<double>::infinity()) - farthest;
      if (grid.resolution[axis] > 1 && grid.spacing[axis] < 2 * ulp) {
        diagnostics_.error(
            loc,
            fmt::format("neighbouring samples along {} have the same position: at {} numbers of double "
                        "precision lie {} apart, and the spacing is {}",
                        name, farthest, ulp, grid.spacing[axis]),
            "move the origin nearer to 0, or take a larger spacing");
      }
    }
  }

  void read_outputs(YamlValue& outputs) {
    if (outputs.kind == Kind::null) return;
    const std::string help = "write '- {file: island.exr, channels: {height: height}}'";
    if (!expect(outputs, Kind::sequence, "'outputs'", help)) return;
    for (YamlValue& item : outputs.items) {
      if (expect(item, Kind::mapping, "an output", help)) read_output(item);
    }
  }

  void read_output(YamlValue& value) {
    Output output;
    output.loc = value.loc;
    const auto reading = [&](std::initializer_list<std::string_view> keys, const auto& read) {
      const std::size_t errors = diagnostics_.error_count();
      read();
      if (diagnostics_.error_count() != errors) output.unread.insert(output.unread.end(), keys);
    };
    // An unknown key may be any optional one, misspelt.
    reading({"type", "range"}, [&] { check_keys(value, output_keys, "an output"); });
    reading({"file"}, [&] {
      if (const YamlValue* file = value.find("file")) return read_file(*file, output);
      diagnostics_.error(value.loc, "the output has no 'file'", "add 'file: island.exr'");
    });
    reading({"channels"}, [&] {
      if (YamlValue* channels = find(value, "channels")) return read_channels(*channels, output);
      diagnostics_.error(value.loc, "the output has no 'channels'", "add 'channels: {height: NODE}'");
    });
    reading({"type"}, [&] { read_type(value, output); });
    reading({"range"}, [&] { read_range(value, output); });
    read_encoding(value, output);
    recipe_.outputs.push_back(std::move(output));
  }

  void read_type(const YamlValue& value, Output& output) {
    const std::string_view ending = ending_of(output.file);
    output.type = ending == ".png" || ending == ".r16" ? SampleType::u16 : SampleType::f32;
    if (const YamlValue* type = value.find("type")) {
      if (const auto index = choice(*type, "type", sample_types)) output.type = static_cast<SampleType>(*index);
    }
  }

  void read_range(const YamlValue& value, Output& output) {
    if (const YamlValue* range = value.find("range")) {
      output.range = pair(*range, "'range'", false);
      output.range_loc = range->loc;
    }
  }

  void read_encoding(const YamlValue& value, Output& output) {
    if (const YamlValue* compression = value.find("compression")) {
      output.compression = word(*compression, "'compression'", "name one, like 'zip'").value_or("");
      output.compression_loc = compression->loc;
    }
    if (const YamlValue* tile = value.find("tile")) {
      output.tile = whole(*tile, "'tile'", 0, 65536).value_or(0);
      output.tile_loc = tile->loc;
    }
  }

  void read_file(const YamlValue& value, Output& output) {
    output.loc = value.loc;
    const auto file = word(value, "'file'", "write something like 'island.exr'");
    if (!file) return;
    std::vector<PathFault> faults;
    output.file = normal_path(*file, faults);
    for (const PathFault& fault : faults) diagnostics_.error(value.loc, fault.message, fault.help);
    if (faults.empty()) check_unique(output);
  }

  // Many file systems do not tell cases apart.
  void check_unique(const Output& output) {
    const std::string folded = lower(output.file);
    const auto [it, is_new] = files_.emplace(folded, output.loc);
    if (!is_new) {
      diagnostics_.error(output.loc, fmt::format("{} is written twice", quote(output.file)),
                         fmt::format("the output at line {} has this file already", it->second.line));
    }
    if (const auto folder = folders_.find(folded); folder != folders_.end())
      report_folder(output.loc, output.file, folder->second);
    for (std::size_t slash = folded.find('/'); slash != std::string::npos; slash = folded.find('/', slash + 1)) {
      const std::string parent = folded.substr(0, slash);
      if (const auto file = files_.find(parent); file != files_.end())
        report_folder(output.loc, parent, file->second);
      folders_.emplace(parent, output.loc);
    }
  }

  void report_folder(SourceLoc loc, std::string_view name, SourceLoc other) {
    diagnostics_.error(loc, fmt::format("{} is a file and a folder", quote(name)),
                       fmt::format("see the output at line {}", other.line));
  }

  void read_channels(YamlValue& value, Output& output) {
    if (!expect(value, Kind::mapping, "'channels'", "write 'channels: {name: NODE}'")) return;
    if (value.entries.empty())
      diagnostics_.error(value.loc, "the output has no channels", "write 'channels: {name: NODE}'");
    for (YamlValue::Entry& entry : value.entries) {
      const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
      if (entry.key.empty() || std::ranges::any_of(entry.key, is_control)) {
        diagnostics_.error(entry.key_loc, fmt::format("{} is no name for a channel", quote(entry.key)),
                           "use letters and digits");
      }
      if (is_field(entry.value, fmt::format("channel {}", quote(entry.key)), "name a node, or write an expression")) {
        output.channels.push_back({std::move(entry.key), entry.key_loc, std::move(entry.value)});
      }
    }
  }

  // Every param whose value is not the file's counts: an override that pins a param which others would have
  // changed makes another recipe.
  std::uint64_t hash(std::string_view text) const {
    Fnv fnv;
    fnv.add(text);
    for (const auto& [name, value] : changed_) {
      fnv.add(name);
      fnv.add(std::bit_cast<std::uint64_t>(value));
    }
    if (recipe_.seed != written_seed_) fnv.add(std::bit_cast<std::uint64_t>(recipe_.seed));
    return fnv.value();
  }

  const RecipeOverrides& overrides_;
  Diagnostics& diagnostics_;
  Recipe recipe_;
  std::vector<bool> used_;
  std::int64_t written_seed_ = 0;
  std::map<std::string, double> changed_;  // sorted by name
  std::unordered_map<std::string, SourceLoc> files_;
  std::unordered_map<std::string, SourceLoc> folders_;
};

}  // namespace

const YamlValue* YamlValue::find(std::string_view key) const {
  const auto it = std::ranges::find(entries, key, &Entry::key);
  return it == entries.end() ? nullptr : &it->value;
}

std::string_view YamlValue::kind_name() const {
  switch (kind) {
    case Kind::null:
      return "nothing";
    case Kind::sequence:
      return "a list";
    case Kind::mapping:
      return "a mapping";
    case Kind::scalar:
      break;
  }
  return !quoted && looks_like_number(scalar) ? "a number" : "a string";
}

std::optional<double> YamlValue::as_number() const {
  if (kind != Kind::scalar || quoted || !looks_like_number(scalar)) return std::nullopt;
  std::string_view text = scalar;
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view sample_type_name(SampleType type) {
  return sample_types[static_cast<std::size_t>(type)];
}

Recipe parse_recipe(std::string_view text, std::string_view file, const RecipeOverrides& overrides,
                    Diagnostics& diagnostics) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  Recipe unread;
  unread.file = file;
  if (text.size() > max_text) {
    const std::uint32_t id = diagnostics.add_source(std::string(file), {});
    diagnostics.error({id, 1, 1}, "the recipe is larger than 64 MiB");
    return unread;
  }
  const std::string_view body = text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
  SourceText source(body, diagnostics.add_source(std::string(file), std::string(body)));
  if (const auto fault = find_text_fault(body)) {
    diagnostics.error(source.loc(fault->offset, 1), fault->message, fault->help);
    return unread;
  }
  std::optional<YamlValue> root = parse_yaml(source, diagnostics);
  if (!root) return unread;
  return RecipeReader(file, overrides, diagnostics).read(std::move(*root), text);
}

std::optional<double> read_constant(const YamlValue& value, const std::vector<Param>& params, std::string_view what,
                                    Diagnostics& diagnostics, std::vector<bool>* used_params) {
  if (!check_constant_shape(value, what, diagnostics)) return std::nullopt;
  if (const auto number = value.as_number()) return number;
  const auto expression = parse_expression(value.scalar, value.loc, diagnostics);
  if (!expression) return std::nullopt;
  if (used_params != nullptr && used_params->size() < params.size()) used_params->resize(params.size());
  return evaluate_constant(*expression, ParamScope(params, used_params), diagnostics);
}

std::string print(const Recipe& recipe) {
  std::string out = fmt::format("recipe {} hash {:016x}\nseed {}\n", recipe.file, recipe.content_hash, recipe.seed);
  if (!recipe.units.empty()) out += fmt::format("units {}\n", recipe.units);
  for (const Param& p : recipe.params)
    out += fmt::format("param {} = {}{}\n", p.name, p.value, p.overridden ? " (--set)" : "");
  for (const NodeDefinition& n : recipe.nodes)
    out += fmt::format("node {}: {}\n", n.name, n.value.kind == Kind::scalar ? n.value.scalar : n.value.kind_name());
  if (recipe.grid) {
    const Grid& g = *recipe.grid;
    out += fmt::format("grid origin [{}, {}] spacing [{}, {}] resolution [{}, {}] {}\n", g.origin[0], g.origin[1],
                       g.spacing[0], g.spacing[1], g.resolution[0], g.resolution[1],
                       g.registration == Registration::area ? "area" : "point");
  }
  for (const Output& o : recipe.outputs) {
    std::vector<std::string_view> names;
    for (const OutputChannel& channel : o.channels) names.push_back(channel.name);
    out += fmt::format("output {} {}: {}\n", o.file, sample_type_name(o.type), fmt::join(names, ", "));
  }
  return out;
}

}  // namespace orograph
