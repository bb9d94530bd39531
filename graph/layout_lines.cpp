// SPDX-License-Identifier: MIT
// One pass over the lines; what is open at the end of one (brackets, quotes, a text that may go on) says how the next
// is read.
#include "graph/layout_lines.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "graph/text.hpp"

namespace orograph {
namespace {

using Token = LayoutToken;
using Line = LayoutLine;

constexpr auto npos = std::string_view::npos;

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view without_blanks_behind(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  LayoutLines scan() {
    for (std::size_t start = 0; start < text_.size() && !fault_;) {
      const std::size_t end = std::min(text_.find('\n', start), text_.size());
      line_start_ = start;
      line_ = text_.substr(start, end - start);
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      read_line();
      start = end + 1;
    }
    end_block_text();
    if (fault_) return std::move(*fault_);
    return std::move(lines_);
  }

 private:
  void refuse(std::size_t column, std::string message, std::string help) {
    if (!fault_) fault_ = TextFault{line_start_ + column, std::move(message), std::move(help)};
  }

  void read_line() {
    const std::size_t column = std::min(line_.find_first_not_of(' '), line_.size());
    if (block_text_ && read_block_text(column)) return;
    const std::size_t first = std::min(line_.find_first_not_of(" \t"), line_.size());
    if (quote_ != 0) return read_rest_of_quoted(first);
    if (first == line_.size()) {
      lines_.push_back({});
      return;
    }
    if (line_[column] == '\t' && depth_ == 0) {
      return refuse(column, "a tab indents this line", "indent with blanks");
    }
    Line line;
    line.depth = depth_;
    if (line_[first] == '#') {
      line.kind = Line::Kind::comment;
      plain_parent_.reset();
      at_ = first;
    } else if (depth_ > 0) {
      line.kind = Line::Kind::more;
      at_ = first;
    } else if (is_document_mark()) {
      return read_document_mark();
    } else if (plain_parent_ && column > *plain_parent_) {
      line.kind = Line::Kind::plain;
      at_ = column;
      return read_plain_line(std::move(line));
    } else {
      line.kind = Line::Kind::content;
      at_ = column;
      leave_levels(column);
    }
    read_tokens(line);
    lines_.push_back(std::move(line));
  }

  bool is_document_mark() const {
    const bool mark = line_.starts_with("---") || line_.starts_with("...");
    return line_.starts_with('%') || (mark && (line_.size() == 3 || is_blank(line_[3])));
  }

  void read_document_mark() {
    const std::string_view rest = line_.substr(std::min<std::size_t>(3, line_.size()));
    const std::size_t behind = rest.find_first_not_of(" \t");
    if (line_.starts_with('%') || (behind != npos && rest[behind] != '#')) {
      return refuse(0, "the layout of this line cannot be kept",
                    line_.starts_with('%') ? "remove it" : "put what stands behind the mark on a line of its own");
    }
    Line line;
    line.kind = Line::Kind::document;
    line.tokens.push_back({Token::Kind::word, line_.substr(0, 3), 0});
    at_ = 3;
    read_tokens(line);
    plain_parent_.reset();
    levels_.clear();
    lines_.push_back(std::move(line));
  }

  // A text without quotes goes on: no key, no brackets, at most a comment behind it.
  void read_plain_line(Line line) {
    read_plain(line, false);
    skip_blanks();
    if (at_ < line_.size() && line_[at_] == '#') {
      read_comment(line);
      plain_parent_.reset();
    } else if (at_ < line_.size()) {
      refuse(at_, "the layout of this text cannot be kept", "put it in quotes");
    }
    lines_.push_back(std::move(line));
  }

  void read_rest_of_quoted(std::size_t first) {
    Line line;
    line.depth = depth_;
    line.kind = Line::Kind::quoted;
    at_ = first;
    read_quoted(line, first);
    if (quote_ == 0) read_tokens(line);
    lines_.push_back(std::move(line));
  }

  // False where the line does not belong to the text any more.
  bool read_block_text(std::size_t column) {
    if (column == line_.size() && (text_column_ == 0 || column <= text_column_)) {
      ++blank_lines_;
      return true;
    }
    if (text_column_ == 0 && column > block_parent_) text_column_ = column;
    if (text_column_ == 0 || column < text_column_) {
      end_block_text();
      return false;
    }
    add_block_lines(blank_lines_);
    blank_lines_ = 0;
    add_block_lines(1, line_.substr(text_column_));
    return true;
  }

  // Empty lines behind the text belong to it where its header says so ('+').
  void end_block_text() {
    if (!block_text_) return;
    if (keep_lines_) {
      add_block_lines(blank_lines_);
    } else {
      lines_.resize(lines_.size() + blank_lines_);
    }
    block_text_ = false;
    blank_lines_ = 0;
  }

  void add_block_lines(std::size_t count, std::string_view text = {}) {
    for (std::size_t i = 0; i < count; ++i) {
      Line line;
      line.kind = Line::Kind::block;
      line.text = text;
      lines_.push_back(std::move(line));
    }
  }

  void leave_levels(std::size_t column) {
    while (!levels_.empty() && levels_.back() >= column) levels_.pop_back();
  }

  // The innermost key or dash: what belongs to it stands further right.
  std::size_t parent_column() const { return levels_.empty() ? 0 : levels_.back(); }

  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }

