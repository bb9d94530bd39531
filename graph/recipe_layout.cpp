// SPDX-License-Identifier: MIT
// Lines of tokens to lines of text. The columns of keys and dashes become levels of two blanks each; what is read
// back is compared with what was there.
#include "graph/recipe_layout.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/layout_lines.hpp"
#include "graph/recipe_text.hpp"
#include "graph/source_text.hpp"

namespace orograph {
namespace {

using Token = LayoutToken;
using Line = LayoutLine;

constexpr std::size_t step = 2;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Keys or dashes of one mapping or list, which stand in one column.
struct Level {
  std::size_t column;  // as written
  std::size_t indent;  // as it becomes
  bool list;
};

class Levels {
 public:
  // The level of what stands in `column` at the start of a line, or behind a dash.
  void enter(std::size_t column, bool list) {
    while (!levels_.empty() && levels_.back().column > column) levels_.pop_back();
    if (!list && !levels_.empty() && levels_.back().column == column && levels_.back().list) levels_.pop_back();
    const bool known = !levels_.empty() && levels_.back().column == column && levels_.back().list == list;
    if (!known) levels_.push_back({column, levels_.empty() ? 0 : levels_.back().indent + step, list});
  }

  std::size_t indent() const { return levels_.empty() ? 0 : levels_.back().indent; }
  // Of what stands behind a dash, or of a key.
  std::size_t inner() const { return levels_.empty() ? 0 : indent() + (levels_.back().list ? step : 0); }
  void clear() { levels_.clear(); }

  std::size_t indent_at(std::size_t column) const {
    const auto it =
        std::find_if(levels_.rbegin(), levels_.rend(), [&](const Level& l) { return l.column <= column; });
    return it == levels_.rend() ? 0 : it->indent;
  }

 private:
  std::vector<Level> levels_;
};

std::string_view between(const Token& before, const Token& token) {
  using enum Token::Kind;
  if (token.kind == colon) return before.text.starts_with('*') ? " " : "";  // else the ':' is part of the alias
  if (before.kind == colon) return " ";  // '{a: , b: }': a ':' that is the end of a word is none
  return token.kind == close || token.kind == comma || before.kind == open ? "" : " ";
}

struct TextLine {
  std::string text;
  std::string_view comment = {};
};

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

class Layout {
 public:
  explicit Layout(const std::vector<Line>& lines) : lines_(lines) {}

  std::string text() {
    for (std::size_t i = 0; i < lines_.size(); ++i) add(i);
    while (!out_.empty() && out_.back().text.empty() && out_.back().comment.empty() && !ends_in_block_)
      out_.pop_back();
    return joined();
  }

 private:
  void add(std::size_t i) {
    const Line& line = lines_[i];
    ends_in_block_ = line.kind == Line::Kind::block || (ends_in_block_ && line.kind == Line::Kind::blank);
    switch (line.kind) {
      case Line::Kind::blank:
        return add_blank(i);
      case Line::Kind::comment:
        return add_comment(i);
      case Line::Kind::content:
        return add_content(line);
      case Line::Kind::more:
        return add_tokens(line, levels_.inner() + step * (line.depth - leading_closers(line)));
      case Line::Kind::quoted:
        return add_tokens(line, levels_.inner() + step * (line.depth + 1));
      case Line::Kind::plain:
        return add_tokens(line, levels_.inner() + (keyed_ ? step : 0));
      case Line::Kind::block:
        out_.push_back({line.text.empty() ? "" : std::string(block_indent_, ' ') + std::string(line.text)});
        return;
      case Line::Kind::document:
        levels_.clear();
        return add_tokens(line, 0);
    }
  }

  // Empty lines inside a text are line breaks of it.
  void add_blank(std::size_t i) {
    std::size_t next = i;
    while (next < lines_.size() && lines_[next].kind == Line::Kind::blank) ++next;
    const bool in_text = next < lines_.size() && lines_[next].kind == Line::Kind::plain;
    const bool another = !out_.empty() && out_.back().text.empty() && out_.back().comment.empty() &&
                         lines_[i - 1].kind == Line::Kind::blank;
    ends_in_block_ = false;
    if (in_text || (!out_.empty() && !another)) out_.push_back({});
  }

  void add_content(const Line& line) {
    enter(levels_, line);
    const bool has_key =
        std::ranges::any_of(line.tokens, [](const Token& token) { return token.kind == Token::Kind::colon; });
    keyed_ = has_key && line.tokens.back().kind != Token::Kind::dash;
    std::size_t indent = 0;
    if (!line.tokens.empty()) {
      Levels first = before_;
      first.enter(line.tokens.front().column, line.tokens.front().kind == Token::Kind::dash);
      indent = first.indent();
    }
    add_tokens(line, indent);
    block_indent_ = levels_.indent() + (line.indicator == 0 ? step : line.indicator);
  }

  // The levels of the dashes at the start of a line, and of the key behind them.
  void enter(Levels& levels, const Line& line) {
    before_ = levels;
    for (const Token& token : line.tokens) {
      const bool dash = token.kind == Token::Kind::dash;
      const bool key = !dash && (token.kind != Token::Kind::comment);
      if (dash || key) levels.enter(token.column, dash);
      if (!dash) return;
    }
  }

