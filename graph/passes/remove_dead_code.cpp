// SPDX-License-Identifier: MIT
// remove_dead_code: keeps what an output needs, drops the rest; a watched division stays only when what it divides
// is needed. Runs last, since the passes before it leave unused instructions behind.
#include "graph/passes/passes.hpp"
#include "graph/passes/rewrite.hpp"

namespace orograph {

Program remove_dead_code(const Program& program) {
  const std::vector<bool> needed = needed_by_outputs(program);
  Rewriter rewriter(program);
  return rewriter.run([&](Value v, const Instruction& i) { return needed[v.id] ? rewriter.copy(i) : Value{}; });
}

}  // namespace orograph
