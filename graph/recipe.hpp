// SPDX-License-Identifier: MIT
// Recipe: the plain tree of a YAML recipe, with the place of every value. Turns text into keys, names and
// constants; it knows no node type.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/diagnostic.hpp"
#include "graph/file_loader.hpp"
#include "graph/param_declaration.hpp"

namespace orograph {

struct Param : ParamDeclaration {  // `wrong`: the value is made up
  double value = 0;                // after overrides; in world units and degrees
  Dimension measures = {};
  bool overridden = false;
  bool used = false;         // by another param, the seed, the grid or an output; nodes are the graph's to see
  std::string set_by = {};   // the overridden param that its value comes from, itself or another; empty: none
  std::string set_how = {};  // how that one was: "--set", "--set-file night.yaml", "--preset alps"

  Quantity quantity() const { return {value, measures}; }
};

struct NodeDefinition {
  std::string name;
  SourceLoc loc;    // of the name
  YamlValue value;  // mapping, expression string, number or name
};

// A field that a function takes.
struct FunctionInput {
  std::string name;
  SourceLoc loc;
  std::string doc;
  YamlValue default_value;  // null: it must be given
};

// A subgraph with a name, called like a node type. Its names are its own: it sees nothing of the recipe around it.
struct RecipeFunction {
  std::string name;
  SourceLoc loc;
  std::string doc;
  std::vector<ParamDeclaration> params;  // each with its default
  std::vector<FunctionInput> inputs;
  std::vector<NodeDefinition> nodes;
  YamlValue result;
  bool names_unread = false;            // as in Recipe
  std::uint64_t values = 0, bytes = 0;  // what a call adds to the recipe: YAML values, and text in them
};

enum class Registration { area, point };

// Sample (column, row) lies at origin + (column + h, row + h) * spacing, h = 1/2 for `area`, 0 for `point`.
struct Grid {
  std::array<double, 2> origin{0, 0};   // world units
  std::array<double, 2> spacing{1, 1};  // world units a sample, > 0
  std::array<std::int64_t, 2> resolution{0, 0};
  Registration registration = Registration::area;
  SourceLoc loc;
};

enum class SampleType { f32, f16, u8, u16, u32 };
std::string_view sample_type_name(SampleType type);  // "float", "half", "uint8", "uint16", "uint32"

struct OutputChannel {
  std::string name;
  SourceLoc loc;         // of the channel's name
  YamlValue field;       // any field: name, number, inline node, expression
  double precision = 0;  // its values may be rounded that far apart (runtime/precision.hpp); 0: stored as computed
};

// What a precision may be: steps of floats that have a reciprocal and room above them.
inline constexpr double least_precision = 1e-30, most_precision = 1e30;

struct Output {
  std::string file;  // relative, inside the output folder; its ending chooses the format
  SourceLoc loc;     // of the file name
  std::vector<OutputChannel> channels;
  SampleType type = SampleType::f32;
  std::optional<std::array<double, 2>> range;  // integers: the values that codes 0 and max stand for
  SourceLoc range_loc;
  SourceLoc precision_loc;
  std::string compression;  // empty: the format's default
  SourceLoc compression_loc;
  std::int64_t tile = 0;  // TIFF and EXR tile side in pixels; 0 for scanlines or strips
  SourceLoc tile_loc;
  std::vector<std::string_view> unread;  // keys with a mistake: what they should have been is not known
};

// Values for params, by a name.
struct Preset {
  std::string name;
  SourceLoc loc;  // of the name
  std::vector<YamlValue::Entry> values;
};

struct Recipe {
  std::string file;
  std::int64_t seed = 0;
  std::string units;  // what one world unit is, which lengths are converted to; also the files' metadata. Empty:
                      // not stated, and taken for metres
  std::vector<Param> params;
  std::vector<Preset> presets;
  std::vector<NodeDefinition> nodes;      // in the order written
  std::vector<RecipeFunction> functions;  // its own and those of the files it includes
  std::vector<std::string> included;      // those files, by the names that messages call them
  std::optional<Grid> grid;
  std::vector<Output> outputs;
  std::uint64_t content_hash = 0;  // of the text, those of included files, and the overrides that changed a value
  bool names_unread = false;       // `params` or `nodes` is no mapping: a name that is not known is no second mistake
  bool functions_unread = false;   // `functions` or an included file could not be read: the same of node types
};

// A file of values for params: a YAML mapping of names to values.
struct SetFile {
  std::string name;  // what messages call it
  std::string text;
};

// Overrides from the command line, applied before any constant is evaluated. What --set gives comes before what files
// give, and that before the preset.
struct RecipeOverrides {
  std::vector<std::pair<std::string, std::string>> params;  // --set: NAME, VALUE (a number or constant expression)
  std::optional<std::int64_t> seed;
  std::vector<SetFile> files = {};  // --set-file; no param in two of them
  std::string preset = {};          // --preset; empty: none

  bool any_params() const { return !params.empty() || !files.empty() || !preset.empty(); }
};

// Parses and checks the text of a recipe: structure, keys, params, functions, grid, outputs. Files that it includes
// come from `files`; without, there are none. Adds every mistake to
// `diagnostics` and returns what could be read; the caller decides when to stop (throw_if_errors).
// Bounded time and memory on any input: text at most 64 MiB, a line at most 1 MiB, nesting at most 64, at most
// 1,000,000 values and 64 MiB of scalars after expanding aliases, at most 4096 params; text and values are those of
// all files together.
Recipe parse_recipe(std::string_view text, std::string_view file, const RecipeOverrides& overrides,
                    Diagnostics& diagnostics, FileLoader* files = nullptr);

// One line a fact, for `explain --after=parse`.
std::string print(const Recipe& recipe);

}  // namespace orograph
