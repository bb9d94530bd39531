// SPDX-License-Identifier: MIT
// Failures: whatever was thrown to words on stderr and an exit code: 1 the machine failed, 2 the recipe or the
// command line is wrong. No failure, but no success either: 3 what was compared differs.
#pragma once

namespace orograph {

constexpr int machine_failed = 1;
constexpr int input_is_wrong = 2;
constexpr int difference_found = 3;

// Of the exception being handled.
int report_failure();

// Libraries that find no thread or memory in a place that may not throw end the process: with words and without
// unfinished files all the same.
void fail_on_terminate();

}  // namespace orograph
