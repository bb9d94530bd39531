// SPDX-License-Identifier: MIT
// orograph: arguments to a command, and whatever goes wrong to words and an exit code: 0 done, 1 the machine failed,
// 2 the recipe or the command line is wrong. Invariant: nothing runs unless every argument was understood.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "graph/diagnostic.hpp"
#include "graph/version.hpp"

namespace orograph {
namespace {

constexpr int machine_failed = 1;
constexpr int input_is_wrong = 2;

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string called(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : app.get_parent()->get_name() + " " + app.get_name();
}

[[noreturn]] void fail_on_option(const CLI::App& app, const std::string& argument) {
  const std::string word = argument.substr(0, argument.find('='));
  const std::vector<std::string> names = option_names(app);
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view nearest = nearest_word(word, candidates);
  throw UsageError(fmt::format("unknown option '{}'", word),
                   nearest.empty() ? fmt::format("'{} --help' lists the options", called(app))
                                   : fmt::format("did you mean '{}'?", nearest));
}

// Arguments that CLI11 had no use for.
void check_leftovers(const CLI::App& app, bool is_command) {
  for (const std::string& argument : app.remaining()) {
    if (argument.size() > 1 && argument.front() == '-') fail_on_option(app, argument);
  }
  for (const std::string& argument : app.remaining()) {
    if (is_command)
      throw UsageError(fmt::format("one argument too many: '{}'", argument),
                       fmt::format("'{} --help' shows what it takes", called(app)));
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    throw UsageError(fmt::format("unknown command '{}'", argument),
                     suggest(argument, std::vector<std::string_view>(names.begin(), names.end())));
  }
}

// The option a message of CLI11 begins with, of the command that was given; null when it names none.
const CLI::Option* option_of(std::string_view message, const std::vector<Command>& commands, const CLI::App& app) {
  const std::string name(message.substr(0, message.find_first_of(": ")));
  const std::string flag = "--" + name;  // CLI11 tells the bare name of a flag
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    if (const CLI::Option* option = command.app->get_option_no_throw(name)) return option;
    if (const CLI::Option* option = command.app->get_option_no_throw(flag)) return option;
  }
  return app.get_option_no_throw(name);
}

// CLI11's words for a programmer, as words for the one who typed.
[[noreturn]] void fail_on_value(const CLI::ParseError& error, const CLI::Option* option) {
  if (option == nullptr) throw UsageError(error.what(), "'orograph COMMAND --help' shows what it takes");
  const std::string name = option->get_name();
  const std::string form = fmt::format("{} {}", name, option->get_option_text());
  if (option->get_expected_max() == 0)
    throw UsageError(fmt::format("{} takes no value", name), fmt::format("write {} alone, or leave it out", name));
  if (option->results().size() > 1)
    throw UsageError(fmt::format("{} is given {} times", name, option->results().size()),
                     fmt::format("write {} once", form));
  throw UsageError(fmt::format("{} has no value", name), fmt::format("write {}", form));
}

// A shell's unset variable leaves an option with an empty value: never the same as no option.
void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    const bool named = !option->get_lnames().empty() || !option->get_snames().empty();
    if (!named || option->get_expected_max() == 0) continue;
    option->check([](const std::string& value) { return value.empty() ? std::string("no value") : std::string(); });
  }
}

void parse(CLI::App& app, const std::vector<Command>& commands, int argc, char** argv) {
  const auto check_all = [&] {
    for (const Command& command : commands)
      if (command.app->parsed()) check_leftovers(*command.app, true);
    check_leftovers(app, false);
  };
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    check_all();  // a mistyped word says more than what CLI11 missed because of it
    fail_on_value(error, option_of(error.what(), commands, app));
  }
  check_all();
}

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
    parse(app, commands, argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    const int code = app.exit(success);
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
  write_message(fmt::format("orograph: {}\n", message));
  while (!help.empty()) {
    const std::string_view line = help.substr(0, help.find('\n'));
    write_message(fmt::format("  {}\n", line));
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
  orograph::ignore_write_signals();
  return orograph::guarded(argc, argv);
}
