// SPDX-License-Identifier: MIT
// Completes the directory of a TIFF file as OpenImageIO's encoder left it, which takes every third channel for a
// colour and cannot name any: photometric MinIsBlack with the other channels unspecified (RGB only for channels R, G,
// B), and GDAL's metadata with the channels' names and, for integers, the scale and offset that give values back.
// Source: TIFF 6.0; BigTIFF; GDAL's TIFFTAG_GDAL_METADATA.
#pragma once
#include <cstdint>

#include "runtime/image_spec.hpp"
#include "runtime/temporary_file.hpp"

namespace orograph {

// `preamble`: the file's size before its first pixel. libtiff keeps a draft of the directory there, which it updates
// every few seconds and then abandons; it is blanked, so that equal pixels make equal files.
void complete_tiff_directory(TemporaryFile& file, const ImageSpec& spec, std::int64_t preamble);

}  // namespace orograph
