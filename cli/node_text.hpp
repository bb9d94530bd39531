// SPDX-License-Identifier: MIT
// Node types in words: what the catalogue, the pages of docs/nodes and the hover texts of the schema say alike.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "graph/node_spec.hpp"

namespace orograph {

// In the order in which a recipe needs them.
std::vector<std::string_view> node_categories(const NodeRegistry& registry);

// "whole number; from 1 to 32; default 6", "field; required".
std::string facts_of(const ParamSpec& param);
std::string facts_of(const PortSpec& port);

// Words in lines of at most `width`; line breaks stay.
std::string wrapped(std::string_view text, std::size_t width);

// A recipe that holds nothing but the type's example, ready to render.
std::string example_recipe(const NodeSpec& spec);

}  // namespace orograph
