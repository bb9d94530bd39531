// SPDX-License-Identifier: MIT
#include "cli/not_finite.hpp"

#include <fmt/format.h>

namespace orograph {

void report_not_finite(const NotFinite& wild, const GraphNode& node, std::string_view output,
                       Diagnostics& diagnostics) {
  const InCall in_call(diagnostics, node.call);
  diagnostics.error(node.loc,
                    fmt::format("'{}' is {} at x = {}, y = {}, so '{}' has no value there", node.shown_name(),
                                wild.value, wild.x, wild.y, output),
                    node.spec->category == "noise"
                        ? "a domain_warp or slice moves its position by 2^28 lattice cells or more: use a smaller "
                          "amplitude, or a larger wavelength"
                        : "no image holds such values: bound what goes in, as with clamp or max");
}

}  // namespace orograph
