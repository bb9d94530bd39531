// SPDX-License-Identifier: MIT
// FieldBuilder: inline nodes, key by key.
#include "graph/field_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "graph/constants.hpp"
#include "graph/function_recursion.hpp"
#include "graph/key_faults.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

// "noise: perlin, simplex, value", a line a category.
std::string type_listing(const NodeRegistry& registry, std::span<const RecipeFunction> functions) {
  std::map<std::string_view, std::vector<std::string_view>> categories;
  for (const NodeSpec* spec : registry.all()) categories[spec->category].push_back(spec->type);
  std::vector<std::string> lines;
  for (const auto& [category, types] : categories) {
    lines.push_back(fmt::format("{}: {}", category, fmt::join(types, ", ")));
  }
  if (!functions.empty()) {
    constexpr std::size_t most = 40;
    std::vector<std::string_view> names;
    for (const RecipeFunction& function : functions.first(std::min(functions.size(), most)))
      names.push_back(function.name);
    lines.push_back(fmt::format("functions: {}{}", fmt::join(names, ", "), functions.size() > most ? ", ..." : ""));
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string nearest_line(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view nearest = nearest_word(word, candidates);
  return nearest.empty() ? std::string() : fmt::format("did you mean '{}'?\n", nearest);
}

void add_seed(GraphNode& node, std::uint32_t seed) {
  for (std::size_t i = 0; i < node.params.size(); ++i) {
    if (node.spec->params[i].name != "seed") continue;
    node.params[i] = std::int64_t{static_cast<std::uint32_t>(std::get<std::int64_t>(node.params[i])) + seed};
  }
}

// Whether the input is there under another name, which was told; a list may stand for 'a' and 'b'.
bool has_other_name(std::string_view port, const YamlValue& value, const NodeSpec& spec) {
  const std::vector<std::string_view> keys = keys_of(spec);
  return is_misspelt(port, value, keys) || (port == "b" && value.find("inputs") != nullptr);
}

// How the node is written, where a wrong key was meant as an input it needs.
std::string example_for_input(std::string_view key, const NodeSpec& spec) {
  const auto port = std::ranges::find(spec.inputs, key, &PortSpec::name);
  const bool needed = port != spec.inputs.end() && !port->default_value;
  return needed ? fmt::format("\nfor example {}", spec.example) : std::string();
}

const YamlValue::Entry* find_entry(const YamlValue& value, std::string_view key) {
  const auto it = std::ranges::find(value.entries, key, &YamlValue::Entry::key);
  return it == value.entries.end() ? nullptr : &*it;
}

}  // namespace

FieldBuilder::FieldBuilder(const Recipe& recipe, const NodeRegistry& registry, Diagnostics& diagnostics)
    : recipe_(recipe),
      registry_(registry),
      diagnostics_(diagnostics),
      scope_({recipe.params, recipe.nodes}, recipe, registry, !recipe.names_unread),
      params_(scope_, diagnostics),
      uses_(recipe.functions.size()),
      recursive_(recursive_functions(recipe.functions, diagnostics)) {
  for (const NodeDefinition& definition : recipe.nodes) slot_for(definition.name, {}, definition.loc, true);
  for (const RecipeFunction& function : recipe.functions) {
    functions_.emplace(function.name, &function);
    if (registry.find(function.name) == nullptr) continue;
    diagnostics.error(function.loc,
                      fmt::format("{} is a node type, and cannot be a function too", quote(function.name)),
                      "both are called by 'type': rename the function");
  }
  if (nodes_.size() > max_graph_nodes) give_up(recipe.nodes[max_graph_nodes].loc);
}

void FieldBuilder::define(NodeId id) {
  define_in(id, recipe_.nodes[id], recipe_.nodes[id].name);
}

// Node `id` of the recipe or of a function, in the order written there.
void FieldBuilder::define_in(NodeId id, const NodeDefinition& definition, std::string name) {
  defining_ = id;
  const NodeId slot = first_ + id;
  const std::size_t inner = nodes_.size();
  const std::size_t wrong_uses = scope_.uses_of_wrong_params();
  const NodeId made = field(definition.value, {slot, std::move(name), definition.loc});
  if (made != slot) aliases_[slot] = made;
  if (scope_.uses_of_wrong_params() != wrong_uses) {
    mark_doubtful(inner);
    doubtful_[slot] = true;
  }
  defining_ = no_node;
}

NodeId FieldBuilder::output_field(const YamlValue& value, std::string name) {
  defining_ = no_node;
  const std::size_t inner = nodes_.size();
  const std::size_t wrong_uses = scope_.uses_of_wrong_params();
  const NodeId made = field(value, {no_node, std::move(name), value.loc});
  if (scope_.uses_of_wrong_params() != wrong_uses) mark_doubtful(inner);
  return made;
}

// All nodes from `first` on.
void FieldBuilder::mark_doubtful(std::size_t first) {
  doubtful_.resize(first);
  doubtful_.resize(nodes_.size(), true);
}

NodeId FieldBuilder::field(const YamlValue& value, const Target& target) {
  if (gave_up_) return no_node;
  switch (value.kind) {
    case YamlValue::Kind::scalar:
      return scalar_field(value, target);
    case YamlValue::Kind::mapping:
      return inline_node(value, target);
    case YamlValue::Kind::sequence:
      diagnostics_.error(value.loc, fmt::format("'{}' takes one field, got a list", own_name(target.name)),
                         "join several fields by a node of type 'add', 'multiply', 'min' or 'max', or an expression");
      return no_node;
    case YamlValue::Kind::null:
      break;
  }
  diagnostics_.error(value.loc, fmt::format("'{}' has no value", own_name(target.name)),
                     "write a number, a node's name, an expression or a mapping with a 'type'");
  return no_node;
}

std::size_t FieldBuilder::start_noting() const {
  scope_.watch_overrides();
  return diagnostics_.all().size();
}

std::string FieldBuilder::end_noting(std::size_t said) {
  std::string note = scope_.overrides_seen();
  diagnostics_.add_help(said, note);
  return note;
}

void FieldBuilder::add_note(GraphNode& node, const std::string& note) {
  if (note.empty() || node.set_note.find(note) != std::string::npos) return;
  node.set_note += (node.set_note.empty() ? "" : ", ") + note;
}

NodeId FieldBuilder::scalar_field(const YamlValue& value, const Target& target) {
  if (const auto number = value.as_number()) return constant_node(*number, {target.slot, target.name, value.loc});
  ParseContext context = context_of(scope_);
  context.function_help = [this](std::string_view name) { return node_type_help(name); };
  const auto expression = parse_expression(value.scalar, value.loc, diagnostics_, context);
  if (!expression) return no_node;
  Expansion expansion;
  expansion.target = target;
  const std::size_t said = start_noting();
  const Operand result = expand(*expression, expansion, true);
  end_noting(said);
  if (result.constant)
    return constant_node(field_value(*result.constant), {target.slot, target.name, expression->loc});
  return result.node;
}

NodeId FieldBuilder::inline_node(const YamlValue& value, const Target& target) {
  if (const RecipeFunction* function = function_of(value)) return call(value, *function, target);
  const NodeSpec* spec = type_of(value, target);
  if (spec == nullptr) return no_node;
  GraphNode node;
  node.spec = spec;
  node.loc = target.loc;
  node.name = target.name;
  node.label = own_name(target.name);
  node.call = here_.site;
  if (!read_entries(value, node)) return no_node;
  return place(std::move(node), target);
}

const NodeSpec* FieldBuilder::type_of(const YamlValue& value, const Target& target) {
  const YamlValue* type = value.find("type");
  if (type == nullptr) {
    report_no_type(value, target);
    return nullptr;
  }
  if (type->kind != YamlValue::Kind::scalar) {
    diagnostics_.error(type->loc, fmt::format("'type' takes the name of a node type, got {}", type->kind_name()),
                       types_help());
    return nullptr;
  }
  const NodeSpec* spec = registry_.find(type->scalar);
  if (spec == nullptr && !recipe_.functions_unread) {
    std::vector<std::string_view> types = registry_.types();
    for (const RecipeFunction& function : recipe_.functions) types.push_back(function.name);
    diagnostics_.error(
        type->loc, fmt::format("unknown node type {}", quote(type->scalar)),
        (scope_.node(type->scalar) == no_node
             ? nearest_line(type->scalar, types)
             : fmt::format("'{0}' is a node: write its name where a field is wanted, as in 'source: {0}'\n",
                           type->scalar)) +
            types_help());
  }
  return spec;
}

void FieldBuilder::report_no_type(const YamlValue& value, const Target& target) {
  constexpr std::array key{std::string_view("type")};
  for (const YamlValue::Entry& entry : value.entries) {
    if (nearest_word(entry.key, key).empty()) continue;
    diagnostics_.error(
        entry.key_loc,
        fmt::format("'{}' has no 'type', but an unknown key {}", own_name(target.name), quote(entry.key)),
        "did you mean 'type'?");
    return;
  }
  diagnostics_.error(value.loc, fmt::format("'{}' has no 'type'", own_name(target.name)),
                     "write '{type: TYPE, ...}'; " + types_help());
}

// The whole list once: a file may hold thousands of wrong types.
std::string FieldBuilder::types_help() {
  if (std::exchange(types_listed_, true)) return "the command 'orograph nodes' lists the node types";
  return "node types:\n" + type_listing(registry_, recipe_.functions);
}

// Every part is read, whatever is wrong with another, so that all mistakes are told.
bool FieldBuilder::read_entries(const YamlValue& value, GraphNode& node) {
  const bool keys = check_keys(value, *node.spec);
  const bool exclusive = check_exclusive(value, *node.spec);
  const bool params = read_params(value, node);
  const bool own = keys && exclusive && params;
  if (own && node.spec->check != nullptr) {
    const std::size_t errors = diagnostics_.error_count();
    const std::size_t said = diagnostics_.all().size();
    node.spec->check(node, diagnostics_);
    diagnostics_.add_help(said, node.set_note);
    return read_inputs(value, node) && diagnostics_.error_count() == errors;
  }
  return read_inputs(value, node) && own;
}

bool FieldBuilder::check_keys(const YamlValue& value, const NodeSpec& spec) {
  const std::vector<std::string_view> keys = keys_of(spec);
  bool good = true;
  for (const YamlValue::Entry& entry : value.entries) {
    if (std::ranges::find(keys, entry.key) != keys.end()) continue;
    good = false;
    const auto missing = std::ranges::find(spec.missing, std::string_view(entry.key), &MissingKey::name);
    const std::string_view meant = meant_key(entry.key, keys);
    const std::string advice = missing != spec.missing.end() ? fmt::format("{}\n", missing->hint)
                               : meant.empty()               ? std::string()
                                                             : fmt::format("did you mean '{}'?\n", meant);
    diagnostics_.error(entry.key_loc, fmt::format("unknown key {} of node type '{}'", quote(entry.key), spec.type),
                       fmt::format("{}keys of '{}': {}{}", advice, spec.type, fmt::join(keys, ", "),
                                   value.find(meant) == nullptr ? example_for_input(meant, spec) : std::string()));
  }
  return good;
}

bool FieldBuilder::check_exclusive(const YamlValue& value, const NodeSpec& spec) {
  bool good = true;
  for (const ParamSpec& param : spec.params) {
    if (param.instead_of.empty()) continue;
    const auto* one = find_entry(value, param.name);
    const auto* other = find_entry(value, param.instead_of);
    if (one == nullptr || other == nullptr) continue;
    good = false;
    const auto* second = std::max(one, other);
    diagnostics_.error(
        second->key_loc, fmt::format("'{}' and '{}' say the same in two ways", param.instead_of, param.name),
        fmt::format("give only one of them: '{}' is written instead of '{}'", param.name, param.instead_of));
  }
  return good;
}

bool FieldBuilder::read_params(const YamlValue& value, GraphNode& node) {
  bool good = true;
  node.params.reserve(node.spec->params.size());
  node.param_locs.reserve(node.spec->params.size());
  for (const ParamSpec& param : node.spec->params) {
    const auto* entry = find_entry(value, param.name);
    node.params.push_back(param.default_value);
    node.param_given.push_back(entry != nullptr);
    node.param_locs.push_back(entry != nullptr ? entry->value.loc : node.loc);
    if (entry != nullptr) {
      const std::size_t said = start_noting();
      auto read = params_.read(param, entry->value);
      add_note(node, end_noting(said));
      if (read) node.params.back() = std::move(*read);
      good = good && read.has_value();
    } else if (param.required) {
      good = false;
      diagnostics_.error(value.find("type")->loc,
                         fmt::format("'{}' needs '{}': {}", node.spec->type, param.name, param.text),
                         fmt::format("for example {}", node.spec->example));
    }
  }
  return good;
}

bool FieldBuilder::read_inputs(const YamlValue& value, GraphNode& node) {
  bool good = true;
  node.inputs.reserve(node.spec->inputs.size());
  for (const PortSpec& port : node.spec->inputs) {
    std::vector<NodeId>& list = node.inputs.emplace_back();
    const auto* entry = find_entry(value, port.name);
    if (entry == nullptr && !port.default_value) {
      good = false;
      if (has_other_name(port.name, value, *node.spec)) continue;
      diagnostics_.error(value.find("type")->loc,
                         fmt::format("'{}' needs '{}': {}", node.spec->type, port.name, port.text),
                         fmt::format("for example {}", node.spec->example));
    } else if (entry != nullptr && port.list) {
      good = read_list(port, entry->value, node, list) && good;
    } else {
      const Target target{no_node, fmt::format("{}.{}", node.name, port.name),
                          entry != nullptr ? entry->value.loc : node.loc};
      list.push_back(entry != nullptr ? field(entry->value, target) : constant_node(*port.default_value, target));
      good = good && list.back() != no_node;
    }
  }
  return good;
}

bool FieldBuilder::read_list(const PortSpec& port, const YamlValue& value, const GraphNode& node,
                             std::vector<NodeId>& list) {
  const bool sequence = value.kind == YamlValue::Kind::sequence;
  bool good = true;
  if (!sequence || value.items.size() < 2) {
    good = false;
    const std::string got = !sequence ? std::string(value.kind_name()) : value.items.empty() ? "none" : "one";
    diagnostics_.error(
        value.loc,
        fmt::format("'{}' of '{}' takes a list of two or more fields, got {}", port.name, node.spec->type, got),
        fmt::format("for example {}", node.spec->example));
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const YamlValue& item = value.items[i];
    list.push_back(field(item, {no_node, fmt::format("{}.{}[{}]", node.name, port.name, i), item.loc}));
    good = good && list.back() != no_node;
  }
  return good;
}

GraphNode FieldBuilder::node_of(std::string_view type, SourceLoc loc) const {
  GraphNode node;
  node.spec = registry_.find(type);
  if (node.spec == nullptr) throw InternalError(fmt::format("expressions need a node type '{}'", type));
  node.loc = loc;
  node.params.reserve(node.spec->params.size());
  for (const ParamSpec& param : node.spec->params) node.params.push_back(param.default_value);
  node.param_locs.assign(node.params.size(), loc);
  node.param_given.assign(node.params.size(), false);
  node.inputs.resize(node.spec->inputs.size());
  return node;
}

NodeId FieldBuilder::constant_node(double value, const Target& target) {
  constexpr double largest = std::numeric_limits<float>::max();
  if (!(std::fabs(value) <= largest)) {
    diagnostics_.error(target.loc, fmt::format("{:.6g} is too large for a field", value),
                       "the values of a field are 32-bit floats, up to 3.4e38");
    return no_node;
  }
  GraphNode node = node_of("constant", target.loc);
  node.params.front() = value;
  node.param_given.front() = true;
  return place(std::move(node), target);
}

// What is left of the recipe is not looked at: its fields have no nodes, and no further mistakes.
NodeId FieldBuilder::give_up(SourceLoc loc) {
  if (!std::exchange(gave_up_, true)) {
    diagnostics_.error(
        loc, fmt::format("the recipe holds more than {} nodes, those in expressions counted", max_graph_nodes),
        "write several recipes");
  }
  return no_node;
}

NodeId FieldBuilder::slot_for(std::string name, std::string label, SourceLoc loc, bool named) {
  GraphNode& node = nodes_.emplace_back();
  node.name = std::move(name);
  node.label = std::move(label);
  node.loc = loc;
  node.named = named;
  node.call = here_.site;
  aliases_.resize(nodes_.size(), no_node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId FieldBuilder::place(GraphNode node, const Target& target) {
  if (here_.seed != 0 && node.spec->category == "noise") add_seed(node, here_.seed);
  node.label = own_name(target.name);
  node.call = here_.site;
  if (target.slot == no_node) {
    if (nodes_.size() >= max_graph_nodes) return give_up(node.loc);
    node.name = target.name;
    nodes_.push_back(std::move(node));
    return static_cast<NodeId>(nodes_.size() - 1);
  }
  node.name = std::move(nodes_[target.slot].name);
  node.named = nodes_[target.slot].named;
  nodes_[target.slot] = std::move(node);
  return target.slot;
}

}  // namespace orograph
