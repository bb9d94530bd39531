// SPDX-License-Identifier: MIT
// Tokens: the text of an expression as numbers, names and signs, each with its place. What cannot stand in an
// expression at all is reported here, once, and leaves a token that tells the parser not to complain again.
#pragma once
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/scalar_places.hpp"

namespace orograph {

struct Token {
  enum class Kind {
    number,
    unit,  // behind a number: a name as of graph/units.hpp, or %
    name,
    sign,  // an operator
    open,
    close,
    comma,
    refused,  // an operator of other languages: stands between two operands
    stray,    // any other character
    end,
  };
  Kind kind = Kind::end;
  std::string_view text;
  SourceLoc loc;
  double number = 0;
  // Of a sign, and of a refused operator that has one in its place ("^" for "**").
  std::string_view sign = {};
};

// Ends with a token of kind `end`. `places` belongs to `text`.
std::vector<Token> tokenize(std::string_view text, const ScalarPlaces& places, Diagnostics& diagnostics);

}  // namespace orograph
