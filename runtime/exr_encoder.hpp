// SPDX-License-Identifier: MIT
// ExrEncoder: pixels to an EXR file with the compressions zip, zips and none: byte for byte the file of OpenEXR,
// whose libraries take longer to load than most images to write. Where settings say so, what zip would hardly shrink
// is stored within the zlib streams, which every reader reads.
#pragma once
#include <memory>
#include <string_view>

#include "runtime/image_encoder.hpp"

namespace orograph {

bool exr_encoder_has(std::string_view compression);

// Of settings whose encoder is "openexr" and whose compression it has. Rows are written by whole blocks.
std::unique_ptr<ImageEncoder> exr_encoder(ByteSink& sink, const EncoderSettings& settings);

}  // namespace orograph
