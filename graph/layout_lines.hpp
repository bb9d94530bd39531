// SPDX-License-Identifier: MIT
// The text of a YAML document to lines of tokens: what stands on each line, without what YAML does not read (blanks
// between tokens) but with what it skips (comments). It is only asked about texts that the parser has read.
#pragma once
#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/source_text.hpp"

namespace orograph {

struct LayoutToken {
  enum class Kind {
    dash,      // of a list's item, at the start of a line
    open,      // { [
    close,     // } ]
    comma,     // in brackets
    colon,     // behind a key
    word,      // a scalar, or the part of one that stands on this line; the header of a block text
    property,  // an anchor, an alias or a tag
    comment,   // from the '#' to the end
  };
  Kind kind;
  std::string_view text;
  std::size_t column = 0;  // bytes before it on its line
};

struct LayoutLine {
  enum class Kind {
    blank,
    comment,   // alone on its line
    content,   // the first token is a dash, a key or a value of its own
    more,      // goes on with a value in brackets
    quoted,    // starts inside a text in quotes that began above
    plain,     // goes on with a text without quotes that began above
    block,     // a line of a block text ('|' or '>')
    document,  // '---' or '...'
  };
  Kind kind = Kind::blank;
  std::vector<LayoutToken> tokens;
  std::size_t depth = 0;      // brackets that are open where it starts
  std::string_view text;      // of a block text: behind its indentation
  std::size_t indicator = 0;  // of the line with the header of a block text: the blanks it states, 0: none
};

// A place whose layout is not understood.
using LayoutLines = std::variant<std::vector<LayoutLine>, TextFault>;
LayoutLines layout_lines(std::string_view text);

}  // namespace orograph
