// SPDX-License-Identifier: MIT
// The place where outputs are lowered: the position itself, and the recipe's seed.
#pragma once
#include "graph/graph.hpp"
#include "graph/lower.hpp"
#include "graph/place.hpp"

namespace orograph {

inline Place origin_place(const Graph& graph) {
  Place place;
  place.seed = fold_seed(graph.seed) * 2246822519u;
  return place;
}

}  // namespace orograph
