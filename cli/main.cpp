// SPDX-License-Identifier: MIT
// orograph: arguments to a command, and its result to an exit code. Invariant: nothing runs unless every argument was
// understood.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/interrupt.hpp"
#include "cli/streams.hpp"
#include "graph/version.hpp"

namespace orograph {
namespace {

int run_command(int argc, char** argv) {
  CLI::App app("orograph compiles recipes of procedural terrain and renders them to images.", "orograph");
  app.set_version_flag("--version", fmt::format("orograph {}", version), "Print the version")
      ->disable_flag_override();
  app.set_help_flag("-h,--help", "Print this help")->disable_flag_override();
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.footer(
      "Exit codes: 0 done; 1 the machine failed; 2 the recipe or the command line is wrong; 3 diff found a "
      "difference, or fmt --check a layout that is not in order.");
  std::vector<Command> commands;
  for (const auto add : {add_render, add_sample, add_check, add_params, add_nodes, add_graph, add_explain, add_diff,
                         add_bench, add_fmt, add_schema}) {
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

int guarded(int argc, char** argv) {
  try {
    return run_command(argc, argv);
  } catch (...) {
    return report_failure();
  }
}

}  // namespace
}  // namespace orograph

int main(int argc, char** argv) {
  orograph::occupy_standard_streams();
  orograph::ignore_write_signals();
  orograph::fail_on_terminate();
  return orograph::guarded(argc, argv);
}
