// SPDX-License-Identifier: MIT
// GridArguments: what every command that samples a grid takes to choose a part of it: --resolution WxH,
// --region X0,Y0,X1,Y1, --window COL,ROW,W,H.
#pragma once
#include <string>

#include "cli/grid_selection.hpp"

namespace CLI {
class App;
}

namespace orograph {

struct GridArguments {
  std::string resolution, region, window;

  // Binds the options to this object, which must live until the command has run.
  void add_to(CLI::App& command);
  GridSelection selection() const;  // UsageError when a text is no size, box or window
};

}  // namespace orograph
