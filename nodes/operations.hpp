// SPDX-License-Identifier: MIT
// Short sequences of instructions, and checks, that several nodes share.
#pragma once
#include <string_view>

#include "graph/lower.hpp"
#include "graph/node_spec.hpp"

namespace orograph {

// Numbers a float can hold.
ParamRange float_range();

// min(max(v, low), high)
Value clamped(Lowering& lowering, Value v, double low, double high);

// The fields of the list port `inputs`, joined by `op` from left to right.
Value joined(Lowering& lowering, const GraphNode& node, const Place& place, Op op);

// `op` of the port `input`.
Value applied(Lowering& lowering, const GraphNode& node, const Place& place, Op op);

// 1 where v is not 0, else 0.
Value truth(Lowering& lowering, Value v);

// The truths of the fields of `inputs`, joined by `op` from left to right.
Value joined_truths(Lowering& lowering, const GraphNode& node, const Place& place, Op op);

// Reports `low` and `high` that are not in this order.
void check_low_below_high(const GraphNode& node, Diagnostics& diagnostics);

}  // namespace orograph
