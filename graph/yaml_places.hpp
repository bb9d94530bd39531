// SPDX-License-Identifier: MIT
// YamlPlaces: where the values of a YAML text stand, from the marks of the parser, which point at anchors and tags.
// A scalar's place is its first character, inside the quotes, wherever text and value are the same, so that a column
// inside an expression is the place plus the offset; elsewhere it is the start of what is written.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "graph/source_text.hpp"
#include "graph/yaml_tree.hpp"

namespace orograph {

class YamlPlaces {
 public:
  explicit YamlPlaces(SourceText& source) : source_(source) {}

  // Of the alias, anchor or tag at `begin`, in bytes.
  std::size_t word_length(std::size_t begin) const;

  // The value behind the anchors and tags at `mark`. Throws where a tab indents a block.
  std::size_t start_of_value(std::size_t mark, bool in_brackets);
  // The tag of the value at `mark`, which may stand behind an anchor.
  std::size_t start_of_tag(std::size_t mark) const;

  // Sets the place, whether the scalar is quoted, and the text where the source holds it as it reads. Throws where a
  // quote is never closed.
  void locate_scalar(std::size_t begin, std::string_view value, RawNode& node);
  // Sets the place of a null, and whether nothing is written.
  void locate_null(std::size_t begin, RawNode& node);

  [[noreturn]] void stop(std::size_t at, std::size_t bytes, std::string message, std::string help);
  [[noreturn]] void stop_tab(std::size_t at);

 private:
  std::size_t skip_blanks(std::size_t at) const;
  void check_tab(std::size_t at, bool in_brackets);
  void locate_quoted(std::size_t begin, std::string_view value, RawNode& node);
  void locate_block(std::size_t begin, std::string_view value, RawNode& node);

  SourceText& source_;
  std::size_t checked_line_end_ = 0;
};

}  // namespace orograph