  void add_comment(std::size_t i) {
    const Token& comment = lines_[i].tokens.front();
    const auto next = std::find_if(lines_.begin() + static_cast<std::ptrdiff_t>(i), lines_.end(), [](const Line& l) {
      return l.kind != Line::Kind::blank && l.kind != Line::Kind::comment;
    });
    const bool has_next = next != lines_.end() && !next->tokens.empty();
    const bool of_next = has_next && next->tokens.front().column == comment.column;
    if (i > 0 && !of_next && lines_[i - 1].kind != Line::Kind::blank && !lines_[i - 1].tokens.empty() &&
        lines_[i - 1].tokens.back().kind == Token::Kind::comment &&
        lines_[i - 1].tokens.back().column == comment.column && !out_.back().comment.empty()) {
      out_.push_back({"", comment.text});  // goes on with the comment above
      return;
    }
    std::size_t indent = levels_.indent_at(comment.column);
    if (lines_[i].depth > 0) {
      indent = levels_.inner() + step * lines_[i].depth;
    } else if (of_next && next->kind == Line::Kind::content) {
      Levels levels = levels_;
      levels.enter(comment.column, next->tokens.front().kind == Token::Kind::dash);
      indent = levels.indent();
    }
    out_.push_back({std::string(indent, ' ') + std::string(comment.text)});
  }

  static std::size_t leading_closers(const Line& line) {
    const auto first = std::ranges::find_if(line.tokens, [](const Token& t) { return t.kind != Token::Kind::close; });
    return std::min(line.depth, static_cast<std::size_t>(first - line.tokens.begin()));
  }

  void add_tokens(const Line& line, std::size_t indent) {
    TextLine out;
    if (!line.tokens.empty()) out.text = std::string(indent, ' ');
    for (std::size_t t = 0; t < line.tokens.size(); ++t) {
      const Token& token = line.tokens[t];
      if (token.kind == Token::Kind::comment) {
        out.comment = token.text;
        break;
      }
      if (t > 0) out.text += between(line.tokens[t - 1], token);
      out.text += token.text;
    }
    out_.push_back(std::move(out));
  }

  // Comments behind lines that follow each other stand in one column.
  std::string joined() const {
    std::string text;
    for (std::size_t i = 0; i < out_.size();) {
      std::size_t end = i, column = 0;
      for (; end < out_.size() && !out_[end].comment.empty(); ++end)
        column = std::max(column, width(out_[end].text) + step);
      for (; i < end; ++i) {
        text += out_[i].text + std::string(column - width(out_[i].text), ' ');
        text += out_[i].comment;
        text += '\n';
      }
      if (i < out_.size()) text += out_[i++].text + '\n';
    }
    return text;
  }

  const std::vector<Line>& lines_;
  std::vector<TextLine> out_;
  Levels levels_, before_;
  std::size_t block_indent_ = 0;
  bool keyed_ = false;          // the text that may go on has a key on its line
  bool ends_in_block_ = false;  // empty lines at the end belong to a text
};

bool equal(const YamlValue& a, const YamlValue& b) {
  const auto same_entry = [](const YamlValue::Entry& x, const YamlValue::Entry& y) {
    return x.key == y.key && equal(x.value, y.value);
  };
  return a.kind == b.kind && a.scalar == b.scalar && a.quoted == b.quoted &&
         std::ranges::equal(a.items, b.items, equal) && std::ranges::equal(a.entries, b.entries, same_entry);
}

bool is_layout(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Where the characters of `text` that are not layout stop being those of `other`; npos where they never do.
std::size_t first_difference(std::string_view text, std::string_view other) {
  std::size_t j = 0;
  const auto skip = [&] {
    while (j < other.size() && is_layout(other[j])) ++j;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_layout(text[i])) continue;
    skip();
    if (j == other.size() || other[j++] != text[i]) return i;
  }
  skip();
  return j == other.size() ? std::string_view::npos : text.size();
}

std::optional<YamlValue> read(std::string_view text, std::string_view name, Diagnostics& diagnostics) {
  RecipeSize size;
  return read_recipe_text(text, name, Diagnostics::SourceKind::recipe, size, diagnostics);
}

}  // namespace

std::optional<std::string> put_in_order(std::string_view text, std::string_view name, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const std::optional<YamlValue> value = read(text, name, diagnostics);
  if (!value || diagnostics.error_count() != errors) return std::nullopt;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());

  const LayoutLines lines = layout_lines(text);
  if (const auto* fault = std::get_if<TextFault>(&lines)) {
    diagnostics.error(SourceText(text, value->loc.file).loc(fault->offset, 1), fault->message, fault->help);
    return std::nullopt;
  }
  std::string ordered = Layout(std::get<std::vector<Line>>(lines)).text();

  Diagnostics unheard;
  const std::optional<YamlValue> again = read(ordered, name, unheard);
  const bool same = again && !unheard.has_errors() && equal(*value, *again);
  const std::size_t different = first_difference(text, ordered);
  const LayoutLines settled = layout_lines(ordered);
  const auto* settled_lines = std::get_if<std::vector<Line>>(&settled);
  const bool stays = settled_lines != nullptr && Layout(*settled_lines).text() == ordered;
  if (same && stays && different == std::string_view::npos) return ordered;
  diagnostics.error(different == std::string_view::npos ? SourceLoc{value->loc.file, 1, 1, 1}
                                                        : SourceText(text, value->loc.file).loc(different, 1),
                    "the layout of this recipe cannot be put in order without changing what it says",
                    "nothing was changed; texts of several lines in quotes, or of '|' and '>', are kept best");
  return std::nullopt;
}

}  // namespace orograph
