// SPDX-License-Identifier: MIT
// The pages of docs/nodes: one a node type, with a picture of its example, and a list of all.
#pragma once
#include <filesystem>

#include "graph/node_spec.hpp"

namespace orograph {

// Writes README.md, TYPE.md and images/TYPE.png. Throws SystemError.
void write_node_pages(const NodeRegistry& registry, const std::filesystem::path& folder);

}  // namespace orograph
