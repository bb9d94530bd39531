// SPDX-License-Identifier: MIT
// Fields are one schema, without alternatives: what applies to a mapping is looked at for mappings alone, and the
// keys of a node type only below an `if` on its `type`. So an editor tells the one wrong key, not that no alternative
// fits.
#include "cli/recipe_schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "cli/node_text.hpp"
#include "graph/image_format.hpp"
#include "graph/recipe.hpp"
#include "graph/recipe_keys.hpp"
#include "graph/text.hpp"
#include "graph/units.hpp"
#include "runtime/image_spec.hpp"

namespace orograph {
namespace {

constexpr std::string_view name_pattern = "^[A-Za-z_][A-Za-z0-9_]*$";

JsonValue object() {
  return JsonValue::object();
}

JsonValue reference(std::string_view definition) {
  return object().set("$ref", fmt::format("#/$defs/{}", definition));
}

JsonValue typed(std::vector<std::string_view> types) {
  return object().set("type", types.size() == 1 ? JsonValue(types.front()) : JsonValue::words(types));
}

// A number or an expression, for which the range of numbers is of no use.
JsonValue constant(std::string_view number = "number", const ParamRange& range = {}) {
  JsonValue schema = typed({number, "string"});
  if (holds_any_float(range)) return schema;
  if (std::isfinite(range.low)) schema.set(range.low_open ? "exclusiveMinimum" : "minimum", range.low);
  if (std::isfinite(range.high)) schema.set(range.high_open ? "exclusiveMaximum" : "maximum", range.high);
  return schema;
}

// Of a list in words: "km, m, cm".
JsonValue words_of(std::string_view list) {
  JsonValue words = JsonValue::list();
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(", "), list.size());
    words.add(list.substr(0, end));
    list.remove_prefix(std::min(end + 2, list.size()));
  }
  return words;
}

JsonValue list_of(JsonValue items, int least, int most = 0) {
  JsonValue schema = typed({"array"}).set("items", std::move(items)).set("minItems", least);
  if (most != 0) schema.set("maxItems", most);
  return schema;
}

JsonValue default_of(const std::vector<double>& numbers) {
  JsonValue value = JsonValue::list();
  for (const double number : numbers) value.add(number);
  return value;
}

void set_default(JsonValue& schema, const ParamValue& value) {
  const auto set = [&](const auto& given) {
    using Given = std::decay_t<decltype(given)>;
    if constexpr (std::is_same_v<Given, std::vector<double>>) {
      schema.set("default", default_of(given));
    } else if constexpr (!std::is_same_v<Given, std::monostate>) {
      schema.set("default", given);
    }
  };
  std::visit(set, value);
}

JsonValue kind_schema(const ParamSpec& param) {
  switch (param.kind) {
    case ParamKind::number:
    case ParamKind::angle:
      return constant("number", param.range);
    case ParamKind::integer:
      return constant("integer", param.range);
    case ParamKind::boolean:
      return typed({"boolean"});
    case ParamKind::choice:
      return object().set("enum", JsonValue::words({param.choices.begin(), param.choices.end()}));
    case ParamKind::pair:
      return list_of(constant("number", param.range), 2, 2);
    case ParamKind::period:
      return list_of(constant("number", param.range), 2, 3);
  }
  return object();
}

std::string with_facts(std::string_view text, std::string_view facts) {
  return fmt::format("{}\n\n{}", text, facts);
}

JsonValue param_schema(const ParamSpec& param) {
  JsonValue schema = kind_schema(param);
  schema.set("description", with_facts(param.text, facts_of(param)));
  set_default(schema, param.default_value);
  return schema;
}

JsonValue port_schema(const PortSpec& port) {
  JsonValue schema = port.list ? list_of(reference("field"), 2) : reference("field");
  schema.set("description", with_facts(port.text, facts_of(port)));
  if (port.default_value) schema.set("default", *port.default_value);
  return schema;
}

std::string hover_of(const NodeSpec& spec) {
  return fmt::format("**{}** ({}): {}\n\n{}\n\nValues: {}\n\n```yaml\n{}\n```", spec.type, spec.category,
                     spec.summary, spec.text, spec.bounds, spec.example);
}

