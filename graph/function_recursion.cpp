// SPDX-License-Identifier: MIT
// Depth first, with a stack of its own: chains of functions may be long.
#include "graph/function_recursion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace orograph {
namespace {

class RecursionCheck {
 public:
  RecursionCheck(std::span<const RecipeFunction> functions, Diagnostics& diagnostics)
      : functions_(functions), diagnostics_(diagnostics), state_(functions.size()), recursive_(functions.size()) {
    for (std::size_t i = 0; i < functions.size(); ++i) index_.emplace(functions[i].name, i);
  }

  std::vector<bool> run() {
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      if (state_[i] == State::untouched) enter(i);
      while (!stack_.empty()) step();
    }
    return std::move(recursive_);
  }

 private:
  enum class State : char { untouched, open, done };
  struct Call {
    std::size_t function;
    SourceLoc loc;
  };
  struct Frame {
    std::size_t function = 0;
    std::vector<Call> calls;
    std::size_t next = 0;
  };

  void enter(std::size_t i) {
    state_[i] = State::open;
    Frame frame;
    frame.function = i;
    for (const NodeDefinition& node : functions_[i].nodes) find_calls(node.value, frame.calls);
    for (const FunctionInput& input : functions_[i].inputs) find_calls(input.default_value, frame.calls);
    find_calls(functions_[i].result, frame.calls);
    stack_.push_back(std::move(frame));
  }

  void find_calls(const YamlValue& value, std::vector<Call>& calls) const {
    if (const YamlValue* type = value.find("type")) {
      const auto it = index_.find(type->scalar);
      if (it != index_.end()) calls.push_back({it->second, type->loc});
    }
    for (const YamlValue& item : value.items) find_calls(item, calls);
    for (const YamlValue::Entry& entry : value.entries) find_calls(entry.value, calls);
  }

  void step() {
    Frame& frame = stack_.back();
    if (frame.next == frame.calls.size()) {
      state_[frame.function] = State::done;
      stack_.pop_back();
      return;
    }
    const Call call = frame.calls[frame.next++];
    if (state_[call.function] == State::open) report(call);
    if (state_[call.function] == State::untouched) enter(call.function);
  }

  // "a -> b -> a", and where; long ways without their middle.
  void report(const Call& call) {
    constexpr std::size_t most_shown = 12;
    constexpr std::size_t most_reported = 100;
    // Every circle has such a call: without its two ends there is none.
    recursive_[call.function] = recursive_[stack_.back().function] = true;
    if (++reported_ > most_reported) return;
    const auto first = std::ranges::find(stack_, call.function, &Frame::function);
    const auto length = static_cast<std::size_t>(stack_.end() - first);
    std::string names, places;
    for (std::size_t i = 0; i < length; ++i) {
      const Frame& frame = *(first + static_cast<std::ptrdiff_t>(i));
      if (length > most_shown && i == most_shown / 2) names += fmt::format("({} more) -> ", length - most_shown);
      if (length > most_shown && i >= most_shown / 2 && i < length - most_shown / 2) continue;
      const Call& next = frame.calls[frame.next - 1];
      names += functions_[frame.function].name + " -> ";
      places += fmt::format("'{}' calls '{}' at {}\n", functions_[frame.function].name,
                            functions_[next.function].name, diagnostics_.place_text(next.loc));
    }
    const std::string& name = functions_[call.function].name;
    if (length == 1) {
      diagnostics_.error(call.loc, fmt::format("function '{0}' calls itself: {0} -> {0}", name),
                         "a call is replaced by the function's nodes, which would never end");
    } else {
      diagnostics_.error(call.loc, fmt::format("functions call each other: {}{}", names, name),
                         places + "a call is replaced by the function's nodes, which would never end");
    }
  }

  std::span<const RecipeFunction> functions_;
  Diagnostics& diagnostics_;
  std::vector<State> state_;
  std::vector<bool> recursive_;
  std::vector<Frame> stack_;
  std::size_t reported_ = 0;
  std::unordered_map<std::string_view, std::size_t> index_;
};

}  // namespace

std::vector<bool> recursive_functions(std::span<const RecipeFunction> functions, Diagnostics& diagnostics) {
  return RecursionCheck(functions, diagnostics).run();
}

}  // namespace orograph
