// SPDX-License-Identifier: MIT
// FieldBuilder: the fields of a recipe to nodes. Inline nodes and expressions become nodes of their own; a name
// becomes a reference, resolved at once because every named node has its number beforehand: the order written.
// Recursion follows the nesting of one definition only (bounded by the parsers), never a chain of names or of calls:
// a call of a function keeps a number for its result, and is expanded when its turn comes, into copies of the
// function's nodes.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/functions.hpp"
#include "graph/graph.hpp"
#include "graph/name_scope.hpp"
#include "graph/param_reader.hpp"

namespace orograph {

// Somebody names a node.
struct NameReference {
  NodeId from = no_node;  // the named node whose definition it is; no_node: an output, or a function's result
  NodeId to = no_node;    // both counted in the order written
  SourceLoc loc;
};

// What the definitions in a function use.
struct FunctionUses {
  bool known = false;
  std::uint32_t call = 0;  // the call that was looked at; 0: none, the function as such
  std::vector<NameReference> references;
  std::vector<bool> params, inputs;
};

// No more could be lowered, either.
inline constexpr std::size_t max_graph_nodes = 250'000;

class FieldBuilder {
 public:
  FieldBuilder(const Recipe& recipe, const NodeRegistry& registry, Diagnostics& diagnostics);

  // The definition of the recipe's node `id`. A definition that is only another node's name makes an alias.
  void define(NodeId id);
  // The field of an output channel; no_node after an error.
  NodeId output_field(const YamlValue& value, std::string name);
  // The calls met so far and those inside them; then functions that none of them calls, for their mistakes alone.
  void expand_calls();

  // All nodes, the recipe's named ones first. `spec` is null where a definition was wrong, and in aliases.
  std::deque<GraphNode>& nodes() { return nodes_; }
  const std::deque<GraphNode>& nodes() const { return nodes_; }
  const std::vector<NodeId>& aliases() const {
    return aliases_;
  }  // a named node or call -> the node it renames, or no_node
  const std::vector<NameReference>& references() const { return references_; }  // in the recipe's own nodes
  const std::vector<FunctionUses>& function_uses() const { return uses_; }      // one a function
  const NameScope& scope() const { return scope_; }
  // Whether a node's definition names a param with a mistake, whose value is made up.
  bool doubtful(NodeId id) const { return id < doubtful_.size() && doubtful_[id]; }

 private:
  // The number of a constant or the node of a field; neither after an error.
  struct Operand {
    std::optional<Quantity> constant;
    NodeId node = no_node;
    bool known() const { return constant.has_value() || node != no_node; }
  };
  // Where a node goes: its name, and its number when that is known beforehand.
  struct Target {
    NodeId slot = no_node;
    std::string name;
    SourceLoc loc;
  };
  // A call of a function, read: its result's place, and what it gives to params and inputs.
  struct Call {
    const RecipeFunction* function = nullptr;
    Target target;
    std::uint32_t site = 0;                       // Diagnostics::add_call
    std::size_t depth = 1;                        // of calls around it, and itself
    std::uint32_t seed = 0;                       // for the noises in the function
    std::vector<std::optional<Quantity>> params;  // in the function's order; none: the default
    std::vector<NodeId> inputs;                   // the same
    bool doubtful = false;
  };
  // An expression being taken apart: the nodes inside it are numbered by type.
  struct Expansion {
    Target target;  // of the outermost operation
    std::vector<std::pair<std::string_view, int>> made;
    const Function* function = nullptr;       // whose definition this is, and
    std::span<const Operand> arguments = {};  // what its names stand for
  };

  NodeId field(const YamlValue& value, const Target& target);
  void mark_doubtful(std::size_t first);
  // What is said in between gets a line that tells which params it met were changed by --set.
  std::size_t start_noting() const;
  std::string end_noting(std::size_t said);
  static void add_note(GraphNode& node, const std::string& note);
  NodeId scalar_field(const YamlValue& value, const Target& target);
  NodeId inline_node(const YamlValue& value, const Target& target);

