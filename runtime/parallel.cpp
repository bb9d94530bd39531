// SPDX-License-Identifier: MIT
#include "runtime/parallel.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>

#include "runtime/handoff.hpp"

namespace orograph {

int thread_count(int requested) {
  return requested > 0 ? requested : oneapi::tbb::info::default_concurrency();
}

void for_each_index(std::size_t count, std::size_t lanes, const std::function<void(std::size_t)>& function) {
  if (lanes <= 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) function(i);
    return;
  }
  namespace tbb = oneapi::tbb;
  std::atomic<std::size_t> next{0};
  const auto run_lane = [&](std::size_t) {
    const Taken task;
    for (std::size_t i = next++; i < count; i = next++) function(i);
  };
  give_handoff();
  // Isolated: a thread that waits here for the others must not begin another band, which would hold up this one.
  tbb::this_task_arena::isolate(
      [&] { tbb::parallel_for(std::size_t{0}, std::min(lanes, count), run_lane, tbb::simple_partitioner()); });
  take_handoff();
}

}  // namespace orograph
