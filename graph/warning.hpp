// SPDX-License-Identifier: MIT
// Warning: what is allowed in a recipe, but looks like a mistake. Each kind has a code, which stands behind its
// messages, and a page: what it means, why it matters, what to do. The pages are docs/warnings.md.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orograph {

enum class Warning : std::uint8_t {
  octave_below_grid,     // W101
  correlated_warp,       // W102
  lattice_on_samples,    // W103
  coarse_coordinate,     // W104
  narrow_range,          // W201
  idle_clamp,            // W202
  clamped_samples,       // W203
  division_by_zero,      // W204
  unused_node,           // W301
  unused_param,          // W302
  outputs_without_grid,  // W303
  flat_third_part,       // W304
  unused_in_function,    // W305
};

std::string_view warning_code(Warning warning);  // "W101"
std::vector<std::string_view> warning_codes();

// The message of a diagnostic with its code: "node 'a' is not used by any output [W301]".
std::string coded(Warning warning, std::string_view message);

// The page of a code, as Markdown; nullopt when there is no such code. Upper and lower case are one.
std::optional<std::string> warning_page(std::string_view code);

// All pages below one heading: docs/warnings.md.
std::string warnings_document();

}  // namespace orograph
