// SPDX-License-Identifier: MIT
// YamlPlaces: a second, small look at the text around each mark.
#include "graph/yaml_places.hpp"

#include <algorithm>
#include <string_view>

#include "graph/text.hpp"

namespace orograph {

void YamlPlaces::stop(std::size_t at, std::size_t bytes, std::string message, std::string help) {
  throw YamlFault{source_.loc(at, bytes), std::move(message), std::move(help)};
}

void YamlPlaces::stop_tab(std::size_t at) {
  stop(at, 1, "a tab in the indentation", "indent with spaces: YAML allows no tabs there");
}

std::size_t YamlPlaces::word_length(std::size_t begin) const {
  const std::string_view rest = source_.text().substr(begin);
  return std::max<std::size_t>(1, std::min(rest.find_first_of(" \t\r\n,[]{}"), rest.size()));
}

std::size_t YamlPlaces::start_of_value(std::size_t mark, bool in_brackets) {
  const std::string_view text = source_.text();
  std::size_t at = mark;
  while (at < text.size() && (text[at] == '&' || text[at] == '!')) {
    const std::size_t next = skip_blanks(at + word_length(at));
    if (next >= text.size()) return mark;
    at = next;
  }
  check_tab(at, in_brackets);
  return at;
}

std::size_t YamlPlaces::start_of_tag(std::size_t mark) const {
  return source_.text()[mark] == '&' ? skip_blanks(mark + word_length(mark)) : mark;
}

std::size_t YamlPlaces::skip_blanks(std::size_t at) const {
  const std::string_view text = source_.text();
  while ((at = std::min(text.find_first_not_of(" \t\r\n", at), text.size())) < text.size() && text[at] == '#') {
    at = source_.line_end(at);
  }
  return at;
}

// Tabs may separate, and may start a line inside brackets; a block's shape must not hang on them.
void YamlPlaces::check_tab(std::size_t at, bool in_brackets) {
  const bool first_of_line = at >= checked_line_end_;
  if (!first_of_line) return;
  checked_line_end_ = source_.line_end(at);
  std::size_t tab = 0;
  if (!in_brackets && source_.tab_indents(at, tab)) stop_tab(tab);
}

void YamlPlaces::locate_null(std::size_t begin, RawNode& node) {
  const std::string_view rest = source_.text().substr(begin);
  const std::size_t length = rest.starts_with('~') ? 1 : lower(rest.substr(0, 4)) == "null" ? 4 : 0;
  node.implicit = length == 0;
  node.loc = source_.loc(begin, length);
}

void YamlPlaces::locate_scalar(std::size_t begin, std::string_view value, RawNode& node) {
  const std::string_view text = source_.text();
  const char lead = begin < text.size() ? text[begin] : '\0';
  if (lead == '"' || lead == '\'') {
    node.quoted = true;
    locate_quoted(begin, value, node);
  } else if (lead == '|' || lead == '>') {
    node.quoted = true;
    locate_block(begin, value, node);
  } else {
    const bool verbatim = text.substr(begin).starts_with(value);
    if (verbatim) node.scalar = text.substr(begin, value.size());
    node.loc = source_.loc(begin, verbatim ? value.size() : std::string_view::npos);
  }
}

void YamlPlaces::locate_quoted(std::size_t begin, std::string_view value, RawNode& node) {
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
  // The parser takes the end of the file for the missing quote.
  if (end >= text.size())
    stop(begin, 1, "this quote is never closed",
         mark == '"' ? "write '\"' where the text ends" : "write \"'\" where the text ends");
  const std::string_view inside = text.substr(begin + 1, end - begin - 1);
  const bool verbatim = !inside.empty() && inside == value;
  if (verbatim) node.scalar = inside;
  node.loc = verbatim ? source_.loc(begin + 1, inside.size()) : source_.loc(begin, end + 1 - begin);
}

void YamlPlaces::locate_block(std::size_t begin, std::string_view value, RawNode& node) {
  const std::string_view text = source_.text();
  const std::size_t first = text.find_first_not_of(" \r\n", std::min(text.find('\n', begin), text.size()));
  const std::string_view line = value.substr(0, value.find('\n'));
  const bool found = !line.empty() && first != std::string_view::npos;
  node.loc = found ? source_.loc(first, std::string_view::npos) : source_.loc(begin, 1);
}

}  // namespace orograph
