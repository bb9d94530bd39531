// SPDX-License-Identifier: MIT
// suggest() within a budget of comparisons a run.
#include "graph/suggestion.hpp"

namespace orograph {

std::string suggest_within_budget(std::string_view word,
                                  const std::function<std::vector<std::string_view>()>& candidates,
                                  const Diagnostics& diagnostics) {
  constexpr std::size_t most_comparisons = 200'000;
  constexpr std::size_t most_errors = 100;
  if (diagnostics.error_count() >= most_errors) return {};
  const std::vector<std::string_view> words = candidates();
  if ((diagnostics.error_count() + 1) * words.size() > most_comparisons) return {};
  return suggest(word, words);
}

}  // namespace orograph
