// SPDX-License-Identifier: MIT
// ScalarPlaces: YAML folds, strips and unquotes white space only, so the other characters of a scalar stand in
// the file in the same order; following those is enough to know the place of each.
#include "graph/scalar_places.hpp"

#include <algorithm>

namespace orograph {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The second and later bytes of a UTF-8 character.
bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::uint32_t characters(std::string_view text) {
  return static_cast<std::uint32_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

// Walks over the characters of a source text that are not white space.
class SourceCursor {
 public:
  SourceCursor(SourceLoc loc, const Diagnostics& diagnostics) : diagnostics_(diagnostics), loc_(loc) {
    line_ = diagnostics_.source_rest(loc_);
  }

  bool has_source() const { return byte_ < line_.size(); }
  char peek() const { return byte_ < line_.size() ? line_[byte_] : '\n'; }
  std::uint32_t line() const { return loc_.line; }
  std::uint32_t column() const { return loc_.column; }

  // The quote or sign before a text that begins otherwise.
  void skip_opening(std::string_view text) {
    if (!text.empty() && text[0] == peek()) return;
    if (peek() == '"' || peek() == '\'') {
      advance();
    } else if (peek() == '|' || peek() == '>') {
      next_line();
    }
  }

  void skip_space() {
    constexpr int most_blank_lines = 1000;
    for (int blank = 0; blank < most_blank_lines && is_space(peek());) {
      if (has_source()) {
        advance();
      } else {
        next_line();
        ++blank;
      }
    }
  }

  // Over one byte; the column moves once a character.
  void advance() {
    ++byte_;
    if (byte_ >= line_.size() || !continues(line_[byte_])) ++loc_.column;
  }

 private:
  void next_line() {
    ++loc_.line;
    loc_.column = 1;
    byte_ = 0;
    line_ = diagnostics_.source_line(loc_);
  }

  const Diagnostics& diagnostics_;
  SourceLoc loc_;
  std::string_view line_;  // from where the scalar starts
  std::size_t byte_ = 0;
};

}  // namespace

ScalarPlaces::ScalarPlaces(std::string_view text, SourceLoc loc, const Diagnostics& diagnostics)
    : text_(text), start_(loc) {
  positions_.reserve(text.size() + 1);
  SourceCursor cursor(loc, diagnostics);
  if (!loc.known() || !cursor.has_source()) {
    for (std::uint32_t column = loc.column; const char c : text) {
      positions_.push_back({loc.line, continues(c) ? column - 1 : column++});
    }
    positions_.push_back({loc.line, loc.column + characters(text)});
    return;
  }
  cursor.skip_opening(text);
  for (const char c : text) {
    if (!is_space(c)) {
      cursor.skip_space();
      if (cursor.peek() != c) break;
    }
    positions_.push_back({cursor.line(), cursor.column()});
    if (!is_space(c)) cursor.advance();
  }
  const bool followed = positions_.size() == text.size();
  positions_.resize(text.size() + 1, {loc.line, loc.column});
  if (followed) positions_.back() = {cursor.line(), cursor.column()};
}

SourceLoc ScalarPlaces::at(std::size_t offset, std::size_t bytes) const {
  const Position& place = positions_[std::min(offset, text_.size())];
  SourceLoc loc = start_;
  loc.line = place.line;
  loc.column = place.column;
  loc.length = std::max<std::uint32_t>(1, offset < text_.size() ? characters(text_.substr(offset, bytes)) : 1);
  return loc;
}

}  // namespace orograph
