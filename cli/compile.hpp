// SPDX-License-Identifier: MIT
// compile: a recipe file to the schedule of what a command asks for, stage by stage.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/graph.hpp"
#include "graph/recipe.hpp"
#include "graph/schedule.hpp"

namespace orograph {

struct CompileRequest {
  std::filesystem::path recipe;
  RecipeOverrides overrides;
  bool allow_outside = false;       // included files may lie outside of the recipe's folder
  std::optional<std::string> node;  // this one instead of the outputs
  Positions positions = Positions::grid;
  // What the command asks of a recipe: a grid, formats that hold the channels. The recipe may hold mistakes: they are
  // in the diagnostics by then, and do not keep others from being found.
  std::function<void(const Recipe&)> check_recipe;
  // Called after each stage; `text` makes the stage's printed result.
  std::function<void(std::string_view stage, const std::function<std::string()>& text)> observer;
};

struct StageTime {
  std::string_view stage;
  double seconds = 0;
  std::size_t instructions = 0;  // of the program that it makes; 0: it makes none
};

struct CompiledRecipe {
  Recipe recipe;
  Graph graph;
  Schedule schedule;
  std::vector<StageTime> times;
};

// Adds what it finds to `diagnostics` and throws RecipeError after a stage with errors. Without outputs, and unless a
// node is asked for, the nodes that no other node uses are compiled.
CompiledRecipe compile(const CompileRequest& request, Diagnostics& diagnostics);

// Every stage that `observer` hears of, in order.
std::vector<std::string_view> stage_names();

}  // namespace orograph