JsonValue node_schema(const NodeSpec& spec) {
  std::vector<std::string_view> required{"type"};
  JsonValue properties = object().set("type", object().set("const", spec.type));
  JsonValue exclusive = object();
  bool exclusive_keys = false;
  for (const PortSpec& port : spec.inputs) {
    properties.set(port.name, port_schema(port));
    if (!port.default_value) required.push_back(port.name);
  }
  for (const ParamSpec& param : spec.params) {
    properties.set(param.name, param_schema(param));
    if (param.required) required.push_back(param.name);
    if (param.instead_of.empty()) continue;
    exclusive.set(param.name, object().set("properties", object().set(param.instead_of, false)));
    exclusive_keys = true;
  }
  JsonValue schema = typed({"object"})
                         .set("properties", std::move(properties))
                         .set("required", JsonValue::words(required))
                         .set("additionalProperties", false);
  if (exclusive_keys) schema.set("dependentSchemas", std::move(exclusive));
  return schema;
}

std::string definition_of(const NodeSpec& spec) {
  return fmt::format("node_{}", spec.type);
}

// A number, a name or an expression, or a node in place. A type that is none may be a function of an included file.
JsonValue field_schema(const NodeRegistry& registry) {
  JsonValue types = JsonValue::list();
  JsonValue cases = JsonValue::list();
  for (const NodeSpec* spec : registry.all()) {
    types.add(object()
                  .set("const", spec->type)
                  .set("description", spec->summary)
                  .set("markdownDescription", hover_of(*spec)));
    cases.add(object()
                  .set("if", typed({"object"})
                                 .set("properties", object().set("type", object().set("const", spec->type)))
                                 .set("required", JsonValue::words({"type"})))
                  .set("then", reference(definition_of(*spec))));
  }
  types.add(typed({"string"})
                .set("pattern", name_pattern)
                .set("not", object().set("enum", JsonValue::words(registry.types())))
                .set("description", "a function of the recipe, or of a file it includes"));
  JsonValue type = object().set("description", "a node type, or a function").set("anyOf", std::move(types));
  return typed({"number", "string", "object"})
      .set("properties", object().set("type", std::move(type)))
      .set("required", JsonValue::words({"type"}))
      .set("allOf", std::move(cases));
}

// The schema of a key, with its text.
void set_key(JsonValue& properties, std::span<const RecipeKey> keys, std::string_view name, JsonValue schema) {
  properties.set(name, std::move(schema).set("description", text_of(keys, name)));
}

JsonValue mapping_of(JsonValue values) {
  return typed({"object", "null"})
      .set("propertyNames", object().set("pattern", name_pattern))
      .set("additionalProperties", std::move(values));
}

JsonValue closed(JsonValue properties, std::vector<std::string_view> required = {}) {
  JsonValue schema = typed({"object"}).set("properties", std::move(properties)).set("additionalProperties", false);
  if (!required.empty()) schema.set("required", JsonValue::words(required));
  return schema;
}

JsonValue param_declaration_schema() {
  JsonValue properties = object();
  const auto key = [&](std::string_view name, JsonValue schema) {
    set_key(properties, param_keys, name, std::move(schema));
  };
  key("value", constant());
  key("min", constant());
  key("max", constant());
  key("unit", object().set("enum", words_of(unit_names())));
  key("doc", typed({"string"}));
  return typed({"number", "string", "object"})
      .set("properties", std::move(properties))
      .set("required", JsonValue::words({"value"}))
      .set("additionalProperties", false);
}

// A field, the default; or {default: ..., doc: ...}, or nothing.
JsonValue function_input_schema() {
  JsonValue properties = object();
  set_key(properties, function_input_keys, "default", reference("field"));
  set_key(properties, function_input_keys, "doc", typed({"string"}));
  return typed({"number", "string", "object", "null"})
      .set("if", typed({"object"}).set("not", object().set("required", JsonValue::words({"type"}))))
      .set("then", closed(std::move(properties)))
      .set("else", object().set("if", typed({"null"})).set("then", typed({"null"})).set("else", reference("field")));
}

JsonValue function_schema() {
  JsonValue properties = object();
  const auto key = [&](std::string_view name, JsonValue schema) {
    set_key(properties, function_keys, name, std::move(schema));
  };
  key("doc", typed({"string"}));
  key("params", mapping_of(reference("param")));
  key("inputs", mapping_of(reference("function_input")));
  key("nodes", mapping_of(reference("field")));
  key("result", reference("field"));
  return closed(std::move(properties), {"result"});
}

JsonValue grid_schema() {
  const JsonValue pair = list_of(constant(), 2, 2);
  const ParamRange above_zero{.low = 0, .low_open = true};
  JsonValue properties = object();
  const auto key = [&](std::string_view name, JsonValue schema) {
    set_key(properties, grid_keys, name, std::move(schema));
  };
  key("origin", JsonValue(pair).set("default", default_of({0, 0})));
  key("spacing", typed({"number", "string", "array"})
                     .set("exclusiveMinimum", 0)
                     .set("items", constant("number", above_zero))
                     .set("minItems", 2)
                     .set("maxItems", 2)
                     .set("default", 1));
  key("resolution", typed({"integer", "string", "array"})
                        .set("minimum", 1)
                        .set("items", constant("integer", {.low = 1}))
                        .set("minItems", 2)
                        .set("maxItems", 2));
  key("registration", object().set("enum", JsonValue::words({"area", "point"})).set("default", "area"));
  return closed(std::move(properties), {"resolution"});
}

