// SPDX-License-Identifier: MIT
// What an image file says about itself: units, place in the world, origin. As names and texts (EXR attributes), or as
// one JSON object (TIFF's ImageDescription). Numbers are the shortest decimals that read back exactly.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "runtime/image_spec.hpp"

namespace orograph {

// "orograph 0.1.0"
std::string software_of(const ImageSpec& spec);

// {"worldBox", "0 0 512 512"}, ...: units, worldBox, spacing, registration, recipeHash, of integers the range,
// and of rounded channels their steps, as a JSON object.
std::vector<std::pair<std::string, std::string>> describe_as_pairs(const ImageSpec& spec);

// The same with "software" and, in stored order, "channels"; numbers as JSON arrays.
std::string describe_as_json(const ImageSpec& spec);

}  // namespace orograph
