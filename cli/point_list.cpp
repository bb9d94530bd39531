// SPDX-License-Identifier: MIT
#include "cli/point_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <system_error>

#include "cli/usage_error.hpp"
#include "cli/values.hpp"
#include "graph/diagnostic.hpp"
#include "graph/ir.hpp"
#include "graph/printable.hpp"

namespace orograph {
namespace {

constexpr std::size_t longest_line = 65'536;  // bytes
constexpr std::string_view form = "write x,y, like 100,-250.5; columns after these are ignored";

int keep_open(std::FILE*) {
  return 0;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return text.substr(text.size());
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Spreadsheets put fields in quotes.
std::string_view unquoted(std::string_view field) {
  const bool quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
  return quoted ? trimmed(field.substr(1, field.size() - 2)) : field;
}

// The first two fields of a line, views into it; the second is empty at the line's end when there is one only.
std::array<std::string_view, 2> two_fields(std::string_view line) {
  const std::size_t comma = std::min(line.find(','), line.size());
  const std::string_view rest = line.substr(std::min(comma + 1, line.size()));
  return {unquoted(trimmed(line.substr(0, comma))), unquoted(trimmed(rest.substr(0, rest.find(','))))};
}

bool is_header(std::string_view line) {
  const auto [x, y] = two_fields(line);
  return (x == "x" || x == "X") && (y == "y" || y == "Y");
}

bool begins_like_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

// What stands between the numbers of a line without commas; 0 for nothing known.
char other_separator(std::string_view line) {
  if (line.find(',') != std::string_view::npos) return 0;
  for (const char separator : {';', '\t', ' '})
    if (line.find(separator) != std::string_view::npos) return separator;
  return 0;
}

// From 1, in characters, as editors count.
std::size_t column_of(std::string_view line, const char* at) {
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  return 1 + static_cast<std::size_t>(at - line.data() - std::count_if(line.data(), at, continues));
}

}  // namespace

PointList::PointList(const std::string& file) : name_(file), file_(nullptr, std::fclose) {
  if (file == "-") {
    name_ = "<stdin>";
    file_ = {stdin, keep_open};
  } else {
    file_.reset(std::fopen(file.c_str(), "rb"));
    const int error = errno;
    const std::string reason = std::generic_category().message(error);
    if (!file_ && (error == ENOENT || error == ENOTDIR))
      throw UsageError(fmt::format("cannot read '{}': {}", file, reason), "write --points FILE, or - for stdin");
    if (!file_) throw SystemError(fmt::format("cannot read '{}': {}", file, reason));
  }
  read_start();
}

bool PointList::read(PointBlock& block, std::size_t most) {
  block.x.clear();
  block.y.clear();
  block.text.clear();
  while (block.x.size() < most && (pending_ || next_line())) {
    pending_ = false;
    if (!trimmed(line_).empty()) add_point(line_, block);
  }
  return !block.x.empty();
}

// Up to a header, which is skipped, or the first point.
void PointList::read_start() {
  bool more = next_line();
  if (begins_like_utf16(line_)) fail(line_, line_.data(), "the text is UTF-16", "save it as UTF-8, or as plain CSV");
  if (line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);  // spreadsheets write this mark
  while (more && trimmed(line_).empty()) more = next_line();
  if (!more) fail(line_, line_.data(), "there are no points", form);
  if (is_header(line_)) return;
  const auto [x, y] = two_fields(line_);
  if (!number_of(x) && !number_of(y) && other_separator(line_) == 0)
    fail(line_, line_.data(), "the first line is neither a point nor the header 'x,y'", form);
  pending_ = true;
}

double PointList::coordinate(char axis, std::string_view field, std::string_view line) const {
  const auto number = number_of(field);
  if (!number && field.empty()) fail(line, field.data(), fmt::format("{} is missing", axis), form);
  if (!number)
    fail(line, field.data(), fmt::format("{} is '{}', which is no number", axis, field),
         "write x,y with decimal points");
  if (!(std::abs(*number) <= max_position))
    fail(line, field.data(), fmt::format("{} is '{}', which is no position", axis, field),
         fmt::format("positions lie within +-{:g}", max_position));
  return *number;
}

void PointList::add_point(std::string_view line, PointBlock& block) const {
  if (const char separator = other_separator(trimmed(line)); separator != 0)
    fail(line, line.data() + line.find(separator, static_cast<std::size_t>(trimmed(line).data() - line.data())),
         fmt::format("{} stands between the numbers", separator == '\t'  ? "a tab"
                                                      : separator == ' ' ? "a space"
                                                                         : "a semicolon"),
         "separate x and y by a comma, and write decimal points");
  const auto [x, y] = two_fields(line);
  block.x.push_back(coordinate('x', x, line));
  block.y.push_back(coordinate('y', y, line));
  block.text.push_back(fmt::format("{},{}", x, y));
}

// Every kind of line end, \n, \r\n and \r, as \n.
int PointList::next_byte() {
  const int c = std::getc(file_.get());
  if (c != '\r') return c;
  const int next = std::getc(file_.get());
  if (next != '\n' && next != EOF) std::ungetc(next, file_.get());
  return '\n';
}

bool PointList::next_line() {
  line_.clear();
  ++number_;
  int c = 0;
  while ((c = next_byte()) != EOF && c != '\n') {
    if (line_.size() == longest_line)
      fail(line_, line_.data() + line_.size(), fmt::format("a line of more than {} bytes", longest_line),
           "each point is a line of its own: x,y");
    line_.push_back(static_cast<char>(c));
  }
  if (std::ferror(file_.get()) != 0) {
    const std::string text = fmt::format("cannot read '{}': {}", name_, std::generic_category().message(errno));
    if (errno == EISDIR) throw UsageError(text, "write --points FILE, a CSV file, or - for stdin");
    throw SystemError(text);
  }
  return c != EOF || !line_.empty();
}

void PointList::fail(std::string_view line, const char* at, std::string_view message, std::string_view help) const {
  throw UsageError(printable(fmt::format("{}:{}:{}: {}", name_, number_, column_of(line, at), message)),
                   std::string(help));
}

}  // namespace orograph
