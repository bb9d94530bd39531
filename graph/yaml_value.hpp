// SPDX-License-Identifier: MIT
// YamlValue: a YAML value as written, with the place of every part.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"

namespace orograph {

// A YAML value as written. Aliases are expanded (bounded), tags other than the core ones refused.
struct YamlValue {
  enum class Kind { null, scalar, sequence, mapping };
  struct Entry;

  Kind kind = Kind::null;
  // Of a scalar that is written as it reads: its first character, inside the quotes, and its length. Of others
  // (escapes, several lines): the quote, the first line of a block, or the first character. Of a null: its key.
  SourceLoc loc;
  std::string scalar;            // of a scalar: its text after YAML unquoting
  bool quoted = false;           // of a scalar: written in quotes or as a block, so never a number or boolean
  std::vector<YamlValue> items;  // of a sequence
  std::vector<Entry> entries;    // of a mapping, in the order written; keys are unique

  const YamlValue* find(std::string_view key) const;
  YamlValue* find(std::string_view key);
  // What a person calls it: "a number", "a string", "a list", "a mapping", "nothing".
  std::string_view kind_name() const;
  // Scalars only: whether the text is exactly a YAML number; hexadecimal is refused, NaN and infinity too.
  std::optional<double> as_number() const;
};
struct YamlValue::Entry {
  std::string key;
  SourceLoc key_loc;
  YamlValue value;
};

}  // namespace orograph
