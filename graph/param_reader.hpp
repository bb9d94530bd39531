// SPDX-License-Identifier: MIT
// ParamReader: the YAML value of a parameter to a checked ParamValue: kind, range, unit. Every refusal says what
// the parameter takes.
#pragma once
#include <optional>
#include <string>

#include "graph/name_scope.hpp"
#include "graph/node_spec.hpp"

namespace orograph {

class ParamReader {
 public:
  ParamReader(const NameScope& scope, Diagnostics& diagnostics) : scope_(scope), diagnostics_(diagnostics) {}

  // Adds errors and returns nullopt when `value` is none that `spec` takes.
  std::optional<ParamValue> read(const ParamSpec& spec, const YamlValue& value);

  // The same of a parameter of a function, as a call gives it.
  std::optional<Quantity> read(const ParamDeclaration& declaration, const YamlValue& value);

  // Whether `value` lies within the range of `spec`; adds an error when not.
  bool in_range(const ParamSpec& spec, double value, SourceLoc loc);

 private:
  std::optional<double> number(const ParamSpec& spec, const YamlValue& value);
  std::optional<double> constant(const ParamSpec& spec, const YamlValue& value);
  std::optional<ParamValue> whole_number(const ParamSpec& spec, const YamlValue& value);
  std::optional<ParamValue> boolean(const ParamSpec& spec, const YamlValue& value);
  std::optional<ParamValue> choice(const ParamSpec& spec, const YamlValue& value);
  std::optional<ParamValue> list(const ParamSpec& spec, const YamlValue& value, std::size_t least, std::size_t most);
  std::optional<Quantity> quantity(const ParamSpec& spec, const YamlValue& value);
  bool names_node(const ParamSpec& spec, const Expression& expression);
  void wrong_kind(const ParamSpec& spec, const YamlValue& value);

  const NameScope& scope_;
  Diagnostics& diagnostics_;
};

// "from 1 to 32", "greater than 0": what follows "must be".
std::string range_text(const ParamRange& range);

}  // namespace orograph
