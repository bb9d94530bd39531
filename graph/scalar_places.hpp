// SPDX-License-Identifier: MIT
// ScalarPlaces: an offset into the text of a YAML scalar to its line and column in the file, through quotes,
// block indicators and folded lines. Where the text cannot be followed (an escape), its start stands for the rest.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"

namespace orograph {

class ScalarPlaces {
 public:
  // `loc`: the first character of `text`, or the quote or block indicator before it.
  ScalarPlaces(std::string_view text, SourceLoc loc, const Diagnostics& diagnostics);

  // The place of `bytes` bytes at `offset`; one past the end is allowed.
  SourceLoc at(std::size_t offset, std::size_t bytes) const;

 private:
  struct Position {
    std::uint32_t line = 0, column = 0;
  };
  std::string_view text_;
  SourceLoc start_;
  std::vector<Position> positions_;  // one a byte, and one for the end
};

}  // namespace orograph
