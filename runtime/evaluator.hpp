// SPDX-License-Identifier: MIT
// Evaluator: one thread's scratch memory for a Schedule; turns positions into samples. A sample's bits depend on its
// position alone: not on the tile it is evaluated in, nor on what was evaluated before.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graph/schedule.hpp"
#include "runtime/kernels.hpp"
#include "runtime/profile.hpp"

namespace orograph {

struct TileReport {
  bool finite = true;  // no output holds NaN or infinity
  std::vector<std::uint64_t>
      zero_divisions;  // per Program::division_checks; a sample is counted at the first check of its node
};

// Whether an evaluator notes where its time goes.
enum class Profiling { off, on };

class Evaluator {
 public:
  // For tiles of at most `columns` x `rows` samples; for scattered positions `columns` is the number of points.
  // The schedule and the kernels must outlive the evaluator.
  Evaluator(const Schedule& schedule, const Kernels& kernels, std::size_t columns, std::size_t rows,
            Profiling profiling = Profiling::off);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Grid schedules: output o of sample (x[c], y[r]) goes to outputs[o][r * stride + c]. x must rise steadily.
  // `stream`: the outputs go past the caches, which suits memory that nobody reads soon.
  TileReport evaluate(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs,
                      std::size_t stride, bool stream = false);

  // Scattered schedules: output o of (x[i], y[i]) goes to outputs[o][i].
  TileReport evaluate_points(std::span<const double> x, std::span<const double> y, std::span<float* const> outputs);

  // Of the tiles so far; zeros when it is off.
  const Profile& profile() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace orograph
