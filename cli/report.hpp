// SPDX-License-Identifier: MIT
// Report: a command's diagnostics, printed to stderr each exactly once, at the latest when the command ends.
#pragma once
#include "graph/diagnostic.hpp"

namespace orograph {

class Report {
 public:
  Report() = default;
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  Diagnostics& diagnostics() { return diagnostics_; }
  void print();  // what was not printed yet

 private:
  Diagnostics diagnostics_;
  std::size_t printed_ = 0;
};

}  // namespace orograph
