// SPDX-License-Identifier: MIT
// Tells the thread sanitizer what oneTBB orders. Debian's oneTBB is not built for the sanitizer, which thus sees no
// task come before another, and would call races what a parallel_for or a pipeline keeps apart. A task takes when it
// starts and gives when it ends, and so does what spawns it and waits for it; tasks that run at the same time stay
// unordered to the sanitizer. One counter for all, because a task must take before it reads even its own captures. In
// all other builds this is nothing.
#pragma once
#if defined(__SANITIZE_THREAD__)
#include <atomic>
#endif

namespace orograph {

#if defined(__SANITIZE_THREAD__)
inline std::atomic<unsigned> handoff{0};
// What others did before they gave has happened.
inline void take_handoff() {
  handoff.load(std::memory_order_acquire);
}
// What was done so far has happened for whoever takes.
inline void give_handoff() {
  handoff.fetch_add(1, std::memory_order_acq_rel);
}
#else
inline void take_handoff() {}
inline void give_handoff() {}
#endif

// The body of a task: takes now, gives at its end.
struct Taken {
  Taken() { take_handoff(); }
  ~Taken() { give_handoff(); }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
};

}  // namespace orograph
