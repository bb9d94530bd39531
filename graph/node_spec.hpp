// SPDX-License-Identifier: MIT
// NodeSpec: what a node type is. One constant of this type describes a node completely: its catalogue text, its
// inputs, its parameters with defaults, ranges and units, and how it is lowered to instructions. Checks, the
// catalogue, the docs and the tests are all made from it.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/ir.hpp"

namespace orograph {

class Lowering;    // graph/lower.hpp
struct GraphNode;  // graph/graph.hpp
struct Place;      // graph/place.hpp

enum class ParamKind {
  number,   // double
  integer,  // std::int64_t
  boolean,  // bool
  choice,   // std::string, one of `choices`
  pair,     // std::vector<double> of 2
  period,   // std::vector<double> of 2 or 3; absent by default
  angle,    // double, in degrees
};

using ParamValue = std::variant<std::monostate, double, std::int64_t, bool, std::string, std::vector<double>>;

// The values a number may take; an open end excludes the bound itself.
struct ParamRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;
  bool high_open = false;
};

// Whether the range is that of every float, or wider: no bound that a person would miss.
bool holds_any_float(const ParamRange& range);

struct ParamSpec {
  std::string_view name;
  ParamKind kind = ParamKind::number;
  std::string_view text;          // one line for people
  ParamValue default_value = {};  // monostate: absent unless given
  ParamRange range = {};          // of numbers, integers, angles and of each part of a pair or period
  std::string_view unit = {};     // "world units", "cells", "degrees", "" for a plain number
  std::span<const std::string_view> choices = {};
  std::string_view instead_of = {};  // the parameter that must not be given together with this one
  bool required = false;
  std::string_view hint = {};  // what to do instead, for those who give it a value of another kind
};

struct PortSpec {
  std::string_view name;
  std::string_view text;
  std::optional<double> default_value = {};  // absent: the input must be given
  bool list = false;                         // two or more fields
};

// A key that a node type lacks, but people try: what to do instead.
struct MissingKey {
  std::string_view name;
  std::string_view hint;
};

struct NodeSpec {
  std::string_view type;
  std::string_view category;  // "noise", "fractal", "position", "arithmetic", "shape", "input"
  std::string_view summary;   // one line
  std::string_view text;      // a paragraph: the formula, its source
  std::string_view bounds;    // guaranteed bounds, for people: "-1 .. 1"
  std::string_view example;   // a tiny node in YAML flow style: "{type: perlin, wavelength: 512}"
  std::span<const PortSpec> inputs = {};
  std::span<const ParamSpec> params = {};
  std::span<const MissingKey> missing = {};
  // A check that single parameters cannot make (variant against directions, a range of zero width). May be null.
  void (*check)(const GraphNode& node, class Diagnostics& diagnostics) = nullptr;
  // Emits the instructions of `node` at `place` and returns its value there.
  Value (*lower)(Lowering& lowering, const GraphNode& node, const Place& place) = nullptr;
};

// The node types that exist. nodes/registry.hpp makes the standard one.
class NodeRegistry {
 public:
  explicit NodeRegistry(std::vector<const NodeSpec*> specs);
  const NodeSpec* find(std::string_view type) const;
  std::span<const NodeSpec* const> all() const { return specs_; }  // sorted by type
  std::vector<std::string_view> types() const;

 private:
  std::vector<const NodeSpec*> specs_;
};

// Names of the parameters, and of everything a mapping of this type may hold ("type", inputs, parameters).
std::vector<std::string_view> keys_of(const NodeSpec& spec);

}  // namespace orograph
