// SPDX-License-Identifier: MIT
// JsonValue: a JSON value to be printed, keys in the order in which they were set.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orograph {

class JsonValue {
 public:
  JsonValue(std::string_view text);
  JsonValue(const std::string& text) : JsonValue(std::string_view(text)) {}
  JsonValue(const char* text) : JsonValue(std::string_view(text)) {}
  JsonValue(bool value);
  JsonValue(std::int64_t value);
  JsonValue(int value) : JsonValue(std::int64_t{value}) {}
  JsonValue(double value);  // finite

  static JsonValue list() { return JsonValue(Kind::list); }
  static JsonValue words(const std::vector<std::string_view>& words);
  static JsonValue object() { return JsonValue(Kind::object); }

  // Of a list; of an object, behind the keys it has.
  void add(JsonValue item) { items_.push_back(std::move(item)); }
  JsonValue& set(std::string_view key, JsonValue value) &;
  JsonValue&& set(std::string_view key, JsonValue value) && { return std::move(set(key, std::move(value))); }

  // On one line where that is short, else a line an item, two blanks deeper.
  std::string print() const { return printed(0, 0); }

 private:
  enum class Kind { plain, list, object };
  explicit JsonValue(Kind kind) : kind_(kind) {}

  std::string one_line() const;
  std::string printed(std::size_t indent, std::size_t before) const;

  Kind kind_ = Kind::plain;
  std::string text_;               // of a plain value, as JSON
  std::vector<std::string> keys_;  // of an object, as JSON
  std::vector<JsonValue> items_;
};

}  // namespace orograph
