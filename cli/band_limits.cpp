// SPDX-License-Identifier: MIT
#include "cli/band_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/usage_error.hpp"

namespace orograph {

void fit_bands(const GridWindow& window, std::size_t outputs, RenderOptions& options) {
  constexpr double most_bytes = 4096.0 * 1024 * 1024;
  const bool tile_given = options.tile_height != 0;
  if (!tile_given) options.tile_height = fitting_tile_height(window, outputs, options);
  if (band_memory(window, outputs, options) > most_bytes)
    throw UsageError(fmt::format("{} rows of {} samples at once are too many for memory",
                                 std::min(options.tile_height, window.height), window.width),
                     fmt::format("take several windows (--window), or fewer --threads{}",
                                 tile_given ? ", or a smaller --tile" : ""));
}

}  // namespace orograph
