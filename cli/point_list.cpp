// SPDX-License-Identifier: MIT
#include "cli/point_list.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <system_error>

#include "cli/usage_error.hpp"
#include "cli/values.hpp"
#include "graph/diagnostic.hpp"
#include "graph/ir.hpp"

namespace orograph {
namespace {

constexpr std::size_t longest_line = 65'536;  // bytes

int keep_open(std::FILE*) {
  return 0;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// The first two fields of a line; the second is empty when there is one only.
std::array<std::string_view, 2> two_fields(std::string_view line) {
  const std::size_t comma = line.find(',');
  if (comma == std::string_view::npos) return {trimmed(line), {}};
  const std::string_view rest = line.substr(comma + 1);
  return {trimmed(line.substr(0, comma)), trimmed(rest.substr(0, rest.find(',')))};
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
  read_header();
}

bool PointList::read(PointBlock& block, std::size_t most) {
  block.x.clear();
  block.y.clear();
  block.text.clear();
  std::string line;
  while (block.x.size() < most && next_line(line))
    if (!trimmed(line).empty()) add_point(line, block);
  return !block.x.empty();
}

void PointList::read_header() {
  std::string line;
  next_line(line);
  std::string_view text = line;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // spreadsheets write this mark
  const auto [x, y] = two_fields(text);
  if (x == "x" && y == "y") return;
  line_ = std::max<std::int64_t>(line_, 1);
  fail("the first line is no header", "it must be 'x,y'; columns after these are ignored");
}

void PointList::add_point(std::string_view line, PointBlock& block) const {
  const auto [x_text, y_text] = two_fields(line);
  const auto x = number_of(x_text), y = number_of(y_text);
  for (const auto& [number, text, axis] : {std::tuple(x, x_text, 'x'), std::tuple(y, y_text, 'y')}) {
    if (!number) fail(fmt::format("{} is '{}', which is no number", axis, text), "write x,y with decimal points");
    if (!(std::abs(*number) <= max_position))
      fail(fmt::format("{} is '{}', which is no position", axis, text),
           fmt::format("positions lie within +-{:g}", max_position));
  }
  block.x.push_back(*x);
  block.y.push_back(*y);
  block.text.push_back(fmt::format("{},{}", x_text, y_text));
}

bool PointList::next_line(std::string& line) {
  line.clear();
  ++line_;
  int c = 0;
  while ((c = std::getc(file_.get())) != EOF && c != '\n') {
    if (line.size() == longest_line) fail("the line is too long", "each point is a line of its own: x,y");
    line.push_back(static_cast<char>(c));
  }
  if (std::ferror(file_.get()) != 0) {
    const std::string text = fmt::format("cannot read '{}': {}", name_, std::generic_category().message(errno));
    if (errno == EISDIR) throw UsageError(text);
    throw SystemError(text);
  }
  return c != EOF || !line.empty();
}

void PointList::fail(std::string_view message, std::string_view help) const {
  throw UsageError(fmt::format("{}:{}: {}", name_, line_, message), std::string(help));
}

}  // namespace orograph
