// SPDX-License-Identifier: MIT
// The key `functions` of a file: a mapping of names to RecipeFunctions; those of all files of a recipe have
// different names.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/recipe.hpp"
#include "graph/value_reader.hpp"

namespace orograph {

class FunctionSet {
 public:
  // `world_unit` is the recipe's.
  FunctionSet(std::string_view world_unit, const ValueReader& reader) : world_unit_(world_unit), reader_(reader) {}

  // Takes the functions of a file out of `functions`, the value of the key.
  void add(YamlValue& functions);
  // A file of functions could not be read.
  void miss() { complete_ = false; }
  bool complete() const { return complete_; }
  std::vector<RecipeFunction> take() { return std::move(functions_); }

 private:
  std::string_view world_unit_;
  const ValueReader& reader_;
  std::vector<RecipeFunction> functions_;
  std::unordered_map<std::string, SourceLoc> places_;
  bool complete_ = true;
};

// "dune_field(size, tall; base)": parameters, then inputs.
std::string signature(const RecipeFunction& function);

}  // namespace orograph
