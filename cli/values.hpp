// SPDX-License-Identifier: MIT
// Values: option texts to numbers, in every locale alike. What is no such value is a UsageError that shows the form.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace orograph {

// Exactly a decimal number, finite or not; nullopt otherwise.
std::optional<double> number_of(std::string_view text);
std::optional<std::int64_t> whole_number_of(std::string_view text);

// `option` names the value in messages: "--threads".
std::int64_t read_whole(std::string_view option, std::string_view text, std::int64_t low, std::int64_t high);
std::int64_t read_seed(std::string_view option, std::string_view text);
int read_threads(std::string_view option, std::string_view text);                         // 1 .. 1024
std::array<std::int64_t, 2> read_size(std::string_view option, std::string_view text);    // "640x480", "640"
std::array<double, 2> read_range(std::string_view option, std::string_view text);         // "LO,HI"
double read_precision(std::string_view option, std::string_view text);                    // "0.01"
std::array<double, 2> read_position(std::string_view option, std::string_view text);      // "X,Y"
std::array<double, 4> read_box(std::string_view option, std::string_view text);           // "X0,Y0,X1,Y1"
std::array<std::int64_t, 4> read_window(std::string_view option, std::string_view text);  // "COL,ROW,W,H"

}  // namespace orograph
