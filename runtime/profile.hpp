// SPDX-License-Identifier: MIT
// Profile: where computing goes, measured step by step in an instrumented evaluation. An evaluation without one has
// no trace of the instruments.
#pragma once
#include <chrono>
#include <cstddef>
#include <vector>

namespace orograph {

// Seconds, summed over threads.
struct Profile {
  std::vector<double> instructions;  // per Program::instructions; of those once for all samples, nothing
  double coordinates = 0;            // lattice cells and fractions of columns and rows, which noises share
  double guards = 0;                 // looking which arms of mixes show
  double results = 0;                // checking and storing the outputs

  double total() const;
  Profile& operator+=(const Profile& other);
};

// Seconds from one lap to the next, without what reading the clock takes: a step of a row takes hardly longer.
class LapTimer {
 public:
  void start() {
    reading_ = reading_seconds();
    last_ = Clock::now();
  }
  void lap(double& seconds) {
    const Clock::time_point now = Clock::now();
    seconds += std::chrono::duration<double>(now - last_).count() - reading_;
    last_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double reading_seconds();

  double reading_ = 0;
  Clock::time_point last_;
};

}  // namespace orograph
