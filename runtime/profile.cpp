// SPDX-License-Identifier: MIT
#include "runtime/profile.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace orograph {

double Profile::total() const {
  return std::accumulate(instructions.begin(), instructions.end(), coordinates + guards + results);
}

Profile& Profile::operator+=(const Profile& other) {
  instructions.resize(std::max(instructions.size(), other.instructions.size()));
  for (std::size_t id = 0; id < other.instructions.size(); ++id) instructions[id] += other.instructions[id];
  coordinates += other.coordinates;
  guards += other.guards;
  results += other.results;
  return *this;
}

// Of the shortest of several series, which nothing interrupted.
double LapTimer::reading_seconds() {
  static const double seconds = [] {
    constexpr int series = 32, readings = 256;
    double shortest = std::numeric_limits<double>::max();
    for (int s = 0; s < series; ++s) {
      const Clock::time_point start = Clock::now();
      Clock::time_point now;
      for (int i = 0; i < readings; ++i) now = Clock::now();
      shortest = std::min(shortest, std::chrono::duration<double>(now - start).count() / readings);
    }
    return shortest;
  }();
  return seconds;
}

}  // namespace orograph
