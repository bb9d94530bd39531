// SPDX-License-Identifier: MIT
// Any bytes as a recipe: reading it may add diagnostics, and must not crash, hang or grow without bound.
#include <cstddef>
#include <cstdint>
#include <string>

#include "graph/diagnostic.hpp"
#include "graph/recipe.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  orograph::Diagnostics diagnostics;
  orograph::parse_recipe(text, "fuzz.yaml", {}, diagnostics);
  diagnostics.format_all();
  return 0;
}