  bool ends_word(std::size_t at) const { return at >= line_.size() || is_blank(line_[at]); }
  bool ends_flow_word(std::size_t at) const {
    return ends_word(at) || (depth_ > 0 && std::string_view(",[]{}").find(line_[at]) != npos);
  }

  void add(Line& line, Token::Kind kind, std::size_t end) {
    line.tokens.push_back({kind, line_.substr(at_, end - at_), at_});
    at_ = end;
  }

  void read_tokens(Line& line) {
    if (line.kind == Line::Kind::content) {
      for (; at_ < line_.size() && line_[at_] == '-' && ends_word(at_ + 1); skip_blanks()) {
        levels_.push_back(at_);
        add(line, Token::Kind::dash, at_ + 1);
      }
    }
    plain_parent_.reset();
    for (skip_blanks(); at_ < line_.size() && !fault_; skip_blanks()) read_token(line);
  }

  void read_token(Line& line) {
    const char c = line_[at_];
    const bool starts_value = line.tokens.empty() || line.tokens.back().kind != Token::Kind::word;
    if (c == '#' && (at_ == 0 || is_blank(line_[at_ - 1]))) {
      read_comment(line);
    } else if (c == '"' || c == '\'') {
      quote_ = c;
      read_quoted(line, at_ + 1);
    } else if (c == '{' || c == '[') {
      ++depth_;
      add(line, Token::Kind::open, at_ + 1);
    } else if (depth_ > 0 && (c == '}' || c == ']')) {
      --depth_;
      add(line, Token::Kind::close, at_ + 1);
    } else if (depth_ > 0 && c == ',') {
      add(line, Token::Kind::comma, at_ + 1);
    } else if (c == ':' && (ends_flow_word(at_ + 1) || follows_json_key(line))) {
      read_colon(line);
    } else if (c == '?' && ends_word(at_ + 1)) {
      refuse(at_, "the layout of a key marked by '?' cannot be kept", "write 'name: value'");
    } else if (c == '&' || c == '*' || c == '!') {
      std::size_t end = at_ + 1;
      while (!ends_flow_word(end)) ++end;
      add(line, Token::Kind::property, end);
    } else if (depth_ == 0 && (c == '|' || c == '>') && starts_value) {
      read_block_header(line);
    } else {
      read_plain(line, true);
    }
  }

