// SPDX-License-Identifier: MIT
// FieldBuilder: expressions. Parts made of constants are worked out in double precision; of the rest every
// operator and call becomes a node, by the table in functions.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "graph/expression_faults.hpp"
#include "graph/field_builder.hpp"
#include "graph/fold.hpp"
#include "graph/suggestion.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

void set_places(Expression& expression, SourceLoc loc) {
  expression.loc = loc;
  for (Expression& operand : expression.operands) set_places(operand, loc);
}

std::size_t port_of(const NodeSpec& spec, std::string_view name) {
  const auto it = std::ranges::find(spec.inputs, name, &PortSpec::name);
  if (it == spec.inputs.end()) throw InternalError(fmt::format("'{}' has no input '{}'", spec.type, name));
  return static_cast<std::size_t>(it - spec.inputs.begin());
}

std::size_t param_of(const NodeSpec& spec, std::string_view name) {
  const auto it = std::ranges::find(spec.params, name, &ParamSpec::name);
  if (it == spec.params.end()) throw InternalError(fmt::format("'{}' has no parameter '{}'", spec.type, name));
  return static_cast<std::size_t>(it - spec.params.begin());
}

}  // namespace

FieldBuilder::Operand FieldBuilder::expand(const Expression& expression, Expansion& expansion, bool outermost) {
  if (expression.kind == Expression::Kind::number)
    return {Quantity{expression.number, expression.dimension}, no_node};
  if (expression.kind == Expression::Kind::name) return expand_name(expression, expansion, outermost);
  std::vector<Operand> operands;
  for (const Expression& operand : expression.operands) {
    operands.push_back(expand(operand, expansion, false));
    if (operands.size() > 1 || !operands[0].constant) continue;
    if (const auto decision = decide(expression, operands[0].constant->value)) {
      const bool known = check_names(*decision->skipped);
      const Operand result = decision->rest == nullptr ? Operand{Quantity{decision->value}, no_node}
                                                       : expand(*decision->rest, expansion, outermost);
      return known ? result : Operand{};
    }
  }
  if (!std::ranges::all_of(operands, &Operand::known)) return {};
  std::vector<Quantity> quantities;  // of fields: plain numbers
  for (const Operand& operand : operands) quantities.push_back(operand.constant.value_or(Quantity{}));
  if (std::ranges::all_of(operands, [](const Operand& o) { return o.constant.has_value(); })) {
    return {fold(expression, quantities, diagnostics_), no_node};
  }
  if (expansion.function == nullptr && !fold_dimension(expression, quantities, diagnostics_)) return {};
  if (expression.kind == Expression::Kind::call) return expand_call(expression, operands, expansion, outermost);
  return expand_operator(expression, operands, expansion, outermost);
}

FieldBuilder::Operand FieldBuilder::expand_name(const Expression& name, Expansion& expansion, bool outermost) {
  if (expansion.function != nullptr) {
    const auto& arguments = expansion.function->arguments;
    const auto it = std::ranges::find(arguments, name.name, &FunctionArgument::name);
    if (it == arguments.end()) throw InternalError("a function's definition names no argument of it");
    return expansion.arguments[static_cast<std::size_t>(it - arguments.begin())];
  }
  if (const std::size_t input = scope_.input(name.name); input != no_input)
    return {std::nullopt, scope_.node(name.name)};
  if (const NodeId id = scope_.node(name.name); id != no_node) {
    references_.push_back({defining_, id - first_, name.loc});
    return {std::nullopt, id};
  }
  if (const auto value = scope_.param(name.name)) return {value, no_node};
  if (name.name == "x" || name.name == "y") {
    GraphNode node = node_of("coordinate", name.loc);
    const std::size_t axis = param_of(*node.spec, "axis");
    node.params[axis] = name.name;
    node.param_given[axis] = true;
    return place_in(expansion, outermost, std::move(node));
  }
  if (const NodeSpec* noise = scope_.noise(name.name)) {
    return place_in(expansion, outermost, node_of(noise->type, name.loc));
  }
  unknown_name(name);
  return {};
}

