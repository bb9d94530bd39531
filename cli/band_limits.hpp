// SPDX-License-Identifier: MIT
// How many rows a render takes at once, so that its bands fit into memory.
#pragma once
#include <cstddef>

#include "runtime/renderer.hpp"

namespace orograph {

// Chooses options.tile_height unless it is given. UsageError when even the least bands are too large.
void fit_bands(const GridWindow& window, std::size_t outputs, RenderOptions& options);

}  // namespace orograph
