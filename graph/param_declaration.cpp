// SPDX-License-Identifier: MIT
// A declaration, key by key.
#include "graph/param_declaration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/constants.hpp"
#include "graph/key_faults.hpp"
#include "graph/recipe_keys.hpp"
#include "graph/text.hpp"

namespace orograph {
namespace {

using Kind = YamlValue::Kind;

// Bounds are the same whatever a parameter is set to, so they name none.
class NoNames : public ConstantScope {
 public:
  explicit NoNames(std::string_view world_unit) : world_unit_(world_unit) {}
  std::optional<Quantity> lookup(std::string_view) const override { return std::nullopt; }
  std::vector<std::string_view> names() const override { return {}; }
  std::string_view world_unit() const override { return world_unit_; }
  bool complete() const override { return false; }

 private:
  std::string_view world_unit_;
};

std::string quantity_text(const ParamDeclaration& declaration, const Quantity& quantity,
                          std::string_view world_unit) {
  const std::string_view unit = display_unit(declaration, quantity.dimension, world_unit);
  return fmt::format("{}{}{}", display_number(declaration, quantity.value, world_unit), unit.empty() ? "" : " ",
                     unit);
}

std::string_view example_of(const Dimension& dimension) {
  if (dimension.measures_as(length_dimension)) return ", like '2 km'";
  return dimension.measures_as(angle_dimension) ? ", like '30 deg'" : "";
}

class DeclarationReader {
 public:
  DeclarationReader(const YamlValue::Entry& entry, std::string_view world_unit, Diagnostics& diagnostics)
      : value_(entry.value), world_unit_(world_unit), diagnostics_(diagnostics), errors_(diagnostics.error_count()) {
    declaration_.name = entry.key;
    declaration_.loc = entry.key_loc;
  }

  ParamDeclaration read(DefaultValue needed) {
    if (value_.kind == Kind::mapping) {
      check_keys();
      read_unit();
      const auto low = bound("min"), high = bound("max");
      declaration_.low = low;
      declaration_.high = high;
      check_order();
      read_doc();
      if (const YamlValue* written = value_.find("value")) {
        declaration_.written = *written;
      } else if (needed == DefaultValue::required && !is_misspelt("value", value_, names_of(param_keys))) {
        error(declaration_.loc, fmt::format("parameter {} has no 'value'", called()),
              fmt::format("write '{}: {{value: 4000, ...}}', or a number alone", declaration_.name));
      }
    } else {
      declaration_.written = value_;
    }
    declaration_.wrong = diagnostics_.error_count() != errors_;
    return std::move(declaration_);
  }

 private:
  std::string called() const { return quote(declaration_.name); }
  void error(SourceLoc loc, std::string message, std::string help) {
    diagnostics_.error(loc, std::move(message), std::move(help));
  }

  void check_keys() {
    const std::vector<std::string_view> keys = names_of(param_keys);
    for (const YamlValue::Entry& entry : value_.entries) {
      if (std::ranges::find(keys, entry.key) != keys.end()) continue;
      error(entry.key_loc, fmt::format("unknown key {} of parameter {}", quote(entry.key), called()),
            unknown_key_help(entry.key, keys));
    }
  }

  void read_unit() {
    const YamlValue* unit = value_.find("unit");
    if (unit == nullptr) return;
    const Unit* found = unit->kind == Kind::scalar ? find_unit(unit->scalar) : nullptr;
    if (found == nullptr) {
      const std::string got = unit->kind == Kind::scalar ? quote(unit->scalar) : std::string(unit->kind_name());
      return error(unit->loc, fmt::format("'unit' of parameter {} is {}", called(), got),
                   fmt::format("units are {}", unit_names()));
    }
    if (!with_unit(1, found->name, world_unit_)) {
      return error(
          unit->loc,
          fmt::format("'{}' is a unit of lengths, and the recipe's units are '{}'", found->name, world_unit_),
          "leave 'unit' out, or say what a world unit is: 'units: m', km, cm or ft");
    }
    declaration_.unit = found;
    declaration_.dimension = found->dimension;
  }

