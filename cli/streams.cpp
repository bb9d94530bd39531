// SPDX-License-Identifier: MIT
#include "cli/streams.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "graph/diagnostic.hpp"

namespace orograph {
namespace {

[[noreturn]] void fail() {
  throw SystemError(fmt::format("cannot write to standard output: {}", std::generic_category().message(errno)));
}

}  // namespace

void write_output(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush_output() {
  if (std::fflush(stdout) != 0) fail();
}

void write_message(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace orograph
