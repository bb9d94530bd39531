// SPDX-License-Identifier: MIT
// Progress: rows done to a bar or to lines of JSON on stderr, at most ten times a second; and a line a file at the
// end.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cli/stopwatch.hpp"

namespace orograph {

// `files` tells the files at the end and nothing before, `bar` draws a bar first, `json` tells both as JSON.
enum class ProgressMode { none, bar, json };

// "auto" is a bar on a terminal and the files alone elsewhere. UsageError for an unknown word.
ProgressMode read_progress_mode(std::string_view text);

struct WrittenFile {
  std::string path;
  std::int64_t width = 0, height = 0;
  std::string_view type;  // of its samples
  std::uintmax_t bytes = 0;
};

class Progress {
 public:
  Progress(ProgressMode mode, std::int64_t total_rows);
  ~Progress();  // ends the bar's line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::int64_t rows);
  // Every file is there.
  void done(std::span<const WrittenFile> files);

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