  // '{"a":1}': no blank is needed behind a key in quotes.
  bool follows_json_key(const Line& line) const {
    if (depth_ == 0 || line.tokens.empty()) return false;
    const Token& before = line.tokens.back();
    return before.column + before.text.size() == at_ && (before.text.ends_with('"') || before.text.ends_with('\''));
  }

  void read_colon(Line& line) {
    if (depth_ == 0) {
      std::size_t key = line.tokens.size();
      while (key > 0 && line.tokens[key - 1].kind != Token::Kind::dash) --key;
      if (key < line.tokens.size()) levels_.push_back(line.tokens[key].column);
    }
    plain_parent_.reset();
    add(line, Token::Kind::colon, at_ + 1);
  }

  void read_comment(Line& line) {
    plain_parent_.reset();
    const std::string_view comment = without_blanks_behind(line_.substr(at_));
    add(line, Token::Kind::comment, at_ + comment.size());
    at_ = line_.size();
  }

  // From `from` on inside the quotes, the token from at_ on.
  void read_quoted(Line& line, std::size_t from) {
    const bool escapes = quote_ == '"';
    std::size_t end = from;
    for (; end < line_.size(); ++end) {
      if (escapes && line_[end] == '\\') {
        ++end;
      } else if (line_[end] == quote_) {
        if (escapes || end + 1 >= line_.size() || line_[end + 1] != '\'') break;
        ++end;
      }
    }
    if (end < line_.size()) {
      quote_ = 0;
      return add(line, Token::Kind::word, end + 1);
    }
    if (at_ == line_.size()) return;  // an empty line inside the quotes
    std::string_view part = line_.substr(at_);
    if (!escapes || !(part.size() > 1 && part[part.find_last_not_of(" \t")] == '\\'))
      part = without_blanks_behind(part);
    add(line, Token::Kind::word, at_ + part.size());
    at_ = line_.size();
  }

  void read_plain(Line& line, bool may_be_key) {
    std::size_t end = at_;
    while (end < line_.size()) {
      if (line_[end] == '#' && end > at_ && is_blank(line_[end - 1])) break;
      if (line_[end] == ':' && may_be_key && ends_flow_word(end + 1)) break;
      if (depth_ > 0 && std::string_view(",[]{}").find(line_[end]) != npos) break;
      ++end;
    }
    const std::size_t parent = plain_parent_.value_or(parent_column());
    if (end == at_) ++end;  // never stands still
    add(line, Token::Kind::word, at_ + without_blanks_behind(line_.substr(at_, end - at_)).size());
    if (depth_ == 0) plain_parent_ = parent;
  }

  void read_block_header(Line& line) {
    std::size_t end = at_ + 1;
    while (end < line_.size() && !is_blank(line_[end])) ++end;
    const std::string_view header = line_.substr(at_, end - at_);
    const std::size_t digit = header.find_first_of("123456789");
    block_text_ = true;
    keep_lines_ = header.find('+') != npos;
    block_parent_ = parent_column();
    line.indicator = digit == npos ? 0 : static_cast<std::size_t>(header[digit] - '0');
    text_column_ = line.indicator == 0 ? 0 : block_parent_ + line.indicator;
    add(line, Token::Kind::word, end);
    plain_parent_.reset();
  }

  std::string_view text_, line_;
  std::size_t line_start_ = 0, at_ = 0;
  std::vector<Line> lines_;
  std::optional<TextFault> fault_;
  std::vector<std::size_t> levels_;          // columns of the keys and dashes that the line stands below
  std::size_t depth_ = 0;                    // open brackets
  char quote_ = 0;                           // that is open
  std::optional<std::size_t> plain_parent_;  // a text without quotes goes on in lines that stand further right
  bool block_text_ = false, keep_lines_ = false;
  std::size_t block_parent_ = 0, text_column_ = 0, blank_lines_ = 0;
};

}  // namespace

LayoutLines layout_lines(std::string_view text) {
  return Scanner(text).scan();
}

}  // namespace orograph
