// SPDX-License-Identifier: MIT
// orograph explain: what the compiler made of a recipe: bounds and cost of each output, by node and measured, what is
// computed once, what is hoisted out of the sample loop; or the value of every node at one place; or the result of
// one stage.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/compile.hpp"
#include "cli/grid_selection.hpp"
#include "cli/measured_profile.hpp"
#include "cli/node_costs.hpp"
#include "cli/recipe_arguments.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "cli/usage_error.hpp"
#include "cli/value_tree.hpp"
#include "cli/values.hpp"
#include "runtime/target.hpp"

namespace orograph {
namespace {

struct ExplainArguments {
  RecipeArguments recipe;
  std::string after, at;
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

// The measured time of a part of the grid, by node.
struct Measurement {
  GridWindow window;
  Profile profile;
  std::vector<NodeId> owner;
};

Measurement measure(const CompiledRecipe& compiled, const GridWindow& window) {
  constexpr double most_samples = 512 * 512;
  Measurement m{capped(window, most_samples), {}, owners(compiled.graph)};
  m.profile = measured_profile(compiled.schedule, m.window, chosen_target());
  return m;
}

// A recipe that cannot be rendered can still be explained.
std::optional<Measurement> measure_where_finite(const CompiledRecipe& compiled, const GridWindow& window) {
  try {
    return measure(compiled, window);
  } catch (const NotFinite&) {
    return std::nullopt;
  }
}

std::string time_text(const CompiledRecipe& compiled, const Measurement& m, const std::vector<bool>& needed,
                      const Diagnostics& sources) {
  const std::vector<NodeCost> costs = node_costs(compiled, m.profile, m.owner, needed);
  return fmt::format("  time       {}\n", describe_share(compiled, m.profile, costs, sources));
}

std::string explain_outputs(const CompiledRecipe& compiled, const std::optional<Measurement>& m,
                            const Diagnostics& sources, std::vector<std::size_t>& users) {
  const Schedule& s = compiled.schedule;
  std::string text;
  const std::size_t whole = cost_of(s, std::vector<bool>(users.size(), true));
  for (const ProgramOutput& output : s.program.outputs) {
    const std::vector<bool> needed = needed_by(s.program, output.value);
    for (std::size_t id = 0; id < needed.size(); ++id) users[id] += needed[id];
    text += fmt::format("{}\n  values     {}\n  varies     {}\n  needs      {}\n  cost       {}\n", output.name,
                        print(s.bounds[output.value.id]), rate_name(s.rate[output.value.id]),
                        by_kind(s.program, needed), cost_text(cost_of(s, needed), whole));
    if (m) text += time_text(compiled, *m, needed, sources);
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

// "340 instructions as lowered, 188 after folding constants, 41 with octaves fused"
std::string folded_text(const CompiledRecipe& compiled) {
  std::string text;
  for (const StageTime& stage : compiled.times)
    if (stage.instructions != 0)
      text += fmt::format("{}{} after {}", text.empty() ? "  folded     instructions: " : ", ", stage.instructions,
                          stage.stage);
  return text + '\n';
}

std::string explain_time(const CompiledRecipe& compiled, const Measurement& m, const Diagnostics& sources) {
  const std::vector<bool> all(compiled.schedule.program.instructions.size(), true);
  const std::vector<NodeCost> costs = node_costs(compiled, m.profile, m.owner, all);
  const double samples = static_cast<double>(m.window.width) * static_cast<double>(m.window.height);
  return fmt::format("time, measured on {} x {} samples with {}, 1 thread: {:.3g} ns a sample\n{}", m.window.width,
                     m.window.height, chosen_target().target, 1e9 * m.profile.total() / samples,
                     describe_costs(compiled, m.profile, costs, sources));
}

std::string explain_whole(const CompiledRecipe& compiled, const std::vector<std::size_t>& users) {
  const Schedule& s = compiled.schedule;
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
  text += folded_text(compiled) + fused_text(s.program);
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
  if (!arguments.after.empty() && !arguments.at.empty())
    throw UsageError("--after and --at ask for different things", "give one of them");
  std::optional<std::array<double, 2>> at;
  if (!arguments.at.empty()) at = read_position("--at", arguments.at);
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
  report.print();
  if (at) {
    write_output(describe_values_at(compiled, (*at)[0], (*at)[1], report.diagnostics()));
    return 0;
  }
  std::optional<Measurement> measured;
  if (compiled.recipe.grid) {
    const GridWindow window = select_grid(compiled.recipe.grid, {}).window;
    restrict_to(compiled.schedule, domain_of(window));
    measured = measure_where_finite(compiled, window);
  }
  std::vector<std::size_t> users(compiled.schedule.program.instructions.size());  // outputs that need it
  write_output(explain_outputs(compiled, measured, report.diagnostics(), users));
  write_output(explain_whole(compiled, users));
  write_output(describe_fates(compiled, owners(compiled.graph)));
  if (measured) write_output(explain_time(compiled, *measured, report.diagnostics()));
  return 0;
}

}  // namespace

Command add_explain(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("explain", "Print what the compiler made of a recipe");
  const auto arguments = std::make_shared<ExplainArguments>();
  arguments->recipe.add_to(*app);
  app->add_option("--after", arguments->after, "Print the result of this stage instead: parse, graph, lower, ...")
      ->option_text("STAGE");
  app->add_option("--at", arguments->at, "Print instead the value of every node at this position, as a tree")
      ->option_text("X,Y");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace orograph
