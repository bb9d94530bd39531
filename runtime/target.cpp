// SPDX-License-Identifier: MIT
#include "runtime/target.hpp"

#include <fmt/format.h>
#include <hwy/targets.h>

#include <cstdlib>

#include "graph/diagnostic.hpp"
#include "runtime/target_table.hpp"

namespace orograph {
namespace {

constexpr std::string_view known_targets[] = {"scalar", "sse4", "avx2", "avx512", "neon"};

}  // namespace

std::string_view target_name(std::int64_t bit) {
  switch (bit) {
    case HWY_SSE4:
      return "sse4";
    case HWY_AVX2:
      return "avx2";
    case HWY_AVX3:
      return "avx512";
    case HWY_NEON:
      return "neon";
    default:
      return "scalar";
  }
}

std::vector<const Kernels*> available_targets() {
  static const std::vector<const Kernels*> available = [] {
    std::vector<const Kernels*> found;
    // The fallback runs everywhere, whatever Highway says of it.
    for (const CompiledTarget& t : compiled_targets())
      if (target_name(t.bit) == "scalar" || (hwy::SupportedTargets() & t.bit) != 0) found.push_back(&t.kernels());
    return found;
  }();
  return available;
}

const Kernels* find_target(std::string_view name) {
  for (const Kernels* k : available_targets())
    if (k->target == name) return k;
  return nullptr;
}

const Kernels& chosen_target() {
  const char* forced = std::getenv("OROGRAPH_TARGET");
  if (forced == nullptr || *forced == '\0') return *available_targets().back();
  if (const Kernels* k = find_target(forced)) return *k;
  std::string names;
  for (const Kernels* k : available_targets()) names += fmt::format("{}{}", names.empty() ? "" : ", ", k->target);
  bool known = false;
  for (const std::string_view name : known_targets) known |= name == forced;
  throw RecipeError(fmt::format("OROGRAPH_TARGET is '{}', {}; use one of: {}", forced,
                                known ? "which this machine or build cannot run" : "which is no instruction set",
                                names));
}

}  // namespace orograph
