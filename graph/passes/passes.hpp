// SPDX-License-Identifier: MIT
// The passes' functions; what each does, and why it keeps every bit, stands at the top of its file.
#pragma once
#include "graph/ir.hpp"

namespace orograph {

Program simplify(const Program& program);
Program fuse_octaves(const Program& program);
Program remove_dead_code(const Program& program);

}  // namespace orograph
