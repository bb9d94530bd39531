// SPDX-License-Identifier: MIT
// The handler does nothing but set a flag and write a byte to a pipe: all that is safe in one.
#include "cli/interrupt.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "cli/streams.hpp"
#include "graph/diagnostic.hpp"
#include "runtime/temporary_file.hpp"

namespace orograph {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
constexpr char again = 'a';
constexpr char quit = 'q';

std::atomic<bool> requested{false};
std::atomic<int> first_signal{0};
std::array<int, 2> wake{-1, -1};  // a pipe to the impatient thread

extern "C" void on_signal(int number) {
  const int saved = errno;
  int none = 0;
  first_signal.compare_exchange_strong(none, number);
  if (requested.exchange(true)) [[maybe_unused]]
    const auto ignored = ::write(wake[1], &again, 1);
  errno = saved;
}

// A signal that was ignored from the start (nohup, a shell's background job) stays so.
void install(int number) {
  struct sigaction old {};
  if (::sigaction(number, nullptr, &old) != 0 || old.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  ::sigaction(number, &action, nullptr);
}

void uninstall(int number) {
  struct sigaction old {};
  if (::sigaction(number, nullptr, &old) == 0 && old.sa_handler == on_signal) std::signal(number, SIG_DFL);
}

void wait_for_second_signal() {
  char byte = 0;
  ssize_t count = 0;
  do count = ::read(wake[0], &byte, 1);
  while (count < 0 && errno == EINTR);
  if (count != 1 || byte != again) return;
  remove_temporary_files();
  Interrupt::end_process();
}

}  // namespace

Interrupt::Interrupt() {
  if (::pipe2(wake.data(), O_CLOEXEC) != 0)
    throw SystemError(fmt::format("cannot make a pipe: {}\nallow more open files, as with 'ulimit -n 4096'",
                                  std::generic_category().message(errno)));
  impatient_ = std::thread(wait_for_second_signal);
  for (const int number : signals) install(number);
}

Interrupt::~Interrupt() {
  // Once an end is asked for, another signal must not come before end_process() and its words.
  const bool ending = requested;
  if (!ending)
    for (const int number : signals) uninstall(number);
  [[maybe_unused]] const auto ignored = ::write(wake[1], &quit, 1);
  impatient_.join();
  if (!ending)
    for (const int end : wake) ::close(end);
}

const std::atomic<bool>& Interrupt::flag() {
  return requested;
}

void Interrupt::end_process() {
  const int number = first_signal.load();
  write_message("orograph: interrupted\n");
  std::signal(number, SIG_DFL);
  // To this thread, which does not go on before it has arrived; one sent to the process may reach another, later.
  ::raise(number);
  std::_Exit(128 + number);  // where it is blocked
}

void ignore_write_signals() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace orograph
