// SPDX-License-Identifier: MIT
// orograph explain: what the compiler made of a recipe: bounds and cost of each output, what is computed once, what
// is hoisted out of the sample loop; or the result of one stage.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/grid_selection.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"

namespace orograph {
namespace {

struct ExplainArguments {
  RecipeArguments recipe;
  std::string after;
};

std::string number_of(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// The instructions that an output needs.
std::vector<bool> needed_by(const Program& program, Value output) {
  std::vector<bool> needed(program.instructions.size());
  needed[output.id] = true;
  for (std::uint32_t id = output.id + 1; id-- > 0;)
    if (needed[id]) for_each_operand(program.instructions[id], [&](Value v) { needed[v.id] = true; });
  return needed;
}

// In elementwise instructions a sample; what is hoisted out of the sample loop costs next to nothing.
std::size_t cost_of(const Schedule& s, const std::vector<bool>& counted) {
  std::size_t cost = 0;
  for (std::size_t id = 0; id < counted.size(); ++id)
    if (counted[id] && s.rate[id] == Rate::point)
      cost += static_cast<std::size_t>(cost_of(s.program, s.program.instructions[id]));
  return cost;
}

// "about 34 % of the program's: 61 of 180 operations a sample"
std::string cost_text(std::size_t cost, std::size_t whole) {
  if (cost == 0) return "nothing a sample: all of it is hoisted";
  return fmt::format("about {:.0f} % of the program's: {} of {} operations a sample",
                     100 * static_cast<double>(cost) / static_cast<double>(whole), cost, whole);
}

std::size_t octaves_of(const Program& program, const Instruction& i) {
  return i.op == Op::noise ? program.noise(i).octaves.size() : 0;
}

// "2 noise (14 octaves), 3 multiply, 1 add"
std::string by_kind(const Program& program, const std::vector<bool>& counted) {
  std::map<std::string_view, std::size_t> kinds;
  std::size_t octaves = 0;
  for (std::size_t id = 0; id < counted.size(); ++id) {
    if (!counted[id]) continue;
    ++kinds[op_info(program.instructions[id].op).name];
    octaves += octaves_of(program, program.instructions[id]);
  }
  std::vector<std::pair<std::string_view, std::size_t>> sorted(kinds.begin(), kinds.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text;
  for (const auto& [name, count] : sorted) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
    if (name == op_info(Op::noise).name) text += fmt::format(" ({})", number_of(octaves, "octave"));
  }
  return text;
}

std::string explain_outputs(const Schedule& s, std::vector<std::size_t>& users) {
  std::string text;
  const std::size_t whole = cost_of(s, std::vector<bool>(users.size(), true));
  for (const ProgramOutput& output : s.program.outputs) {
    const std::vector<bool> needed = needed_by(s.program, output.value);
    for (std::size_t id = 0; id < needed.size(); ++id) users[id] += needed[id];
    text += fmt::format("{}\n  values     {}\n  varies     {}\n  needs      {}\n  cost       {}\n", output.name,
                        print(s.bounds[output.value.id]), rate_name(s.rate[output.value.id]),
                        by_kind(s.program, needed), cost_text(cost_of(s, needed), whole));
  }
  return text;
}

std::string fused_text(const Program& program) {
  std::size_t octaves = 0, instructions = 0;
  for (const Instruction& i : program.instructions) {
    octaves += octaves_of(program, i);
    instructions += i.op == Op::noise ? 1 : 0;
  }
  if (octaves == 0) return {};
  return fmt::format("  octaves    {} fused into {}\n", number_of(octaves, "octave"),
                     number_of(instructions, "instruction"));
}

std::string explain_whole(const Schedule& s, const std::vector<std::size_t>& users) {
  std::vector<bool> all(users.size(), true), shared(users.size());
  std::size_t uses = 0, guards = 0, guarded = 0, computed = 0;
  std::vector<std::size_t> fan_out(users.size());
  for (const Instruction& i : s.program.instructions) for_each_operand(i, [&](Value v) { ++fan_out[v.id]; });
  for (std::size_t id = 0; id < users.size(); ++id) {
    shared[id] = users[id] > 1 && s.program.instructions[id].op != Op::constant;
    if (s.program.instructions[id].op != Op::constant && fan_out[id] > 1) ++uses;
  }
  std::size_t guarded_until = 0;
  for (std::size_t k = 0; k < s.steps.size(); ++k) {
    const Step& step = s.steps[k];
    if (step.kind == Step::Kind::guard) {
      ++guards;
      guarded_until = std::max(guarded_until, k + 1 + step.count);
    } else {
      ++computed;
      guarded += k < guarded_until ? 1 : 0;
    }
  }
  std::string text = fmt::format("together\n  all        {}\n", by_kind(s.program, all));
  text += fused_text(s.program);
  const std::string in_common = by_kind(s.program, shared);
  text += fmt::format("  shared     {}; {} used more than once and computed once\n",
                      in_common.empty() ? "nothing between outputs" : in_common + " serve several outputs",
                      uses == 1 ? "1 value is" : fmt::format("{} values are", uses));
  text += fmt::format("  hoisted    {} once, {} once a column, {} once a row; {} on lattice rows\n", s.uniform.size(),
                      s.column.size(), s.row.size(), number_of(s.lattice_count, "octave"));
  text += fmt::format("  a sample   {}, {} of them behind {} that {} what a mix hides\n",
                      number_of(computed, "instruction"), guarded, number_of(guards, "guard"),
                      guards == 1 ? "skips" : "skip");
  text += fmt::format("  registers  {}\n", s.registers);
  return text;
}

int run(const ExplainArguments& arguments) {
  const std::vector<std::string_view> stages = stage_names();
  if (!arguments.after.empty() && std::ranges::find(stages, arguments.after) == stages.end())
    throw UsageError(fmt::format("there is no stage '{}'", arguments.after), suggest(arguments.after, stages));
  Report report;
  CompileRequest request;
  request.recipe = arguments.recipe.path();
  request.overrides = arguments.recipe.overrides();
  request.allow_outside = arguments.recipe.allow_outside;
  request.observer = [&](std::string_view stage, const std::function<std::string()>& text) {
    if (stage == arguments.after) write_output(text());
  };
  CompiledRecipe compiled = compile(request, report.diagnostics());
  if (!arguments.after.empty()) return 0;
  if (compiled.recipe.grid) restrict_to(compiled.schedule, domain_of(select_grid(compiled.recipe.grid, {}).window));
  std::vector<std::size_t> users(compiled.schedule.program.instructions.size());  // outputs that need it
  write_output(explain_outputs(compiled.schedule, users));
  write_output(explain_whole(compiled.schedule, users));
  return 0;
}

}  // namespace

Command add_explain(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("explain", "Print what the compiler made of a recipe");
  const auto arguments = std::make_shared<ExplainArguments>();
  arguments->recipe.add_to(*app);
  app->add_option("--after", arguments->after, "Print the result of this stage instead: parse, graph, lower, ...")
      ->option_text("STAGE");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
