// SPDX-License-Identifier: MIT
// fold: an operator or a call over constant operands to its value and dimension.
#pragma once
#include <optional>
#include <span>

#include "graph/dimension.hpp"
#include "graph/expression.hpp"

namespace orograph {

// Adds an error at its place and returns nullopt when there is no value (division by zero, a length plus an angle).
std::optional<Quantity> fold(const Expression& expression, std::span<const Quantity> operands,
                             Diagnostics& diagnostics);

// The dimension alone, also where some operands are fields, which stand as plain numbers.
std::optional<Dimension> fold_dimension(const Expression& expression, std::span<const Quantity> operands,
                                        Diagnostics& diagnostics);

}  // namespace orograph
