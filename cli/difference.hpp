// SPDX-License-Identifier: MIT
// Difference: where and by how much the values of two channels differ, told row by row. Bits are compared, so that
// -0 and 0 differ, by 0.
#pragma once
#include <array>
#include <cstdint>

namespace orograph {

struct Difference {
  std::uint64_t samples = 0;          // compared
  std::uint64_t differing = 0;        // of them, in their bits
  double sum = 0, sum_of_sizes = 0;   // of b - a, and of |b - a|
  double largest = 0;                 // of |b - a|
  std::int64_t column = 0, row = 0;   // of the first sample where it is found
  float a = 0, b = 0;                 // the values there
  std::array<std::int64_t, 4> box{};  // first and last column, first and last row with differing samples

  bool same() const { return differing == 0; }
  double mean() const { return sum / static_cast<double>(samples); }
  double mean_size() const { return sum_of_sizes / static_cast<double>(samples); }

  // Rows from the top, each once. Values are finite.
  void add_row(const float* a_values, const float* b_values, std::int64_t width, std::int64_t row_of_values);
};

}  // namespace orograph
