// SPDX-License-Identifier: MIT
// A sample that is no number, as an error at the node where it began.
#pragma once
#include <string_view>

#include "graph/diagnostic.hpp"
#include "graph/graph.hpp"
#include "runtime/renderer.hpp"

namespace orograph {

// `node` is that node, `output` the name of what has no value because of it.
void report_not_finite(const NotFinite& wild, const GraphNode& node, std::string_view output,
                       Diagnostics& diagnostics);

}  // namespace orograph
