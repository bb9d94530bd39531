// SPDX-License-Identifier: MIT
// Commands: each file *_command.cpp adds one to the command line and says how it runs.
#pragma once
#include <functional>

namespace CLI {
class App;
}

namespace orograph {

struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;  // the exit code; throws UsageError, RecipeError, SystemError
};

Command add_render(CLI::App& parent);
Command add_sample(CLI::App& parent);
Command add_check(CLI::App& parent);
Command add_params(CLI::App& parent);
Command add_nodes(CLI::App& parent);
Command add_graph(CLI::App& parent);
Command add_explain(CLI::App& parent);
Command add_diff(CLI::App& parent);
Command add_bench(CLI::App& parent);
Command add_fmt(CLI::App& parent);
Command add_schema(CLI::App& parent);

}  // namespace orograph
