// SPDX-License-Identifier: MIT
// Progress: rows done to a bar or to lines of JSON on stderr, at most ten times a second.
#pragma once
#include <cstdint>
#include <string_view>

#include "cli/stopwatch.hpp"

namespace orograph {

enum class ProgressMode { none, bar, json };

// "auto" is a bar on a terminal and silence elsewhere. UsageError for an unknown word.
ProgressMode read_progress_mode(std::string_view text);

class Progress {
 public:
  Progress(ProgressMode mode, std::int64_t total_rows);
  ~Progress();  // ends the bar's line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::int64_t rows);
  // Every file is there.
  void done(std::size_t files);

 private:
  void show();
  void show_bar(double seconds);
  void end_line();

  ProgressMode mode_;
  std::int64_t total_;
  std::int64_t rows_ = 0;
  bool line_open_ = false;
  double shown_at_ = -1;  // seconds
  Stopwatch watch_;
};

}  // namespace orograph
