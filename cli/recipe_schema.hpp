// SPDX-License-Identifier: MIT
// The JSON Schema (2020-12) of recipes, for editors: completion, hover texts and diagnostics while typing. Made from
// the specs and key lists that the readers check with. It accepts every recipe that the compiler accepts; what it
// cannot know (names, cycles, types that may be functions of included files) is left to the compiler.
#pragma once
#include "cli/json_value.hpp"
#include "graph/node_spec.hpp"

namespace orograph {

JsonValue recipe_schema(const NodeRegistry& registry);

}  // namespace orograph
