// SPDX-License-Identifier: MIT
// The texts of numbers: which there are, and the 64 bits of an integer.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace orograph {

// A decimal number as YAML and people write it, whatever its size.
bool looks_like_number(std::string_view text);

// nan, .inf, -Infinity ...
bool looks_infinite(std::string_view text);

// Digits, with a sign or without.
bool looks_like_integer(std::string_view text);

// An integer from -2^63 to 2^64 - 1, wrapped to 64 bits; nullopt when it is none or does not fit.
std::optional<std::int64_t> parse_integer64(std::string_view text);

// How to write an integer of 64 bits: what to type instead of `written` (1e19) when that is one.
std::string integer64_help(std::optional<double> written = std::nullopt);

// "64x64", "0..1", "2, 3": two numbers as people write them who do not write a list. No groups of digits.
std::optional<std::pair<std::string_view, std::string_view>> split_two_numbers(std::string_view text);

}  // namespace orograph
