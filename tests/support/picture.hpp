// SPDX-License-Identifier: MIT
// Picture: the samples of one node of a recipe over a window of a grid, through the renderer.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compile.hpp"
#include "runtime/renderer.hpp"

namespace orograph::test {

struct Picture {
  std::int64_t width = 0, height = 0;
  std::vector<float> samples;

  float at(std::int64_t column, std::int64_t row) const {
    return samples[static_cast<std::size_t>(row * width + column)];
  }
};

inline Picture picture_of(const Schedule& schedule, const GridWindow& window, RenderOptions options = {}) {
  if (options.threads == 0) options.threads = 1;
  Picture picture{window.width, window.height, {}};
  render(schedule, window, options, [&](const Band& band) {
    for (std::int64_t r = 0; r < band.rows; ++r)
      picture.samples.insert(picture.samples.end(), band.outputs[0] + r * band.stride,
                             band.outputs[0] + r * band.stride + window.width);
  });
  return picture;
}

// A recipe of these nodes.
inline std::string recipe_of(std::string_view nodes, std::int64_t seed = 0) {
  return "orograph: 1\nseed: " + std::to_string(seed) + "\nnodes:\n" + std::string(nodes);
}

// Node `n` of a recipe of one line.
inline Schedule schedule_of_node(std::string_view definition, Positions positions = Positions::grid,
                                 std::int64_t seed = 0) {
  return schedule_of(compile(recipe_of("  n: " + std::string(definition) + "\n", seed)), "n", positions);
}

// Its values at any positions.
inline std::vector<float> values_at(std::string_view definition, const std::vector<double>& x,
                                    const std::vector<double>& y, std::int64_t seed = 0) {
  return sample(schedule_of_node(definition, Positions::scattered, seed), x, y, {})[0];
}

}  // namespace orograph::test
