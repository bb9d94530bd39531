// SPDX-License-Identifier: MIT
// UsageError: the command line is wrong; exit code 2, and nothing was rendered.
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace orograph {

class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message, std::string help_text = {})
      : std::runtime_error(message), help(std::move(help_text)) {}

  std::string help;  // what to type instead; may be empty, may hold several lines
};

}  // namespace orograph