  std::optional<ParamBound> bound(std::string_view key) {
    const YamlValue* value = value_.find(key);
    if (value == nullptr) return std::nullopt;
    const std::size_t errors = diagnostics_.error_count();
    const std::string what = fmt::format("'{}' of parameter {}", key, called());
    auto quantity = read_quantity(*value, NoNames(world_unit_), what, diagnostics_);
    if (!quantity) {
      if (diagnostics_.error_count() == errors)
        error(value->loc, fmt::format("{} names another parameter", what),
              "write a number: a bound is the same whatever the others are");
      return std::nullopt;
    }
    quantity = accept(declaration_, *quantity, world_unit_, value->loc, diagnostics_);
    if (!quantity) return std::nullopt;
    if (declaration_.dimension.is_plain()) declaration_.dimension = quantity->dimension;
    const bool bare = value->as_number() && declaration_.unit != nullptr;
    return ParamBound{quantity->value,
                      bare ? fmt::format("{} {}", value->scalar, declaration_.unit->name) : value->scalar};
  }

  void check_order() {
    if (!declaration_.low || !declaration_.high || declaration_.low->value <= declaration_.high->value) return;
    error(value_.find("min")->loc,
          fmt::format("'min' of parameter {} is {}, above its 'max', {}", called(), declaration_.low->text,
                      declaration_.high->text),
          "swap the two");
    declaration_.low.reset();
    declaration_.high.reset();
  }

  void read_doc() {
    const YamlValue* doc = value_.find("doc");
    if (doc == nullptr) return;
    if (doc->kind == Kind::scalar) {
      declaration_.doc = doc->scalar;
    } else {
      error(doc->loc, fmt::format("'doc' of parameter {} must be a text, and this is {}", called(), doc->kind_name()),
            "say in a line what it does; a text with ': ' or ' #' in it needs quotes");
    }
  }

  const YamlValue& value_;
  std::string_view world_unit_;
  Diagnostics& diagnostics_;
  std::size_t errors_;
  ParamDeclaration declaration_;
};

std::string range_text(const ParamDeclaration& declaration) {
  if (!declaration.high) return "at least " + declaration.low->text;
  if (!declaration.low) return "at most " + declaration.high->text;
  return fmt::format("from {} to {}", declaration.low->text, declaration.high->text);
}

}  // namespace

ParamDeclaration read_param_declaration(const YamlValue::Entry& entry, DefaultValue value,
                                        std::string_view world_unit, Diagnostics& diagnostics) {
  return DeclarationReader(entry, world_unit, diagnostics).read(value);
}

std::optional<Quantity> accept(const ParamDeclaration& declaration, Quantity given, std::string_view world_unit,
                               SourceLoc loc, Diagnostics& diagnostics) {
  if (declaration.unit != nullptr && !given.dimension.stated)
    given = *with_unit(given.value, declaration.unit->name, world_unit);
  const Dimension& wanted = declaration.dimension;
  const bool measured = declaration.unit != nullptr || !wanted.is_plain();
  if (measured && !given.dimension.is_plain() && !wanted.measures_as(given.dimension)) {
    diagnostics.error(loc,
                      fmt::format("parameter {} is {}, and this is {}", quote(declaration.name),
                                  dimension_text(wanted), dimension_text(given.dimension)),
                      wanted.is_plain()
                          ? std::string("give a number alone, or one in %")
                          : fmt::format("give {}{}, or a number alone", dimension_text(wanted), example_of(wanted)));
    return std::nullopt;
  }
  if (!wanted.is_plain()) given.dimension = wanted;
  const bool above = !declaration.low || given.value >= declaration.low->value;
  const bool below = !declaration.high || given.value <= declaration.high->value;
  if (above && below) return given;
  diagnostics.error(
      loc,
      fmt::format("parameter {} is {}, and must be {}", quote(declaration.name),
                  quantity_text(declaration, given, world_unit), range_text(declaration)),
      fmt::format("the nearest it takes is {}", above ? declaration.high->text : declaration.low->text));
  return std::nullopt;
}

std::string_view display_unit(const ParamDeclaration& declaration, const Dimension& dimension,
                              std::string_view world_unit) {
  if (declaration.unit != nullptr) return declaration.unit->name;
  if (dimension.measures_as(angle_dimension)) return "deg";
  return dimension.measures_as(length_dimension) ? world_unit : std::string_view();
}

double display_number(const ParamDeclaration& declaration, double value, std::string_view world_unit) {
  return declaration.unit != nullptr ? number_in_unit(value, declaration.unit->name, world_unit) : value;
}

}  // namespace orograph
