// SPDX-License-Identifier: MIT
// Params by depth-first search with a stack of its own.
#include "graph/params.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "graph/constants.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

class ParamSolver {
 public:
  ParamSolver(const std::vector<ParamDefinition>& definitions, std::string_view world_unit, Diagnostics& diagnostics)
      : definitions_(definitions), world_unit_(world_unit), diagnostics_(diagnostics), state_(definitions.size()) {
    for (const ParamDefinition& d : definitions) {
      index_.emplace(d.declaration.name, params_.size());
      Param& param = params_.emplace_back(Param{d.declaration});
      param.value = 1;
      param.overridden = !d.set_how.empty();
      if (param.overridden) param.set_by = param.name;
      param.set_how = d.set_how;
    }
  }

  std::vector<Param> run() {
    const ParamScope scope(params_, world_unit_);
    for (std::size_t i = 0; i < definitions_.size(); ++i) solve(i, scope);
    for (std::size_t i = 0; i < params_.size(); ++i) params_[i].wrong |= state_[i] == State::wrong;
    return std::move(params_);
  }

 private:
  enum class State : char { untouched, open, done, wrong };

  // A param being solved: those its expression names, and how many of them are.
  struct Frame {
    std::size_t param = 0;
    std::optional<Expression> expression;
    std::vector<std::size_t> named;
    std::size_t next = 0;
  };

  void solve(std::size_t first, const ParamScope& scope) {
    if (state_[first] == State::untouched) enter(first);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      if (frame.next < frame.named.size()) {
        const std::size_t named = frame.named[frame.next++];
        params_[named].used = true;
        if (state_[named] == State::open) report_cycle(named);
        if (state_[named] == State::untouched) enter(named);
      } else {
        leave(scope);
      }
    }
  }

  void enter(std::size_t i) {
    state_[i] = State::open;
    Frame frame;
    frame.param = i;
    said_for(i, [&](Diagnostics& sink) { read(frame, sink); });
    stack_.push_back(std::move(frame));
  }

  // The number, or the expression; a number's frame names nothing and ends at once.
  void read(Frame& frame, Diagnostics& sink) {
    const ParamDeclaration& declaration = definitions_[frame.param].declaration;
    const YamlValue& written = declaration.written;
    if (const auto& given = definitions_[frame.param].given) {
      params_[frame.param].value = given->value;
      params_[frame.param].measures = given->dimension;
    } else if (written.kind == YamlValue::Kind::null && declaration.wrong &&
               definitions_[frame.param].set_how.empty()) {
      state_[frame.param] = State::wrong;
    } else if (!check_constant_shape(written, fmt::format("parameter {}", quote(declaration.name)), sink)) {
      state_[frame.param] = State::wrong;
    } else if (const auto number = written.as_number()) {
      settle(frame.param, Quantity{*number}, sink);
    } else if ((frame.expression = parse_expression(written.scalar, written.loc, sink, context()))) {
      find_names(*frame.expression, frame.named);
    } else {
      state_[frame.param] = State::wrong;
    }
  }

  void settle(std::size_t i, std::optional<Quantity> quantity, Diagnostics& sink) {
    const ParamDeclaration& declaration = definitions_[i].declaration;
    if (quantity) quantity = accept(declaration, *quantity, world_unit_, declaration.written.loc, sink);
    if (!quantity) {
      state_[i] = State::wrong;
      return;
    }
    params_[i].value = quantity->value;
    params_[i].measures = quantity->dimension;
  }

  ParseContext context() const {
    ParseContext context;
    context.is_name = [this](std::string_view name) { return index_.contains(name); };
    context.world_unit = world_unit_;
    return context;
  }

  void find_names(const Expression& expression, std::vector<std::size_t>& named) const {
    if (expression.kind == Expression::Kind::name) {
      const auto it = index_.find(expression.name);
      if (it != index_.end()) named.push_back(it->second);
    }
    for (const Expression& operand : expression.operands) find_names(operand, named);
  }

  // All that the innermost param names is known, or wrong.
  void leave(const ParamScope& scope) {
    const Frame frame = std::move(stack_.back());
    stack_.pop_back();
    State& state = state_[frame.param];
    if (state != State::open) return;
    const bool known = std::ranges::all_of(frame.named, [&](std::size_t i) { return state_[i] == State::done; });
    state = known ? State::done : State::wrong;
    if (!known || !frame.expression) return;
    Param& param = params_[frame.param];
    for (const std::size_t named : frame.named) {
      if (!param.set_by.empty()) break;
      param.set_by = params_[named].set_by;
      param.set_how = params_[named].set_how;
    }
    said_for(frame.param, [&](Diagnostics& sink) {
      settle(frame.param, evaluate_constant(*frame.expression, scope, sink), sink);
    });
  }

  // What is wrong with an override tells where its param stands, and --set itself, which has no place.
  template <typename Say>
  void said_for(std::size_t i, const Say& say) {
    const ParamDefinition& definition = definitions_[i];
    if (definition.set_how.empty()) return say(diagnostics_);
    const ParamDeclaration& declaration = definition.declaration;
    const YamlValue& written = declaration.written;
    const std::string stands =
        fmt::format("{} is declared at {}", quote(declaration.name), diagnostics_.place_text(declaration.loc));
    if (written.loc.known()) {
      const std::size_t said = diagnostics_.all().size();
      say(diagnostics_);
      diagnostics_.add_help(said, stands);
      return;
    }
    Diagnostics own;
    say(own);
    for (const Diagnostic& d : own.all())
      diagnostics_.error({}, fmt::format("--set {}={}: {}", declaration.name, written.scalar, d.message),
                         d.help + (d.help.empty() ? "" : "\n") + stands);
  }

  void report_cycle(std::size_t i) {
    std::string names;
    for (auto it = std::ranges::find(stack_, i, &Frame::param); it != stack_.end(); ++it) {
      names += definitions_[it->param].declaration.name + " -> ";
      state_[it->param] = State::wrong;
    }
    const ParamDeclaration& declaration = definitions_[i].declaration;
    const bool itself = stack_.back().param == i;
    diagnostics_.error(declaration.loc,
                       itself ? fmt::format("parameter {} is made of itself", quote(declaration.name))
                              : fmt::format("parameters depend on each other: {}{}", names, declaration.name),
                       itself ? "give it a number" : "give one of them a number");
  }

  const std::vector<ParamDefinition>& definitions_;
  std::string_view world_unit_;
  Diagnostics& diagnostics_;
  std::vector<State> state_;
  std::vector<Frame> stack_;
  std::vector<Param> params_;
  std::unordered_map<std::string_view, std::size_t> index_;
};

}  // namespace

std::vector<Param> solve_params(const std::vector<ParamDefinition>& definitions, std::string_view world_unit,
                                Diagnostics& diagnostics) {
  return ParamSolver(definitions, world_unit, diagnostics).run();
}

}  // namespace orograph
