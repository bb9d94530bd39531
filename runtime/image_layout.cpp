// SPDX-License-Identifier: MIT
#include "runtime/image_layout.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "runtime/parallel.hpp"

namespace orograph {
namespace {

constexpr std::int64_t strip_bytes = std::int64_t{1} << 18;
constexpr std::int64_t piece_bytes = std::int64_t{1} << 19;  // makes what an encoder costs beside its pixels small
constexpr std::int64_t least_band_bytes = std::int64_t{4} << 20;

// Of a piece under way: what libraries hold of it (OpenEXR a copy, its compressor two more) and the file in memory,
// which grows by doubling; of a band: its pixels and its compressed pieces. In bytes a byte of pixels.
constexpr std::int64_t piece_cost = 5;
constexpr std::int64_t band_cost = 2;

constexpr std::int64_t classic_tiff_limit =
    3'900'000'000;  // of 2^32 bytes, less what incompressible data and tags add

// Lines a chunk of OpenEXR's scanline files holds.
std::int64_t exr_chunk_rows(std::string_view compression) {
  if (compression == "zip") return 16;
  if (compression == "piz") return 32;
  return 1;
}

std::int64_t row_bytes(const ImageSpec& spec) {
  return spec.width * static_cast<std::int64_t>(spec.channels.size() * sample_bytes(spec.type));
}

std::int64_t block_rows_of(const ImageSpec& spec) {
  if (spec.tile > 0) return spec.tile;
  switch (spec.format) {
    case ImageFormat::exr:
      return exr_chunk_rows(compression_of(spec));
    case ImageFormat::tiff:
      return std::clamp(strip_bytes / row_bytes(spec), std::int64_t{1}, spec.height);
    case ImageFormat::png:
    case ImageFormat::r16:
    case ImageFormat::r32:
      return 1;
  }
  return 1;
}

std::int64_t bytes_of(const ImageLayout& layout, std::int64_t pixels, std::int64_t rows) {
  return pixels * rows * static_cast<std::int64_t>(layout.pixel_bytes);
}

void fit_pieces(const ImageSpec& spec, ImageLayout& layout) {
  const std::int64_t block_pixels = spec.tile > 0 ? spec.tile : layout.row_pixels;
  const std::int64_t most = std::max<std::int64_t>(
      1, piece_bytes / std::max<std::int64_t>(1, bytes_of(layout, block_pixels, layout.block_rows)));
  const std::int64_t across = (layout.row_pixels + block_pixels - 1) / block_pixels;
  layout.piece_pixels = std::min(most, across) * block_pixels;
  layout.piece_rows = std::max<std::int64_t>(1, most / across) * layout.block_rows;
}

// As many pieces as there are threads, twice, so that few wait for the last; fewer when they are large.
void fit_band(const ImageSpec& spec, std::int64_t memory, ImageLayout& layout) {
  const std::int64_t threads = thread_count(spec.threads);
  const std::int64_t piece = bytes_of(layout, std::min(layout.piece_pixels, layout.row_pixels), layout.piece_rows);
  const std::int64_t row_of_pieces = bytes_of(layout, layout.row_pixels, layout.piece_rows);
  const std::int64_t fitting = std::max<std::int64_t>(1, memory / (band_cost + piece_cost) / row_of_pieces);
  const std::int64_t wanted = (std::max(least_band_bytes, 2 * threads * piece) + row_of_pieces - 1) / row_of_pieces;
  layout.band_rows =
      std::min(std::min(fitting, wanted) * layout.piece_rows, round_up(spec.height, layout.block_rows));
  const std::int64_t band = bytes_of(layout, layout.row_pixels, layout.band_rows);
  const std::int64_t lanes = (memory - band_cost * band) / (piece_cost * piece);
  layout.threads = static_cast<std::size_t>(std::clamp<std::int64_t>(lanes, 1, threads));
  layout.memory = band_cost * band + piece_cost * std::min(band, static_cast<std::int64_t>(layout.threads) * piece);
}

}  // namespace

std::int64_t round_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

std::size_t sample_bytes(SampleType type) {
  switch (type) {
    case SampleType::u8:
      return 1;
    case SampleType::f16:
    case SampleType::u16:
      return 2;
    case SampleType::f32:
    case SampleType::u32:
      return 4;
  }
  return 0;
}

std::uint64_t highest_code(SampleType type) {
  return (std::uint64_t{1} << (8 * sample_bytes(type))) - 1;
}

std::string_view compression_of(const ImageSpec& spec) {
  return spec.compression.empty() ? compressions_of(spec.format).front() : std::string_view(spec.compression);
}

std::int64_t block_bytes(const ImageSpec& spec) {
  if (spec.tile > 0) return row_bytes(spec) / spec.width * spec.tile * spec.tile;
  return row_bytes(spec) * block_rows_of(spec);
}

std::vector<std::size_t> png_channel_order(const std::vector<std::string>& channels) {
  static const std::vector<std::vector<std::string_view>> layouts = {
      {"Y"}, {"Y", "A"}, {"R", "G", "B"}, {"R", "G", "B", "A"}};
  for (const auto& layout : layouts) {
    if (!std::is_permutation(channels.begin(), channels.end(), layout.begin(), layout.end())) continue;
    std::vector<std::size_t> order;
    for (const std::string_view name : layout) {
      order.push_back(static_cast<std::size_t>(std::find(channels.begin(), channels.end(), name) - channels.begin()));
    }
    return order;
  }
  return {};
}

ImageLayout layout_of(const ImageSpec& spec, std::int64_t memory) {
  ImageLayout layout;
  layout.order.resize(spec.channels.size());
  std::iota(layout.order.begin(), layout.order.end(), std::size_t{0});
  if (spec.format == ImageFormat::png) layout.order = png_channel_order(spec.channels);
  layout.pixel_bytes = spec.channels.size() * sample_bytes(spec.type);
  // OpenImageIO itself fills the edge tiles of TIFF with uninitialised memory.
  layout.whole_tiles = spec.format == ImageFormat::tiff && spec.tile > 0;
  layout.row_pixels = layout.whole_tiles ? round_up(spec.width, spec.tile) : spec.width;
  layout.block_rows = block_rows_of(spec);
  layout.big_tiff = spec.format == ImageFormat::tiff &&
                    spec.width * spec.height > classic_tiff_limit / static_cast<std::int64_t>(layout.pixel_bytes);
  fit_pieces(spec, layout);
  fit_band(spec, memory, layout);
  return layout;
}

}  // namespace orograph
