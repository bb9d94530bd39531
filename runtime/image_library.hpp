// SPDX-License-Identifier: MIT
// The module of OpenImageIO's encoders, loaded when it is first asked for and kept until the process ends.
#pragma once
#include "runtime/image_encoder.hpp"
#include "runtime/image_spec.hpp"

namespace orograph {

// Whether what writes the image is in the module: PNG, EXR with zip, zips or none, and raw formats are written
// without it.
bool needs_image_library(const ImageSpec& spec);

// Takes a good part of a second the first time, on any thread; others that ask meanwhile wait. Throws SystemError
// when the module cannot be loaded or belongs to another version. It is searched in the run path of the program, then
// where the system has its libraries; the environment variable OROGRAPH_IMAGE_LIBRARY names another file instead.
const ImageModule& image_library();

}  // namespace orograph