// "\.[eE][xX][rR]$" of ".exr".
std::string ending_pattern(std::string_view ending) {
  std::string pattern = "\\.";
  for (const char c : ending.substr(1))
    pattern += is_letter(c) ? fmt::format("[{}{}]", c, static_cast<char>(c - 'a' + 'A')) : std::string(1, c);
  return pattern + "$";
}

// What a file of this ending can hold.
JsonValue format_case(std::string_view ending) {
  const ImageFormat format = *image_format_of(ending);
  std::vector<std::string_view> types;
  for (const SampleType type : sample_types_of(format)) types.push_back(sample_type_name(type));
  const auto compressions = compressions_of(format);
  JsonValue properties = object();
  set_key(properties, output_keys, "type",
          object().set("default", types.front()).set("enum", JsonValue::words(types)));
  set_key(properties, output_keys, "compression",
          object()
              .set("enum", JsonValue::words({compressions.begin(), compressions.end()}))
              .set("default", compressions.front()));
  return object()
      .set("if", object()
                     .set("properties", object().set("file", object().set("pattern", ending_pattern(ending))))
                     .set("required", JsonValue::words({"file"})))
      .set("then", object().set("properties", std::move(properties)));
}

JsonValue output_schema() {
  JsonValue properties = object();
  const auto key = [&](std::string_view name, JsonValue schema) {
    set_key(properties, output_keys, name, std::move(schema));
  };
  JsonValue cases = JsonValue::list();
  std::vector<std::string> patterns;
  for (const std::string_view ending : image_endings()) {
    patterns.push_back(ending_pattern(ending));
    cases.add(format_case(ending));
  }
  key("file", typed({"string"})
                  .set("pattern", fmt::format("{}", fmt::join(patterns, "|")))
                  .set("patternErrorMessage", fmt::format("ends in {}", fmt::join(image_endings(), ", "))));
  key("channels", typed({"object"}).set("additionalProperties", reference("field")).set("minProperties", 1));
  key("type", typed({"string"}));
  key("range", list_of(constant(), 2, 2));
  const ParamRange precisions{.low = least_precision, .high = most_precision};
  key("precision", typed({"number", "string", "object"})
                       .set("minimum", least_precision)
                       .set("maximum", most_precision)
                       .set("additionalProperties", constant("number", precisions)));
  key("compression", typed({"string"}));
  key("tile", constant("integer", {.low = 0, .high = 65536}).set("default", 0));
  return closed(std::move(properties), {"file", "channels"}).set("allOf", std::move(cases));
}

JsonValue recipe_properties() {
  JsonValue properties = object();
  const auto key = [&](std::string_view name, JsonValue schema) {
    set_key(properties, recipe_keys, name, std::move(schema));
  };
  key("orograph", object().set("const", 1));
  key("noise", object().set("const", 1).set("default", 1));
  key("seed", constant("integer").set("default", 0));
  key("units", typed({"string"}).set("maxLength", 64));
  key("include", typed({"string", "array", "null"}).set("items", typed({"string"})));
  key("params", mapping_of(reference("param")));
  key("presets", typed({"object", "null"})
                     .set("additionalProperties", typed({"object"}).set("additionalProperties", constant())));
  key("functions", mapping_of(reference("function")));
  key("nodes", mapping_of(reference("field")));
  key("grid", reference("grid"));
  key("outputs", typed({"array"}).set("items", reference("output")));
  return properties;
}

}  // namespace

JsonValue recipe_schema(const NodeRegistry& registry) {
  JsonValue definitions = object();
  definitions.set("field", field_schema(registry))
      .set("param", param_declaration_schema())
      .set("function", function_schema())
      .set("function_input", function_input_schema())
      .set("grid", grid_schema())
      .set("output", output_schema());
  for (const NodeSpec* spec : registry.all()) definitions.set(definition_of(*spec), node_schema(*spec));
  return object()
      .set("$schema", "https://json-schema.org/draft/2020-12/schema")
      .set("title", "orograph recipe")
      .set("type", "object")
      .set("properties", recipe_properties())
      .set("required", JsonValue::words({"orograph"}))
      .set("additionalProperties", false)
      .set("$defs", std::move(definitions));
}

}  // namespace orograph
