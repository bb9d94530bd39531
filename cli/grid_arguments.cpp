// SPDX-License-Identifier: MIT
#include "cli/grid_arguments.hpp"

#include <CLI/CLI.hpp>

#include "cli/values.hpp"

namespace orograph {

void GridArguments::add_to(CLI::App& command) {
  const auto option = [&](const char* name, std::string& text, const char* value, const char* help) {
    command.add_option(name, text, help)->option_text(value);
  };
  option("--resolution", resolution, "WxH", "Sample the same part of the world with other sizes; N for both");
  option("--region", region, "X0,Y0,X1,Y1",
         "Only this part of the world: the grid's pixels that it touches, or sampled anew with --resolution");
  option("--window", window, "COL,ROW,W,H", "Only these pixels of the grid");
}

GridSelection GridArguments::selection() const {
  GridSelection chosen;
  if (!resolution.empty()) chosen.resolution = read_size("--resolution", resolution);
  if (!region.empty()) chosen.region = read_box("--region", region);
  if (!window.empty()) chosen.window = read_window("--window", window);
  return chosen;
}

}  // namespace orograph
