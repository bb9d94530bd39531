// SPDX-License-Identifier: MIT
#include "cli/json_value.hpp"

#include <fmt/format.h>

#include "graph/json_text.hpp"

namespace orograph {
namespace {

constexpr std::size_t page_width = 118;
constexpr std::size_t step = 2;

}  // namespace

JsonValue::JsonValue(std::string_view text) : text_(json_string(text)) {}
JsonValue::JsonValue(bool value) : text_(value ? "true" : "false") {}
JsonValue::JsonValue(std::int64_t value) : text_(fmt::format("{}", value)) {}
JsonValue::JsonValue(double value) : text_(fmt::format("{}", value)) {}

JsonValue JsonValue::words(const std::vector<std::string_view>& words) {
  JsonValue value = list();
  for (const std::string_view word : words) value.add(word);
  return value;
}

JsonValue& JsonValue::set(std::string_view key, JsonValue value) & {
  keys_.push_back(json_string(key));
  items_.push_back(std::move(value));
  return *this;
}

std::string JsonValue::one_line() const {
  if (kind_ == Kind::plain) return text_;
  std::string text;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (i > 0) text += ", ";
    if (kind_ == Kind::object) text += keys_[i] + ": ";
    text += items_[i].one_line();
  }
  return kind_ == Kind::list ? "[" + text + "]" : "{" + text + "}";
}

// `before`: what stands before it on its line.
std::string JsonValue::printed(std::size_t indent, std::size_t before) const {
  std::string line = one_line();
  if (kind_ == Kind::plain || before + line.size() + 1 <= page_width) return line;
  const std::string start = "\n" + std::string(indent + step, ' ');
  std::string text;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const std::string key = kind_ == Kind::object ? keys_[i] + ": " : std::string();
    text += (i > 0 ? "," : "") + start + key + items_[i].printed(indent + step, indent + step + key.size());
  }
  const std::string end = "\n" + std::string(indent, ' ');
  return kind_ == Kind::list ? "[" + text + end + "]" : "{" + text + end + "}";
}

}  // namespace orograph
