// SPDX-License-Identifier: MIT
// Handoff: tells the thread sanitizer what oneTBB orders. Debian's oneTBB is not built for the sanitizer, which thus
// sees no task come before another, and would call races what a parallel_for or a pipeline keeps apart. A task takes
// when it starts and gives when it ends, and so does what spawns it and waits for it; tasks that run at the same time
// stay unordered to the sanitizer. In all other builds it is nothing.
#pragma once
#if defined(__SANITIZE_THREAD__)
#include <atomic>
#endif

namespace orograph {

class Handoff {
 public:
#if defined(__SANITIZE_THREAD__)
  // What others did before they gave has happened.
  void take() const {
    order_.load(std::memory_order_acquire);
  }
  // What was done so far has happened for whoever takes.
  void give() const {
    order_.fetch_add(1, std::memory_order_acq_rel);
  }

 private:
  mutable std::atomic<unsigned> order_{0};
#else
  void take() const {}
  void give() const {}
#endif
};

// Takes for as long as it lives, then gives: the body of a task.
class Taken {
 public:
  explicit Taken(const Handoff& handoff) : handoff_(handoff) { handoff_.take(); }
  ~Taken() { handoff_.give(); }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

 private:
  const Handoff& handoff_;
};

}  // namespace orograph
