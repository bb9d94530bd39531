// SPDX-License-Identifier: MIT
#include "cli/difference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace orograph {

void Difference::add_row(const float* a_values, const float* b_values, std::int64_t width,
                         std::int64_t row_of_values) {
  samples += static_cast<std::uint64_t>(width);
  if (std::memcmp(a_values, b_values, static_cast<std::size_t>(width) * sizeof(float)) == 0) return;
  for (std::int64_t c = 0; c < width; ++c) {
    if (std::bit_cast<std::uint32_t>(a_values[c]) == std::bit_cast<std::uint32_t>(b_values[c])) continue;
    const double difference = static_cast<double>(b_values[c]) - static_cast<double>(a_values[c]);
    const double size = std::abs(difference);
    sum += difference;
    sum_of_sizes += size;
    if (differing == 0) box = {c, c, row_of_values, row_of_values};
    if (differing == 0 || size > largest) {
      largest = size;
      column = c, row = row_of_values;
      a = a_values[c], b = b_values[c];
    }
    ++differing;
    box = {std::min(box[0], c), std::max(box[1], c), box[2], row_of_values};
  }
}

}  // namespace orograph
