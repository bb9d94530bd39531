// SPDX-License-Identifier: MIT
#include "graph/recipe_functions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "graph/key_faults.hpp"
#include "graph/nodes_reader.hpp"
#include "graph/recipe_keys.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

void count(const YamlValue& value, RecipeFunction& function) {
  ++function.values;
  function.bytes += value.scalar.size();
  for (const YamlValue& item : value.items) count(item, function);
  for (const YamlValue::Entry& entry : value.entries) {
    function.bytes += entry.key.size();
    count(entry.value, function);
  }
}

class FunctionReader {
 public:
  FunctionReader(std::string_view world_unit, const ValueReader& reader) : world_unit_(world_unit), reader_(reader) {}

  RecipeFunction read(YamlValue::Entry& entry) {
    function_.name = entry.key;
    function_.loc = entry.key_loc;
    what_ = fmt::format("function {}", quote(entry.key));
    reader_.check_name(entry.key, entry.key_loc, "function");
    count(entry.value, function_);
    YamlValue& value = entry.value;
    if (!reader_.expect(value, Kind::mapping, what_, "write '{params: {...}, nodes: {...}, result: FIELD}'")) {
      function_.names_unread = true;
      return std::move(function_);
    }
    reader_.check_keys(value, function_keys, what_);
    if (const YamlValue* doc = value.find("doc")) function_.doc = text(*doc);
    if (YamlValue* params = value.find("params")) read_params(*params);
    if (YamlValue* inputs = value.find("inputs")) read_inputs(*inputs);
    if (YamlValue* nodes = value.find("nodes")) {
      if (!read_node_definitions(*nodes, taken_, reader_, function_.nodes)) function_.names_unread = true;
    }
    read_result(value, entry.key_loc);
    return std::move(function_);
  }

 private:
  std::string text(const YamlValue& value) const {
    return reader_.word(value, "'doc'", "write a sentence: 'doc: what it makes'").value_or("");
  }

  // False where calls could not give it.
  bool check_part_name(const YamlValue::Entry& entry, std::string_view what) {
    reader_.check_name(entry.key, entry.key_loc, what);
    if (entry.key == "type" || entry.key == "seed") {
      reader_.error(entry.key_loc,
                    fmt::format("{} cannot be named {}: every call has a '{}'",
                                what == "input" ? "an input" : "a parameter", quote(entry.key), entry.key),
                    entry.key == "seed" ? "leave it out: a call's seed changes every noise in the function"
                                        : "take another name");
      function_.names_unread = true;
      return false;
    }
    check_not_taken(entry.key, entry.key_loc, taken_, reader_);
    taken_.emplace(entry.key, TakenName{what, entry.key_loc});
    return true;
  }

  bool mapping(const YamlValue& value, std::string_view key, std::string help) {
    if (value.kind == Kind::null) return false;
    if (reader_.expect(value, Kind::mapping, fmt::format("'{}' of {}", key, what_), std::move(help))) return true;
    function_.names_unread = true;
    return false;
  }

  void read_params(YamlValue& params) {
    if (!mapping(params, "params", "write 'params: {name: number}', the number being the default")) return;
    for (YamlValue::Entry& entry : params.entries) {
      if (!check_part_name(entry, "parameter")) continue;
      function_.params.push_back(
          read_param_declaration(entry, DefaultValue::required, world_unit_, reader_.diagnostics()));
    }
  }

  void read_inputs(YamlValue& inputs) {
    if (!mapping(inputs, "inputs", "write 'inputs: {name: FIELD}', the field being the default, or {name: }")) return;
    for (YamlValue::Entry& entry : inputs.entries) {
      if (!check_part_name(entry, "input")) continue;
      FunctionInput input{entry.key, entry.key_loc, {}, {}};
      YamlValue& value = entry.value;
      if (value.kind == Kind::mapping && value.find("type") == nullptr) {
        reader_.check_keys(value, function_input_keys, fmt::format("input {}", quote(entry.key)));
        if (const YamlValue* doc = value.find("doc")) input.doc = text(*doc);
        if (YamlValue* field = value.find("default")) input.default_value = std::move(*field);
        function_.names_unread =
            function_.names_unread || is_misspelt("default", value, names_of(function_input_keys));
      } else {
        input.default_value = std::move(value);
      }
      function_.inputs.push_back(std::move(input));
    }
  }

  void read_result(YamlValue& value, SourceLoc loc) {
    const std::string help = "write 'result: FIELD', what a call is: a node's name or an expression";
    YamlValue* result = value.find("result");
    if (result == nullptr) {
      reader_.error(loc, fmt::format("{} has no 'result'", what_), help);
    } else if (reader_.is_field(*result, fmt::format("the result of {}", what_), help)) {
      function_.result = std::move(*result);
    }
  }

  std::string_view world_unit_;
  const ValueReader& reader_;
  RecipeFunction function_;
  std::string what_;
  TakenNames taken_;  // keys are those of the YAML value
};

}  // namespace

void FunctionSet::add(YamlValue& functions) {
  if (functions.kind == Kind::null) return;
  if (!reader_.expect(functions, Kind::mapping, "'functions'", "write 'functions:', and below it 'name: {...}'"))
    return miss();
  for (YamlValue::Entry& entry : functions.entries) {
    const auto [it, is_new] = places_.emplace(entry.key, entry.key_loc);
    if (!is_new) {
      reader_.error(entry.key_loc, fmt::format("there is a function {} already", quote(entry.key)),
                    fmt::format("it stands at {}: rename one of them", reader_.diagnostics().place_text(it->second)));
      continue;
    }
    functions_.push_back(FunctionReader(world_unit_, reader_).read(entry));
  }
}

std::string signature(const RecipeFunction& function) {
  std::vector<std::string_view> params, inputs;
  for (const ParamDeclaration& param : function.params) params.push_back(param.name);
  for (const FunctionInput& input : function.inputs) inputs.push_back(input.name);
  return fmt::format("{}({}{}{})", function.name, fmt::join(params, ", "),
                     params.empty() || inputs.empty() ? "" : "; ", fmt::join(inputs, ", "));
}

}  // namespace orograph
