// SPDX-License-Identifier: MIT
// How many threads work, and a function for every index of a range, some of them at the same time.
#pragma once
#include <cstddef>
#include <functional>

namespace orograph {

// `requested`, or one a core that this process may use when that is 0.
int thread_count(int requested);

// At most `lanes` calls at once, in the caller's arena; indices are begun in rising order. One lane: on this thread,
// in order, without oneTBB. The first exception is passed on; indices not begun by then are left out.
void for_each_index(std::size_t count, std::size_t lanes, const std::function<void(std::size_t)>& function);

}  // namespace orograph