// Of a part that is not used, so that only its words can be wrong.
bool FieldBuilder::check_names(const Expression& expression) {
  bool known = true;
  if (expression.kind == Expression::Kind::name && !scope_.param(expression.name) && !scope_.has(expression.name)) {
    unknown_name(expression);
    known = false;
  }
  for (const Expression& operand : expression.operands) known = check_names(operand) && known;
  return known;
}

void FieldBuilder::unknown_name(const Expression& name) {
  if (!scope_.complete()) return;
  std::string message = fmt::format("unknown name {}", quote(name.name));
  std::string help;
  if (const Function* function = find_function(name.name)) {
    message = fmt::format("'{}' is a function", name.name);
    help = fmt::format("write {}", function->signature);
  } else if (const NodeSpec* spec = registry_.find(name.name)) {
    help =
        fmt::format("'{}' is a node type that needs more than its name, for example {}", spec->type, spec->example);
  } else if (functions_.contains(name.name)) {
    help = fmt::format("'{0}' is a function: a call of it is written {{type: {0}}}", name.name);
  } else {
    help = scope_.outside_help(name.name);
    if (help.empty()) help = unknown_name_help(name.name);
  }
  diagnostics_.error(name.loc, std::move(message), std::move(help));
}

// A name of a field, or else a node type, that is spelled alike.
std::string FieldBuilder::unknown_name_help(std::string_view name) const {
  if (std::string help = orograph::unknown_name_help(name); !help.empty()) return help;
  std::string help = suggest_within_budget(
      name, [&] { return scope_.field_names(); }, diagnostics_);
  if (help.starts_with("did you mean")) return help;
  if (suggest_within_budget(
          name, [&] { return registry_.types(); }, diagnostics_)
          .empty())
    return help;
  const std::string_view nearest = nearest_word(name, registry_.types());
  if (nearest.empty()) return help;
  return fmt::format("did you mean the node type '{}'? It is written {}{}{}", nearest,
                     registry_.find(nearest)->example, help.empty() ? "" : "\n", help);
}

std::string FieldBuilder::node_type_help(std::string_view function) const {
  if (functions_.contains(function)) {
    return fmt::format(
        "'{0}' is a function of the recipe: give a call of it a name under 'nodes', for example\n{0}: {{type: {0}}}",
        function);
  }
  const NodeSpec* spec = registry_.find(function);
  if (spec == nullptr) return {};
  return fmt::format("'{0}' is a node type: give a node of it a name under 'nodes', for example\n{1}", function,
                     spec->example);
}

FieldBuilder::Operand FieldBuilder::expand_operator(const Expression& expression, std::span<const Operand> operands,
                                                    Expansion& expansion, bool outermost) {
  if (expression.kind == Expression::Kind::divide && operands[1].constant && operands[1].constant->value == 0) {
    diagnostics_.error(expression.loc, "division by zero", "divide by a number other than 0");
    return {};
  }
  const OperatorNode shape = operator_node(expression.kind);
  GraphNode node = node_of(shape.node_type, expression.loc);
  const std::array ports{shape.first, shape.second};
  if (!shape.relation.empty()) {
    const std::size_t relation = param_of(*node.spec, "relation");
    node.params[relation] = std::string(shape.relation);
    node.param_given[relation] = true;
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const NodeId input = node_for(operands[i], expression.operands[i].loc, expansion);
    if (input == no_node) return {};
    node.inputs[port_of(*node.spec, ports[i])].push_back(input);
  }
  return place_in(expansion, outermost, std::move(node));
}

