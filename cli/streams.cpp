// SPDX-License-Identifier: MIT
#include "cli/streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "graph/diagnostic.hpp"

namespace orograph {
namespace {

[[noreturn]] void fail(int error) {
  throw SystemError(fmt::format("cannot write to standard output: {}", std::generic_category().message(error)));
}

}  // namespace

void occupy_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is this one. Open the other way round: using it fails as before.
    const int opened = ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != descriptor) ::close(opened);
  }
}

void write_output(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail(errno);
}

void flush_output() {
  if (std::fflush(stdout) != 0) fail(errno);
}

void write_message(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace orograph
