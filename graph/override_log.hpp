// SPDX-License-Identifier: MIT
// OverrideLog: which params that --set changed went into a constant, so that a mistake in it can name them.
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

  // "cells = 4.5 (--set)", "double = 9 (through --set cells)".
  void note(const Param& param) {
    if (param.set_by.empty()) return;
    const std::string by = param.overridden ? "--set" : fmt::format("through --set {}", param.set_by);
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
