// SPDX-License-Identifier: MIT
// OverrideLog: which params that the command line changed went into a constant, so that a mistake in it can name
// them.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "graph/recipe.hpp"

namespace orograph {

class OverrideLog {
 public:
  void clear() { seen_.clear(); }

  // "cells = 4.5 (--set)", "double = 9 (through --set cells)", "cells = 4.5 (--preset fine)".
  void note(const Param& param) {
    if (param.set_by.empty()) return;
    const bool named = param.set_how == "--set";  // by the option, and not in a file or preset
    const std::string by = param.overridden ? param.set_how
                           : named          ? fmt::format("through --set {}", param.set_by)
                                            : fmt::format("through {} of {}", param.set_by, param.set_how);
    std::string line = fmt::format("{} = {} ({})", param.name, param.value, by);
    if (std::ranges::find(seen_, line) == seen_.end()) seen_.push_back(std::move(line));
  }

  std::string text() const {
    std::string all;
    for (const std::string& line : seen_) all += (all.empty() ? "" : ", ") + line;
    return all;
  }

 private:
  std::vector<std::string> seen_;
};

}  // namespace orograph
