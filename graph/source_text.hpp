// SPDX-License-Identifier: MIT
// SourceText: byte offsets of a text to places (line, column in characters); and what no recipe may hold, before YAML
// is thought of. Both take one pass over the text.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "graph/diagnostic.hpp"

namespace orograph {

// Calls of loc() with rising offsets cost the distance between them, so that a long line with many values is no
// quadratic cost.
class SourceText {
 public:
  SourceText(std::string_view text, std::uint32_t file) : text_(text), file_(file) {}

  std::string_view text() const { return text_; }
  SourceLoc loc(std::size_t offset, std::size_t bytes);

  // The start of the line that holds `offset`, and its end, before its line ending.
  std::size_t line_start(std::size_t offset) const;
  std::size_t line_end(std::size_t offset) const;

  // Whether the line that holds `offset` is indented with a tab; `at` becomes the tab's offset.
  bool tab_indents(std::size_t offset, std::size_t& at) const;

 private:
  void step();

  std::string_view text_;
  std::uint32_t file_;
  std::size_t offset_ = 0;
  mutable std::size_t ended_from_ = 1, ended_at_ = 0;  // no line ends between the two: the last answer of line_end()
  std::uint32_t line_ = 1, column_ = 1;
};

struct TextFault {
  std::size_t offset;
  std::string message, help;
};
std::optional<TextFault> find_text_fault(std::string_view text);

}  // namespace orograph
