// SPDX-License-Identifier: MIT
// The formats of images, and the endings that choose them: the one list of both.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

namespace orograph {

enum class ImageFormat { exr, tiff, png, r16, r32 };

// By the file's ending, in any case: .exr, .tif, .tiff, .png, .r16, .r32; nullopt otherwise.
std::optional<ImageFormat> image_format_of(std::string_view file);
std::string_view image_ending_of(std::string_view file);  // in lower case; empty when there is none of these
std::vector<std::string_view> image_endings();

}  // namespace orograph
