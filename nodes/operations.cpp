// SPDX-License-Identifier: MIT
#include "nodes/operations.hpp"

#include <fmt/format.h>

#include <limits>

namespace orograph {

ParamRange float_range() {
  constexpr double largest = std::numeric_limits<float>::max();
  return {.low = -largest, .high = largest};
}

Value clamped(Lowering& lowering, Value v, double low, double high) {
  const Value raised = lowering.emit(Op::max, v, lowering.constant(low));
  return lowering.emit(Op::min, raised, lowering.constant(high));
}

Value joined(Lowering& lowering, const GraphNode& node, const Place& place, Op op) {
  Value result;
  for (const NodeId input : node.input_list("inputs")) {
    const Value v = lowering.at(input, place);
    result = result.valid() ? lowering.emit(op, result, v) : v;
  }
  return result;
}

Value applied(Lowering& lowering, const GraphNode& node, const Place& place, Op op) {
  return lowering.emit(op, lowering.input(node, "input", place));
}

Value truth(Lowering& lowering, Value v) {
  return lowering.emit(Op::not_equal, v, lowering.constant(0));
}

Value joined_truths(Lowering& lowering, const GraphNode& node, const Place& place, Op op) {
  Value result;
  for (const NodeId input : node.input_list("inputs")) {
    const Value v = truth(lowering, lowering.at(input, place));
    result = result.valid() ? lowering.emit(op, result, v) : v;
  }
  return result;
}

void check_low_below_high(const GraphNode& node, Diagnostics& diagnostics) {
  const double low = node.number("low");
  const double high = node.number("high");
  if (low < high) return;
  diagnostics.error(
      node.loc_of(node.given("high") ? "high" : "low"),
      fmt::format("'low' must be less than 'high', but they are {} and {}", low, high),
      low > high ? fmt::format("write `low: {}, high: {}`", high, low) : "give 'high' a larger value than 'low'");
}

}  // namespace orograph