  const RecipeFunction* function_of(const YamlValue& value) const;
  NodeId call(const YamlValue& value, const RecipeFunction& function, const Target& target);
  bool check_call_keys(const YamlValue& value, const RecipeFunction& function);
  bool read_call_params(const YamlValue& value, Call& call);
  bool read_call_inputs(const YamlValue& value, Call& call);
  bool spend(const Call& call, SourceLoc loc);
  void expand(const Call& call);
  void check_uncalled(const RecipeFunction& function);
  std::vector<Param> params_of(const Call& call);
  std::vector<NodeId> inputs_of(const Call& call, std::span<const Param> params, FunctionUses& uses);
  void note_uses(const Call& call, FunctionUses uses);
  NodeId slot_for(std::string name, std::string label, SourceLoc loc, bool named);
  void define_in(NodeId id, const NodeDefinition& definition, std::string name);
  std::string own_name(std::string_view name) const;
  const NodeSpec* type_of(const YamlValue& value, const Target& target);
  void report_no_type(const YamlValue& value, const Target& target);
  std::string types_help();
  bool read_entries(const YamlValue& value, GraphNode& node);
  bool check_keys(const YamlValue& value, const NodeSpec& spec);
  bool check_exclusive(const YamlValue& value, const NodeSpec& spec);
  bool read_params(const YamlValue& value, GraphNode& node);
  bool read_inputs(const YamlValue& value, GraphNode& node);
  bool read_list(const PortSpec& port, const YamlValue& value, const GraphNode& node, std::vector<NodeId>& list);

  Operand expand(const Expression& expression, Expansion& expansion, bool outermost);
  Operand expand_name(const Expression& name, Expansion& expansion, bool outermost);
  Operand expand_operator(const Expression& expression, std::span<const Operand> operands, Expansion& expansion,
                          bool outermost);
  Operand expand_call(const Expression& call, std::span<const Operand> arguments, Expansion& expansion,
                      bool outermost);
  Operand expand_definition(const Function& function, std::span<const Operand> arguments, SourceLoc loc,
                            Expansion& expansion, bool outermost);
  bool set_argument(GraphNode& node, const FunctionArgument& argument, const Quantity& value, SourceLoc loc);
  bool check_names(const Expression& expression);
  void unknown_name(const Expression& name);
  std::string node_type_help(std::string_view function) const;  // empty when there is no such type
  std::string unknown_name_help(std::string_view name) const;

  GraphNode node_of(std::string_view type, SourceLoc loc) const;
  NodeId constant_node(double value, const Target& target);
  NodeId node_for(const Operand& operand, SourceLoc loc, Expansion& expansion);
  Operand place_in(Expansion& expansion, bool outermost, GraphNode node);
  Target target_in(Expansion& expansion, bool outermost, std::string_view type, SourceLoc loc);
  NodeId place(GraphNode node, const Target& target);
  NodeId give_up(SourceLoc loc);

  const Recipe& recipe_;
  const NodeRegistry& registry_;
  Diagnostics& diagnostics_;
  NameScope scope_;
  ParamReader params_;
  std::deque<GraphNode> nodes_;
  std::vector<NodeId> aliases_;
  std::vector<NameReference> references_;
  std::vector<bool> doubtful_;
  NodeId defining_ = no_node;  // counted in the order written, like references
  std::deque<Call> calls_;     // to be expanded
  std::unordered_map<std::string_view, const RecipeFunction*> functions_;
  std::vector<FunctionUses> uses_;
  std::vector<bool> recursive_;           // functions that call themselves, one way or other
  Call here_;                             // the call being expanded; without a function: the recipe itself
  NodeId first_ = 0;                      // the number of the first of the names under its `nodes`
  std::uint64_t values_ = 0, bytes_ = 0;  // that calls added
  bool types_listed_ = false;
  bool gave_up_ = false;
  bool checking_ = false;  // functions that nobody calls
};

}  // namespace orograph
