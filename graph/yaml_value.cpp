// SPDX-License-Identifier: MIT
// YamlValue: what a value is called, and which number it is.
#include "graph/yaml_value.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "graph/number_text.hpp"

namespace orograph {

const YamlValue* YamlValue::find(std::string_view key) const {
  const auto it = std::ranges::find(entries, key, &Entry::key);
  return it == entries.end() ? nullptr : &it->value;
}

YamlValue* YamlValue::find(std::string_view key) {
  return const_cast<YamlValue*>(std::as_const(*this).find(key));
}

std::string_view YamlValue::kind_name() const {
  switch (kind) {
    case Kind::null:
      return "nothing";
    case Kind::sequence:
      return "a list";
    case Kind::mapping:
      return "a mapping";
    case Kind::scalar:
      break;
  }
  return !quoted && looks_like_number(scalar) ? "a number" : "a string";
}

std::optional<double> YamlValue::as_number() const {
  if (kind != Kind::scalar || quoted || !looks_like_number(scalar)) return std::nullopt;
  std::string_view text = scalar;
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace orograph
