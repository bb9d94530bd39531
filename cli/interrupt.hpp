// SPDX-License-Identifier: MIT
// Interrupt: while it lives, SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU ask for an end instead of ending the
// process, so that no half file stays. A second one does not wait: a thread removes the unfinished files and ends the
// process.
#pragma once
#include <atomic>
#include <thread>

namespace orograph {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Set by the signal.
  static const std::atomic<bool>& flag();
  // The process ends as the signal would have ended it. Call it when nothing is left to clean up.
  [[noreturn]] static void end_process();

 private:
  std::thread impatient_;  // waits for the second signal
};

// Writes to a full disk or a closed pipe then fail with an error instead of ending the process.
void ignore_write_signals();

}  // namespace orograph
