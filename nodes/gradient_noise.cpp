// SPDX-License-Identifier: MIT
#include "nodes/gradient_noise.hpp"

#include <fmt/format.h>

namespace orograph {

ParamSpec directions_param() {
  return {.name = "directions",
          .kind = ParamKind::integer,
          .text = "of variant circle: how many directions slopes point to; 8, 16 or 256",
          .default_value = std::int64_t{256},
          .range = {.low = 8, .high = 256}};
}

void check_gradient_noise(const GraphNode& node, Diagnostics& diagnostics, std::string_view tabled_variant) {
  const std::string_view variant = node.choice("variant");
  if (node.given("directions") && variant != "circle")
    diagnostics.error(node.loc_of("directions"),
                      fmt::format("'directions' goes with variant 'circle' only, this is variant '{}'", variant),
                      "remove 'directions', or write `variant: circle`");
  const std::int64_t directions = node.integer("directions");
  if (directions != 8 && directions != 16 && directions != 256)
    diagnostics.error(node.loc_of("directions"), fmt::format("'directions' cannot be {}", directions),
                      "write 8, 16 or 256");
  if (node.given("seed") && variant == tabled_variant)
    diagnostics.error(
        node.loc_of("seed"), fmt::format("variant '{}' has no seed: its table of gradients is fixed", variant),
        "remove 'seed', or take another variant; a `transform` with `translate` shows another part of it");
}

void report_circle_in_slice(Lowering& lowering, const GraphNode& node, std::string_view remedy) {
  lowering.diagnostics().error(
      node.loc_of("variant"),
      fmt::format("variant 'circle' of node type '{}' has no 3D form, but stands inside a slice", node.spec->type),
      fmt::format("write `variant: {}`, or take the node out of the slice", remedy));
}

}  // namespace orograph