FieldBuilder::Operand FieldBuilder::expand_call(const Expression& call, std::span<const Operand> arguments,
                                                Expansion& expansion, bool outermost) {
  const Function& function = *find_function(call.name);
  if (function.node_type.empty()) return expand_definition(function, arguments, call.loc, expansion, outermost);
  const bool list = function.most == Function::any;
  const auto slot = [&](std::size_t i) -> const FunctionArgument& { return function.arguments[list ? 0 : i]; };
  const auto is_port = [&](std::size_t i) { return slot(i).goes == FunctionArgument::Goes::port; };

  std::vector<double> values;  // fields as 0: the problems of a function lie in its constants
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!is_port(i) && !arguments[i].constant) {
      return expand_definition(function, arguments, call.loc, expansion, outermost);
    }
    values.push_back(is_port(i) ? 0 : arguments[i].constant->value);
  }
  if (!function.definition.empty() && !fold_constants(call, values, diagnostics_)) return {};

  GraphNode node = node_of(function.node_type, call.loc);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!is_port(i)) {
      if (!set_argument(node, slot(i), *arguments[i].constant, call.operands[i].loc)) return {};
      continue;
    }
    const NodeId input = node_for(arguments[i], call.operands[i].loc, expansion);
    if (input == no_node) return {};
    node.inputs[port_of(*node.spec, slot(i).target)].push_back(input);
  }
  const std::size_t errors = diagnostics_.error_count();
  if (node.spec->check != nullptr) node.spec->check(node, diagnostics_);
  return diagnostics_.error_count() == errors ? place_in(expansion, outermost, std::move(node)) : Operand{};
}

bool FieldBuilder::set_argument(GraphNode& node, const FunctionArgument& argument, const Quantity& quantity,
                                SourceLoc loc) {
  const double value = field_value(quantity);
  const std::size_t index = param_of(*node.spec, argument.target);
  const ParamSpec& spec = node.spec->params[index];
  node.param_given[index] = true;
  node.param_locs[index] = loc;
  if (argument.goes == FunctionArgument::Goes::pair_part) {
    std::get<std::vector<double>>(node.params[index])[argument.part] = value;
  } else {
    node.params[index] = value;
  }
  return params_.in_range(spec, value, loc);
}

// The function's definition over the same arguments, every part at the place of the call.
FieldBuilder::Operand FieldBuilder::expand_definition(const Function& function, std::span<const Operand> arguments,
                                                      SourceLoc loc, Expansion& expansion, bool outermost) {
  Diagnostics none;
  auto definition = parse_expression(function.definition, {}, none);
  if (!definition) throw InternalError(fmt::format("the definition of '{}' is no expression", function.name));
  set_places(*definition, loc);
  const auto outer_function = std::exchange(expansion.function, &function);
  const auto outer_arguments = std::exchange(expansion.arguments, arguments);
  const Operand result = expand(*definition, expansion, outermost);
  expansion.function = outer_function;
  expansion.arguments = outer_arguments;
  return result;
}

NodeId FieldBuilder::node_for(const Operand& operand, SourceLoc loc, Expansion& expansion) {
  if (!operand.constant) return operand.node;
  return constant_node(field_value(*operand.constant), target_in(expansion, false, "constant", loc));
}

FieldBuilder::Operand FieldBuilder::place_in(Expansion& expansion, bool outermost, GraphNode node) {
  const Target target = target_in(expansion, outermost, node.spec->type, node.loc);
  const bool divides_ramp = expansion.function != nullptr && !expansion.function->equal_where_zero.empty();
  if (divides_ramp && node.spec->type == "divide") {
    node.equal_arguments = expansion.function->equal_where_zero;
    node.of_function = expansion.function->name;
  }
  return {std::nullopt, place(std::move(node), target)};
}

// "height" itself, or "height(max)", "height(max 2)" for the parts of its expression.
FieldBuilder::Target FieldBuilder::target_in(Expansion& expansion, bool outermost, std::string_view type,
                                             SourceLoc loc) {
  if (outermost) return expansion.target;
  auto it = std::ranges::find(expansion.made, type, &std::pair<std::string_view, int>::first);
  if (it == expansion.made.end()) it = expansion.made.insert(it, {type, 0});
  const int count = ++it->second;
  const std::string& name = expansion.target.name;
  return {no_node, count == 1 ? fmt::format("{}({})", name, type) : fmt::format("{}({} {})", name, type, count), loc};
}

}  // namespace orograph
