// SPDX-License-Identifier: MIT
// What OpenImageIO's encoders are told about an image: the format's compression, and what the file says about itself.
#pragma once
#include <filesystem>

#include "runtime/image_encoder.hpp"
#include "runtime/image_layout.hpp"

namespace orograph {

EncoderSettings encoder_settings(const std::filesystem::path& target, const ImageSpec& spec,
                                 const ImageLayout& layout);

}  // namespace orograph
