// SPDX-License-Identifier: MIT
// FieldBuilder: calls of the recipe's functions. A call is read where it stands, with the names that are known there;
// it is expanded later, with the function's own names alone.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "graph/field_builder.hpp"
#include "graph/key_faults.hpp"
#include "graph/params.hpp"
#include "graph/suggestion.hpp"
#include "graph/text.hpp"
#include "graph/yaml_tree.hpp"

namespace orograph {
namespace {

constexpr std::size_t max_call_depth = 64;

constexpr ParamSpec call_seed{
    .name = "seed",
    .kind = ParamKind::integer,
    .text = "any integer; another one gives every noise in the function another landscape of the same kind",
    .default_value = std::int64_t{0}};

// Calls inside calls: neither the order nor the sum of their seeds is to make two of them equal, and no seed of a
// call is to be that of a node. 0 in 0 is 0: such calls change no noise.
std::uint32_t seed_inside(std::uint32_t outer, std::int64_t seed) {
  constexpr std::uint32_t step = 668265263, level = 3266489917;
  return outer * level + static_cast<std::uint32_t>(seed) * step;
}

std::vector<std::string_view> keys_of(const RecipeFunction& function) {
  std::vector<std::string_view> keys{"type", "seed"};
  for (const FunctionInput& input : function.inputs) keys.push_back(input.name);
  for (const ParamDeclaration& param : function.params) keys.push_back(param.name);
  return keys;
}

}  // namespace

const RecipeFunction* FieldBuilder::function_of(const YamlValue& value) const {
  const YamlValue* type = value.find("type");
  if (type == nullptr || type->kind != YamlValue::Kind::scalar) return nullptr;
  const auto it = functions_.find(type->scalar);
  return it == functions_.end() ? nullptr : it->second;
}

NodeId FieldBuilder::call(const YamlValue& value, const RecipeFunction& function, const Target& target) {
  const SourceLoc loc = value.find("type")->loc;
  const std::size_t wrong_uses = scope_.uses_of_wrong_params();
  Call call;
  call.function = &function;
  call.target = target;
  call.depth = here_.depth + (here_.function == nullptr ? 0 : 1);
  if (gave_up_ || !spend(call, loc)) return no_node;
  const bool keys = check_call_keys(value, function);
  const bool params = read_call_params(value, call);
  const bool inputs = read_call_inputs(value, call);
  std::int64_t seed = 0;
  bool good = keys && params && inputs;
  if (const YamlValue* given = value.find("seed")) {
    const auto read = params_.read(call_seed, *given);
    good = good && read.has_value();
    if (read) seed = std::get<std::int64_t>(*read);
  }
  if (!good || recursive_[static_cast<std::size_t>(&function - recipe_.functions.data())] || gave_up_) return no_node;
  call.seed = seed_inside(here_.seed, seed);
  call.doubtful = here_.doubtful || scope_.uses_of_wrong_params() != wrong_uses;
  if (target.slot == no_node) {
    if (nodes_.size() >= max_graph_nodes) return give_up(loc);
    call.target.slot = slot_for(target.name, own_name(target.name), target.loc, false);
  }
  call.site = diagnostics_.add_call({function.name, loc, here_.site});
  calls_.push_back(std::move(call));
  return calls_.back().target.slot;
}

// Of a function with more, the nearest is told alone.
constexpr std::size_t most_keys_listed = 64;

bool FieldBuilder::check_call_keys(const YamlValue& value, const RecipeFunction& function) {
  const std::vector<std::string_view> keys = keys_of(function);
  bool good = true;
  for (const YamlValue::Entry& entry : value.entries) {
    if (std::ranges::find(keys, entry.key) != keys.end()) continue;
    good = false;
    if (function.names_unread) continue;
    const std::string help = suggest_within_budget(
        entry.key, [&] { return keys; }, diagnostics_);
    const std::string list = keys.size() > most_keys_listed
                                 ? std::string()
                                 : fmt::format("keys of '{}': {}", function.name, fmt::join(keys, ", "));
    const std::string nearest = help.substr(0, help.find('\n'));
    const bool meant = nearest.starts_with("did you mean");
    diagnostics_.error(entry.key_loc, fmt::format("unknown key {} of function '{}'", quote(entry.key), function.name),
                       fmt::format("{}{}{}", meant ? nearest : "", meant && !list.empty() ? "\n" : "", list));
  }
  return good;
}

bool FieldBuilder::read_call_params(const YamlValue& value, Call& call) {
  bool good = true;
  for (const ParamDeclaration& param : call.function->params) {
    std::optional<Quantity>& quantity = call.params.emplace_back();
    const YamlValue* given = value.find(param.name);
    if (given == nullptr) continue;
    const std::size_t said = start_noting();
    quantity = params_.read(param, *given);
    end_noting(said);
    good = good && quantity.has_value();
  }
  return good;
}

bool FieldBuilder::read_call_inputs(const YamlValue& value, Call& call) {
  bool good = true;
  for (const FunctionInput& input : call.function->inputs) {
    NodeId& node = call.inputs.emplace_back(no_node);
    const YamlValue* given = value.find(input.name);
    if (given != nullptr) {
      node = field(*given, {no_node, fmt::format("{}.{}", call.target.name, input.name), given->loc});
      good = good && node != no_node;
    } else if (input.default_value.kind == YamlValue::Kind::null) {
      good = false;
      if (call.function->names_unread || is_misspelt(input.name, value, keys_of(*call.function))) continue;
      diagnostics_.error(value.find("type")->loc,
                         fmt::format("function '{}' needs '{}'{}{}", call.function->name, input.name,
                                     input.doc.empty() ? "" : ": ", input.doc),
                         fmt::format("write '{}: FIELD', a node's name or an expression\nthe input stands at {}",
                                     input.name, diagnostics_.place_text(input.loc)));
    }
  }
  return good;
}

// Bounds what expansions cost: time, and memory for nodes and their names.
bool FieldBuilder::spend(const Call& call, SourceLoc loc) {
  values_ += call.function->values;
  bytes_ += call.function->bytes + call.function->values * call.target.name.size();
  if (checking_) {
    gave_up_ = values_ > max_yaml_values || bytes_ > max_yaml_bytes;  // of what is not called, no more is looked at
    return !gave_up_;
  }
  if (call.depth > max_call_depth) {
    diagnostics_.error(loc,
                       fmt::format("calls of functions stand inside each other more than {} deep", max_call_depth),
                       "let functions call fewer others in turn");
  } else if (values_ > max_yaml_values || bytes_ > max_yaml_bytes) {
    diagnostics_.error(loc,
                       fmt::format("the recipe holds more than {} once its calls are expanded",
                                   values_ > max_yaml_values ? fmt::format("{} values", max_yaml_values)
                                                             : std::string("64 MiB of text")),
                       "functions that call functions multiply: use fewer calls, or several recipes");
  } else {
    return true;
  }
  gave_up_ = true;
  return false;
}

void FieldBuilder::expand_calls() {
  NameScope recipe_scope = scope_;
  std::vector<NameReference> recipe_references = std::exchange(references_, {});
  for (; !calls_.empty() && !gave_up_; calls_.pop_front()) expand(calls_.front());
  calls_.clear();
  checking_ = true;
  values_ = bytes_ = 0;
  for (std::size_t i = 0; i < uses_.size() && !gave_up_; ++i)
    if (!uses_[i].known) check_uncalled(recipe_.functions[i]);
  here_ = {};
  first_ = 0;
  scope_ = std::move(recipe_scope);
  references_ = std::move(recipe_references);
}

// With the defaults, and 0 for what has none. The nodes are not kept, and its own calls not expanded.
void FieldBuilder::check_uncalled(const RecipeFunction& function) {
  const std::size_t kept = nodes_.size();
  here_ = {};
  Call call;
  call.function = &function;
  call.target = {no_node, function.name, function.loc};
  call.target.slot = slot_for(function.name, {}, function.loc, false);
  call.params.resize(function.params.size());
  for (const FunctionInput& input : function.inputs) {
    const bool required = input.default_value.kind == YamlValue::Kind::null;
    call.inputs.push_back(required ? constant_node(0, {no_node, input.name, input.loc}) : no_node);
  }
  expand(call);
  calls_.clear();
  nodes_.resize(kept);
  aliases_.resize(std::min(aliases_.size(), kept));
  doubtful_.resize(std::min(doubtful_.size(), kept));
}

// The call's result gets its node, or becomes an alias of it.
void FieldBuilder::expand(const Call& call) {
  const RecipeFunction& function = *call.function;
  const InCall in_call(diagnostics_, call.site);
  const std::size_t inner = nodes_.size();
  const std::string path = call.target.name;
  here_ = call;
  FunctionUses uses;
  const std::vector<Param> params = params_of(call);
  const std::vector<NodeId> inputs = inputs_of(call, params, uses);

  first_ = static_cast<NodeId>(nodes_.size());
  if (nodes_.size() + function.nodes.size() > max_graph_nodes) {
    give_up(function.loc);
    return;
  }
  for (const NodeDefinition& node : function.nodes)
    slot_for(fmt::format("{}.{}", path, node.name), node.name, node.loc, true);
  scope_ = NameScope({params, function.nodes, first_, function.inputs, inputs, &recipe_}, recipe_, registry_,
                     !function.names_unread);
  references_.clear();
  for (NodeId i = 0; i < function.nodes.size(); ++i)
    define_in(i, function.nodes[i], fmt::format("{}.{}", path, function.nodes[i].name));
  const NodeId slot = call.target.slot;
  if (function.result.kind != YamlValue::Kind::null) {
    const std::size_t wrong_uses = scope_.uses_of_wrong_params();
    const NodeId made = field(function.result, {slot, path + ".result", function.result.loc});
    if (made != slot) {
      aliases_[slot] = made;
      nodes_[slot].loc = {};
    }
    if (call.doubtful || scope_.uses_of_wrong_params() != wrong_uses) {
      mark_doubtful(inner);
      doubtful_[slot] = true;
    }
  }
  note_uses(call, std::move(uses));
}

// Those the call gives, and of the others the defaults, which may name the former.
std::vector<Param> FieldBuilder::params_of(const Call& call) {
  std::vector<ParamDefinition> definitions;
  for (std::size_t i = 0; i < call.params.size(); ++i)
    definitions.push_back({call.function->params[i], {}, call.params[i]});
  return solve_params(definitions, recipe_.units, diagnostics_);
}

// Those the call gives, and of the others the defaults, which may name params.
std::vector<NodeId> FieldBuilder::inputs_of(const Call& call, std::span<const Param> params, FunctionUses& uses) {
  std::vector<NodeId> inputs = call.inputs;
  scope_ = NameScope({.params = params, .nodes = {}, .outside = &recipe_}, recipe_, registry_,
                     !call.function->names_unread);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const FunctionInput& input = call.function->inputs[i];
    if (inputs[i] != no_node) continue;
    inputs[i] = field(input.default_value,
                      {no_node, fmt::format("{}.{}", call.target.name, input.name), input.default_value.loc});
  }
  uses.params = scope_.used_params();
  for (std::size_t i = 0; i < params.size(); ++i) uses.params[i] = uses.params[i] || params[i].used;
  return inputs;
}

// Of a function's first call.
void FieldBuilder::note_uses(const Call& call, FunctionUses uses) {
  FunctionUses& known = uses_[static_cast<std::size_t>(call.function - recipe_.functions.data())];
  if (known.known) return;
  known = std::move(uses);
  known.known = true;
  known.call = call.site;
  known.references = references_;
  known.inputs = scope_.used_inputs();
  for (std::size_t i = 0; i < known.params.size(); ++i) known.params[i] = known.params[i] || scope_.used_params()[i];
}

// A name in messages: without the path to the call that the messages tell of anyway.
std::string FieldBuilder::own_name(std::string_view name) const {
  if (here_.function == nullptr || name.size() <= here_.target.name.size()) return std::string(name);
  return std::string(name.substr(here_.target.name.size() + 1));
}

}  // namespace orograph
