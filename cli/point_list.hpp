// SPDX-License-Identifier: MIT
// PointList: CSV lines `x,y[,more]`, under a header `x,y` or none, to positions, a block at a time. The texts of x
// and y are kept as they stand. Memory is one block, whatever the stream's length.
#pragma once
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace orograph {

struct PointBlock {
  std::vector<double> x, y;
  std::vector<std::string> text;  // "x,y" of each
};

class PointList {
 public:
  // "-" is standard input. UsageError, with line and column, for what is no such list; SystemError when reading
  // fails.
  explicit PointList(const std::string& file);

  // Up to `most` points more; false at the end.
  bool read(PointBlock& block, std::size_t most);

 private:
  bool next_line();
  int next_byte();
  void read_start();
  void add_point(std::string_view line, PointBlock& block) const;
  double coordinate(char axis, std::string_view field, std::string_view line) const;
  // `at` is where the mistake stands in `line`.
  [[noreturn]] void fail(std::string_view line, const char* at, std::string_view message,
                         std::string_view help) const;

  std::string name_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string line_;
  std::int64_t number_ = 0;  // of the line
  bool pending_ = false;     // the line is a point that was read in search of a header
};

}  // namespace orograph
