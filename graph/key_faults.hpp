// SPDX-License-Identifier: MIT
// Keys that are none, and the ones they were meant to be: spelt alike, or what other tools call the same.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "graph/yaml_value.hpp"

namespace orograph {

// Empty when no key comes near.
std::string_view meant_key(std::string_view word, std::span<const std::string_view> keys);

// "did you mean 'gain'?", and all keys where they are few.
std::string unknown_key_help(std::string_view word, std::span<const std::string_view> keys);

// Whether an unknown key of the mapping was told to be meant as `key`, which therefore is not missing, too.
bool is_misspelt(std::string_view key, const YamlValue& mapping, std::span<const std::string_view> keys);

}  // namespace orograph
