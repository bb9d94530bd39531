// SPDX-License-Identifier: MIT
// The keys of a recipe's mappings, all but those of nodes, each with its line for people. What a reader accepts and
// what an editor offers are made from these lists.
#pragma once
#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace orograph {

struct RecipeKey {
  std::string_view name;
  std::string_view text;
};

inline constexpr std::array recipe_keys{
    RecipeKey{"orograph", "the format of the recipe, 1"},
    RecipeKey{"noise", "the version of the noise functions, 1"},
    RecipeKey{"seed",
              "a whole number of 64 bits, or a constant; another one gives another landscape of the same kind"},
    RecipeKey{"units", "what one world unit is: m, km, cm or ft, or another short word"},
    RecipeKey{"include", "files whose functions are taken, relative to this one"},
    RecipeKey{"params",
              "constants with names, which --set NAME=VALUE changes: name to a constant, or to {value: ...}"},
    RecipeKey{"presets", "named sets of values for params, chosen by --preset NAME"},
    RecipeKey{"functions", "parts of a graph with params and inputs, called like node types"},
    RecipeKey{"nodes", "fields with names: a node {type: ...}, an expression, a number or the name of a node"},
    RecipeKey{"grid", "where the samples lie"},
    RecipeKey{"outputs", "the files that are written"},
};

inline constexpr std::array param_keys{
    RecipeKey{"value", "a constant; may name other params"},
    RecipeKey{"min", "the least value, however it is set"},
    RecipeKey{"max", "the greatest value, however it is set"},
    RecipeKey{"unit", "what numbers without a unit are in: m, km, cm, ft, deg, rad or %"},
    RecipeKey{"doc", "a line for people"},
};

inline constexpr std::array function_keys{
    RecipeKey{"doc", "what it makes"},
    RecipeKey{"params",
              "constants that a call may give: name to the default, or to {value: ..., min: ..., max: ...}"},
    RecipeKey{"inputs", "fields that a call gives: name to the default, or to {default: ..., doc: ...}"},
    RecipeKey{"nodes", "fields with names, which only this function sees"},
    RecipeKey{"result", "the field that a call is"},
};

inline constexpr std::array function_input_keys{
    RecipeKey{"default", "the field where a call gives none; without it, every call gives one"},
    RecipeKey{"doc", "a line for people"},
};

inline constexpr std::array grid_keys{
    RecipeKey{"origin", "[x, y]: where the grid begins, in world units"},
    RecipeKey{"spacing", "how far apart samples lie, in world units: one number, or [x, y]"},
    RecipeKey{"resolution", "samples: [columns, rows], or one number for both"},
    RecipeKey{"registration", "area: samples are the middles of pixels; point: the first one lies at the origin"},
};

inline constexpr std::array output_keys{
    RecipeKey{"file", "a path in the output folder; its ending chooses the format"},
    RecipeKey{"channels", "a channel's name to a field"},
    RecipeKey{"type", "what a sample is stored as; the first one is the default"},
    RecipeKey{"range", "[lo, hi] of integers: the values that code 0 and the highest code stand for"},
    RecipeKey{"precision", "of float and half: how far apart stored values may lie; {channel: ...} for some"},
    RecipeKey{"compression", "all are lossless; the first one is the default"},
    RecipeKey{"tile", "side of a tile in pixels, a multiple of 16; 0: scanlines or strips"},
};

constexpr std::string_view text_of(std::span<const RecipeKey> keys, std::string_view name) {
  for (const RecipeKey& key : keys)
    if (key.name == name) return key.text;
  return {};
}

inline std::vector<std::string_view> names_of(std::span<const RecipeKey> keys) {
  std::vector<std::string_view> names;
  for (const RecipeKey& key : keys) names.push_back(key.name);
  return names;
}

}  // namespace orograph
