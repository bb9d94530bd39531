// SPDX-License-Identifier: MIT
// ParamDeclaration: what is said about one parameter of a recipe or a function, in the short form `size: 4000` or the
// long one `{value: 4 km, min: 1 km, max: 50 km, unit: m, doc: from coast to coast}`; and whether a value suits it.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "graph/dimension.hpp"
#include "graph/units.hpp"
#include "graph/yaml_value.hpp"

namespace orograph {

struct ParamBound {
  double value = 0;  // as of a Quantity
  std::string text;  // for people: "1 km"
};

struct ParamDeclaration {
  std::string name;
  SourceLoc loc;               // of the name
  YamlValue written;           // a number or an expression; null where none is given
  const Unit* unit = nullptr;  // what numbers without a unit are in; null: world units, degrees
  Dimension dimension;         // of the unit, or else the bounds: what values must measure; plain: anything
  std::optional<ParamBound> low, high;
  std::string doc;
  bool wrong = false;  // a mistake was told
};

enum class DefaultValue { required, optional };

// Adds every mistake. `world_unit` is what lengths are converted to (empty: metres).
ParamDeclaration read_param_declaration(const YamlValue::Entry& entry, DefaultValue value,
                                        std::string_view world_unit, Diagnostics& diagnostics);

// `given` as a value of the parameter: a number without any unit is in the declared one. nullopt and an error at
// `loc` when it measures something else or is out of range.
std::optional<Quantity> accept(const ParamDeclaration& declaration, Quantity given, std::string_view world_unit,
                               SourceLoc loc, Diagnostics& diagnostics);

// What numbers of the parameter are shown in: the declared unit, or that of the world; empty for plain numbers and
// world units without a name. And the number.
std::string_view display_unit(const ParamDeclaration& declaration, const Dimension& dimension,
                              std::string_view world_unit);
double display_number(const ParamDeclaration& declaration, double value, std::string_view world_unit);

}  // namespace orograph
