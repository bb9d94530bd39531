// SPDX-License-Identifier: MIT
// ImageLayout: how a format stores the pixels of an ImageSpec: which channel where, in what blocks, and how many rows
// are handed to the encoder at once. Only for specs without problems.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/image_spec.hpp"

namespace orograph {

struct ImageLayout {
  std::vector<std::size_t> order;  // stored channel i is the spec's channel order[i]
  std::size_t pixel_bytes = 0;     // of all channels
  bool whole_tiles = false;        // the encoder is given the tiles at the edges filled up with zeros
  bool big_tiff = false;           // a TIFF whose offsets do not fit in 32 bits
  std::int64_t row_pixels = 0;     // width, filled up
  std::int64_t block_rows = 1;     // rows that the format compresses together
  std::int64_t piece_pixels = 0;   // whole blocks that one encoder is given: so many pixels,
  std::int64_t piece_rows = 1;     // or fewer, of so many rows
  std::int64_t band_rows = 1;      // rows handed over at once: whole pieces
  std::size_t threads = 1;         // that compress pieces at once
  // What a writer needs at most: the band, and its pieces under way. The file does not depend on it.
  std::int64_t memory = 0;
};

// Bytes that the writers of a render may take together. A format's block is the least unit: a larger one goes beyond.
inline constexpr std::int64_t writer_memory = std::int64_t{256} << 20;

ImageLayout layout_of(const ImageSpec& spec, std::int64_t memory = writer_memory);

std::int64_t round_up(std::int64_t value, std::int64_t step);

std::size_t sample_bytes(SampleType type);
// Of an integer type.
std::uint64_t highest_code(SampleType type);

// The spec's compression, or its format's default.
std::string_view compression_of(const ImageSpec& spec);

// Bytes that the encoder handles as one block: a tile, or the full-width rows of a chunk or strip.
std::int64_t block_bytes(const ImageSpec& spec);

// The orders in which PNG stores named channels: Y | Y, A | R, G, B | R, G, B, A; empty when `channels` are none of
// these, in whatever order.
std::vector<std::size_t> png_channel_order(const std::vector<std::string>& channels);

}  // namespace orograph
