// SPDX-License-Identifier: MIT
#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>

#include "cli/usage_error.hpp"
#include "graph/diagnostic.hpp"

namespace orograph {
namespace {

using Words = std::vector<std::string>;

bool looks_like_option(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

// "--seed=4" is "--seed", "-oDIR" is "-o".
std::string option_name(const std::string& word) {
  return word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

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

// As a shell takes it for one word.
std::string quoted(const std::string& word) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./,=:+%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) c == '\'' ? out += "'\\''" : out += c;
  return out + "'";
}

std::string command_text(const std::string& command, const Words& arguments) {
  std::string text = "write: orograph " + command;
  for (const std::string& argument : arguments) text += " " + quoted(argument);
  return text;
}

const CLI::App* command_named(const std::string& name, const std::vector<Command>& commands) {
  const auto found = std::ranges::find_if(commands, [&](const Command& c) { return c.app->get_name() == name; });
  return found == commands.end() ? nullptr : found->app;
}

bool has_option(const CLI::App& app, const std::string& word) {
  return looks_like_option(word) && app.get_option_no_throw(option_name(word)) != nullptr;
}

// Whether the word means something to the command: its option, or a recipe.
bool belongs_to(const CLI::App& command, const std::string& word) {
  return word == "--" || word.ends_with(".yaml") || word.ends_with(".yml") || has_option(command, word);
}

const CLI::App* first_to_take(const std::string& word, const std::vector<Command>& commands) {
  const auto found = std::ranges::find_if(commands, [&](const Command& c) { return belongs_to(*c.app, word); });
  return found == commands.end() ? nullptr : found->app;
}

void refuse_help_word(const Words& words, const std::vector<Command>& commands) {
  if (words.front() != "help" && words.front() != "version") return;
  const bool of_command = words.size() > 1 && command_named(words[1], commands) != nullptr;
  throw UsageError(
      fmt::format("unknown command '{}'", words.front()),
      command_text(of_command ? words[1] : "--" + words.front(), of_command ? Words{"--help"} : Words{}));
}

// The command comes first, as its options and files mean nothing without it.
void check_command_comes_first(const CLI::App& app, const Words& words, const std::vector<Command>& commands) {
  if (words.empty() || has_option(app, words.front())) return;
  const auto is_command = [&](const std::string& word) { return command_named(word, commands) != nullptr; };
  const auto at = std::ranges::find_if(words, is_command);
  if (at == words.begin()) return;
  refuse_help_word(words, commands);
  const bool given = at != words.end();
  const CLI::App* command = given ? command_named(*at, commands) : first_to_take(words.front(), commands);
  if (command == nullptr || !belongs_to(*command, words.front())) return;
  Words arguments(words.begin(), at);
  if (arguments.front() == "--") arguments.erase(arguments.begin());
  if (given) arguments.insert(arguments.end(), at + 1, words.end());
  throw UsageError(given ? fmt::format("'{}' stands before the command '{}'", words.front(), *at)
                         : fmt::format("no command stands before '{}'", words.front()),
                   command_text(command->get_name(), arguments));
}

[[noreturn]] void fail_on_option(const CLI::App& app, const std::string& argument) {
  const std::string word = argument.substr(0, argument.find('='));
  std::vector<std::string> names = option_names(app);
  // Any two options of one letter are one letter apart: only another case is a hint.
  if (word.size() == 2)
    std::erase_if(names, [&](const std::string& name) {
      return name.size() != 2 ||
             std::tolower(static_cast<unsigned char>(name[1])) != std::tolower(static_cast<unsigned char>(word[1]));
    });
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view nearest = nearest_word(word, candidates);
  throw UsageError(fmt::format("unknown option '{}'", word),
                   nearest.empty() ? fmt::format("'{} --help' lists the options", called(app))
                                   : fmt::format("did you mean '{}'?", nearest));
}

[[noreturn]] void fail_on_argument(const CLI::App& app, const std::string& argument, bool is_command) {
  if (is_command)
    throw UsageError(fmt::format("one argument too many: '{}'", argument),
                     fmt::format("'{} --help' shows what it takes", called(app)));
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  throw UsageError(fmt::format("unknown command '{}'", argument),
                   suggest(argument, std::vector<std::string_view>(names.begin(), names.end())));
}

// Arguments that CLI11 had no use for, "--" among them: what follows it is no option.
void check_leftovers(const CLI::App& app, bool is_command) {
  const Words left = app.remaining();
  const auto mark = std::ranges::find(left, "--");
  for (auto word = left.begin(); word != mark; ++word)
    if (looks_like_option(*word)) fail_on_option(app, *word);
  for (auto word = left.begin(); word != left.end(); ++word)
    if (word != mark) fail_on_argument(app, *word, is_command);
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
  const CLI::Option* option = app.get_option_no_throw(name);
  return option != nullptr ? option : app.get_option_no_throw(flag);
}

// CLI11 ends a command at this word, and says nothing.
void refuse_terminator(const Words& words) {
  if (std::ranges::find(words, "++") != words.end())
    throw UsageError("'++' means nothing here", "leave it out, or write ./++ for a file of this name");
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

}  // namespace

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    const bool named = !option->get_lnames().empty() || !option->get_snames().empty();
    if (!named || option->get_expected_max() == 0) continue;
    option->check([](const std::string& value) { return value.empty() ? std::string("no value") : std::string(); });
  }
}

void parse_command_line(CLI::App& app, const std::vector<Command>& commands, Words words) {
  refuse_terminator(words);
  check_command_comes_first(app, words, commands);
  const auto check_all = [&] {
    for (const Command& command : commands)
      if (command.app->parsed()) check_leftovers(*command.app, true);
    check_leftovers(app, false);
  };
  try {
    std::ranges::reverse(words);  // CLI11 takes them from the back
    app.parse(words);
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    check_all();  // a mistyped word says more than what CLI11 missed because of it
    fail_on_value(error, option_of(error.what(), commands, app));
  }
  check_all();
}

}  // namespace orograph
