// SPDX-License-Identifier: MIT
#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "graph/diagnostic.hpp"
#include "graph/json_text.hpp"
#include "graph/printable.hpp"

namespace orograph {
namespace {

constexpr double interval = 0.1;  // seconds
constexpr std::array<std::string_view, 4> words{"auto", "bar", "json", "none"};

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

// "412 bytes", "1.2 MB": decimal, as file managers and disks count.
std::string size_text(std::uintmax_t bytes) {
  constexpr std::array<std::string_view, 5> units{"kB", "MB", "GB", "TB", "PB"};
  if (bytes < 1000) return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
  double size = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  for (; size >= 999.95 && unit + 1 < units.size(); ++unit) size /= 1000;
  return fmt::format("{:.1f} {}", size, units[unit]);
}

std::string line_of(const WrittenFile& file) {
  return fmt::format("wrote {}  {} x {}  {}  {}\n", printable(file.path), file.width, file.height, file.type,
                     size_text(file.bytes));
}

std::string json_of(const WrittenFile& file) {
  return fmt::format("{{\"event\":\"wrote\",\"file\":{},\"width\":{},\"height\":{},\"type\":\"{}\",\"bytes\":{}}}\n",
                     json_string(file.path), file.width, file.height, file.type, file.bytes);
}

}  // namespace

ProgressMode read_progress_mode(std::string_view text) {
  if (text == "auto") return ::isatty(STDERR_FILENO) == 1 ? ProgressMode::bar : ProgressMode::none;
  if (text == "bar") return ProgressMode::bar;
  if (text == "json") return ProgressMode::json;
  if (text == "none") return ProgressMode::none;
  throw UsageError(fmt::format("--progress cannot be '{}'", text), suggest(text, words));
}

Progress::Progress(ProgressMode mode, std::int64_t total_rows) : mode_(mode), total_(total_rows) {}

Progress::~Progress() {
  end_line();
}

void Progress::update(std::int64_t rows) {
  rows_ = rows;
  if (mode_ != ProgressMode::none && watch_.seconds() - shown_at_ >= interval) show();
}

void Progress::done(std::span<const WrittenFile> files) {
  if (mode_ == ProgressMode::none) return;
  show();
  end_line();
  const bool json = mode_ == ProgressMode::json;
  for (const WrittenFile& file : files) write_message(json ? json_of(file) : line_of(file));
  if (!json) return;
  write_message(fmt::format("{{\"event\":\"done\",\"rows\":{},\"total\":{},\"seconds\":{:.3f},\"files\":{}}}\n",
                            rows_, total_, watch_.seconds(), files.size()));
}

void Progress::show() {
  const double seconds = watch_.seconds();
  shown_at_ = seconds;
  if (mode_ == ProgressMode::bar) return show_bar(seconds);
  write_message(fmt::format("{{\"event\":\"progress\",\"rows\":{},\"total\":{},\"seconds\":{:.3f}}}\n", rows_, total_,
                            seconds));
}

void Progress::show_bar(double seconds) {
  constexpr std::int64_t width = 32;
  const double share = static_cast<double>(rows_) / static_cast<double>(std::max<std::int64_t>(total_, 1));
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
  std::string bar(filled, '#');
  bar.resize(width, '.');
  const std::string time = rows_ == total_ ? duration(seconds)
                           : rows_ == 0    ? ""
                                           : "ETA " + duration(seconds / share - seconds);
  // Blanks cover what a longer line left.
  write_message(fmt::format("\r[{}] {:3.0f} %  {}/{} rows  {:<14}", bar, share * 100, rows_, total_, time));
  line_open_ = true;
}

void Progress::end_line() {
  if (line_open_) write_message("\n");
  line_open_ = false;
}

}  // namespace orograph
