// SPDX-License-Identifier: MIT
// orograph schema: the JSON Schema of recipes.
#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/recipe_schema.hpp"
#include "cli/streams.hpp"
#include "nodes/registry.hpp"

namespace orograph {

Command add_schema(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("schema", "Print the JSON Schema of recipes, for editors");
  return {app, [] {
            write_output(recipe_schema(standard_nodes()).print() + "\n");
            return 0;
          }};
}

}  // namespace orograph
