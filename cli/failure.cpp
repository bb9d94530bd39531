// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "graph/diagnostic.hpp"
#include "graph/printable.hpp"
#include "runtime/temporary_file.hpp"

namespace orograph {
namespace {

constexpr std::string_view thread_help =
    "allow more threads and memory, as with 'ulimit -u 4096', or take fewer with --threads 1";
constexpr std::string_view memory_help = "render parts with --window, or take fewer threads with --threads";

int fail(int code, std::string_view message, std::string_view help = {}) {
  write_message(fmt::format("orograph: {}\n", printable(message)));
  while (!help.empty()) {
    const std::string_view line = help.substr(0, help.find('\n'));
    write_message(fmt::format("  {}\n", printable(line)));
    help.remove_prefix(std::min(help.size(), line.size() + 1));
  }
  return code;
}

// The first line says what failed, others what to do.
int fail_by_lines(std::string_view text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  return fail(machine_failed, text.substr(0, end), text.substr(std::min(end + 1, text.size())));
}

int fail_without_memory() {
  return fail(machine_failed, "not enough memory", memory_help);
}

int fail_without_thread() {
  return fail(machine_failed, "cannot start a thread", thread_help);
}

// oneTBB throws a runtime_error.
bool tells_of_thread(const std::exception& error) {
  return std::string_view(error.what()).find("pthread_create") != std::string_view::npos;
}

[[noreturn]] void on_terminate() {
  remove_temporary_files();
  if (std::current_exception()) {
    try {
      throw;
    } catch (...) {
      report_failure();
    }
  } else {
    // There may be no memory to make a text of.
    write_message("orograph: a library gave up\n  ");
    write_message(thread_help);
    write_message("\n");
  }
  std::_Exit(machine_failed);
}

}  // namespace

int report_failure() {
  try {
    throw;
  } catch (const UsageError& error) {
    return fail(input_is_wrong, error.what(), error.help);
  } catch (const RecipeError& error) {
    return fail(input_is_wrong, error.what());
  } catch (const SystemError& error) {
    return fail_by_lines(error.what());
  } catch (const InternalError& error) {
    return fail(machine_failed, error.what(), "this is a mistake of orograph itself: please report it");
  } catch (const std::bad_alloc&) {
    return fail_without_memory();
  } catch (const std::length_error&) {
    return fail_without_memory();
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::resource_unavailable_try_again) return fail_without_thread();
    return fail(machine_failed, error.what());
  } catch (const std::exception& error) {
    return tells_of_thread(error) ? fail_without_thread() : fail(machine_failed, error.what());
  }
}

void fail_on_terminate() {
  std::set_terminate(on_terminate);
}

}  // namespace orograph
