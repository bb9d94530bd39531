// SPDX-License-Identifier: MIT
// orograph: arguments to a command, and whatever goes wrong to words and an exit code: 0 done, 1 the machine failed,
// 2 the recipe or the command line is wrong. Invariant: nothing runs unless every argument was understood.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/interrupt.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "graph/diagnostic.hpp"
#include "graph/printable.hpp"
#include "graph/version.hpp"

namespace orograph {
namespace {

constexpr int machine_failed = 1;
constexpr int input_is_wrong = 2;

int run_command(int argc, char** argv) {
  CLI::App app("orograph compiles recipes of procedural terrain and renders them to images.", "orograph");
  app.set_version_flag("--version", fmt::format("orograph {}", version), "Print the version")
      ->disable_flag_override();
  app.set_help_flag("-h,--help", "Print this help")->disable_flag_override();
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.footer("Exit codes: 0 done; 1 the machine failed; 2 the recipe or the command line is wrong.");
  std::vector<Command> commands;
  for (const auto add : {add_render, add_sample, add_check, add_nodes, add_graph, add_explain, add_bench}) {
    commands.push_back(add(app));
    commands.back().app->allow_extras();
    refuse_empty_values(*commands.back().app);
  }
  try {
    parse_command_line(app, commands, {argv + 1, argv + std::max(argc, 1)});
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int code = app.exit(success, text, text);
    write_output(text.str());
    flush_output();
    return code;
  }
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    const int code = command.run();
    flush_output();
    return code;
  }
  write_message(app.help());
  return input_is_wrong;
}

int fail(int code, std::string_view message, std::string_view help = {}) {
  write_message(fmt::format("orograph: {}\n", printable(message)));
  while (!help.empty()) {
    const std::string_view line = help.substr(0, help.find('\n'));
    write_message(fmt::format("  {}\n", printable(line)));
    help.remove_prefix(std::min(help.size(), line.size() + 1));
  }
  return code;
}

int guarded(int argc, char** argv) {
  try {
    return run_command(argc, argv);
  } catch (const UsageError& error) {
    return fail(input_is_wrong, error.what(), error.help);
  } catch (const RecipeError& error) {
    return fail(input_is_wrong, error.what());
  } catch (const SystemError& error) {
    return fail(machine_failed, error.what());
  } catch (const InternalError& error) {
    return fail(machine_failed, error.what(), "this is a mistake of orograph itself: please report it");
  } catch (const std::bad_alloc&) {
    write_message("orograph: not enough memory\n");
  } catch (const std::length_error&) {
    write_message("orograph: not enough memory\n");
  } catch (const std::exception& error) {
    return fail(machine_failed, error.what());
  }
  return machine_failed;
}

}  // namespace
}  // namespace orograph

int main(int argc, char** argv) {
  orograph::occupy_standard_streams();
  orograph::ignore_write_signals();
  return orograph::guarded(argc, argv);
}
