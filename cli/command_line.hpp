// SPDX-License-Identifier: MIT
// The words of a command line to the command they name, its options set. Invariant: nothing is left that was not
// understood; what is wrong is a UsageError in the words of the one who typed, not in CLI11's.
#pragma once
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace orograph {

// `argv` without the program's name. Throws CLI::Success for --help and --version.
void parse_command_line(CLI::App& app, const std::vector<Command>& commands, std::vector<std::string> words);

// An option with an empty value, as a shell's unset variable leaves it, is refused.
void refuse_empty_values(CLI::App& app);

}  // namespace orograph
