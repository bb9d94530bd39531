// SPDX-License-Identifier: MIT
// ValueReader: what the values of many keys have in common: a kind, known keys, constants, pairs, words of a list.
// Each function adds an error and returns nothing where the value is none that it reads.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph/constants.hpp"
#include "graph/diagnostic.hpp"
#include "graph/recipe_keys.hpp"
#include "graph/yaml_value.hpp"

namespace orograph {

class ValueReader {
 public:
  ValueReader(const ConstantScope& scope, Diagnostics& diagnostics) : scope_(scope), diagnostics_(diagnostics) {}

  Diagnostics& diagnostics() const { return diagnostics_; }
  void error(SourceLoc loc, std::string message, std::string help = {}) const;

  // `what` names the value in messages.
  bool expect(const YamlValue& value, YamlValue::Kind kind, std::string_view what, std::string help) const;
  void check_keys(const YamlValue& mapping, std::span<const RecipeKey> keys, std::string_view what) const;
  std::optional<double> constant(const YamlValue& value, Wanted wanted, std::string_view what) const;
  std::optional<std::int64_t> whole(const YamlValue& value, std::string_view what, double low, double high,
                                    std::string help) const;
  std::optional<std::array<double, 2>> pair(const YamlValue& value, Wanted wanted, std::string_view what,
                                            bool one_will_do, std::string_view names = "[x, y]") const;

  // What `read` says gets a line that tells which params it met were changed by --set.
  template <typename Read>
  auto noting_overrides(const Read& read) const {
    scope_.watch_overrides();
    const std::size_t said = diagnostics_.all().size();
    auto result = read();
    diagnostics_.add_help(said, scope_.overrides_seen());
    return result;
  }

  // The text of a scalar that is a word, not a number; the index of one of a few words.
  std::optional<std::string> word(const YamlValue& value, std::string_view what, std::string help) const;
  std::optional<std::size_t> choice(const YamlValue& value, std::string_view what,
                                    std::span<const std::string_view> words) const;

  // An error where `name` is none that a thing of the kind `what` ("node") may have.
  void check_name(const std::string& name, SourceLoc loc, std::string_view what) const;

  // Whether a field may stand there: not nothing, and not a list.
  bool is_field(const YamlValue& value, const std::string& what, const std::string& help) const;

 private:
  const ConstantScope& scope_;
  Diagnostics& diagnostics_;
};

}  // namespace orograph
