// SPDX-License-Identifier: MIT
// Comparison: the channels of two programs by name, and what differs between them, as text for people.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/difference.hpp"
#include "graph/ir.hpp"
#include "graph/recipe.hpp"
#include "runtime/renderer.hpp"

namespace orograph {

struct ComparedChannel {
  std::string name;                 // "island.exr:height", or a node's
  std::optional<std::size_t> a, b;  // its place among the outputs of each side; none: the side lacks it
  std::string stored_a, stored_b;   // how a file stores it; empty for nodes
  Difference difference;            // where both have it

  bool on_both() const { return a && b; }
  bool same() const { return on_both() && difference.same() && stored_a == stored_b; }
};

// How each channel is stored, in the order of a program's outputs: "uint16, range 0 .. 1800".
std::vector<std::string> stored_forms(const std::vector<Output>& outputs);

// Those of A in its order, then those that B alone has. `a_forms` and `b_forms` are empty, or one an output.
std::vector<ComparedChannel> match_channels(std::span<const ProgramOutput> a, std::span<const ProgramOutput> b,
                                            std::span<const std::string> a_forms,
                                            std::span<const std::string> b_forms);

// A paragraph a channel, and how many are the same. Pixels are those of the grid that `window` is part of.
std::string describe_comparison(std::span<const ComparedChannel> channels, const GridWindow& window);

}  // namespace orograph
