// SPDX-License-Identifier: MIT
#include "cli/measured_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orograph {

GridWindow capped(GridWindow window, double most_samples) {
  const double share = most_samples / (static_cast<double>(window.width) * static_cast<double>(window.height));
  if (share >= 1) return window;
  const auto side = static_cast<std::int64_t>(std::sqrt(most_samples));
  window.width = std::max<std::int64_t>(
      std::min(window.width, side), std::min(window.width, static_cast<std::int64_t>(most_samples) / window.height));
  window.height = std::min(window.height, static_cast<std::int64_t>(most_samples) / window.width);
  return window;
}

Profile measured_profile(const Schedule& schedule, const GridWindow& window, const Kernels& kernels) {
  constexpr int runs = 3;
  RenderOptions options;
  options.kernels = &kernels;
  options.threads = 1;
  options.profile = true;
  Profile quickest;
  for (int run = 0; run < runs; ++run) {
    Profile profile = render(schedule, window, options, [](const Band&) {}).profile;
    if (run == 0 || profile.total() < quickest.total()) quickest = std::move(profile);
  }
  return quickest;
}

}  // namespace orograph
