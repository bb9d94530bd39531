// SPDX-License-Identifier: MIT
#include "runtime/image_layout.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace orograph {
namespace {

constexpr std::int64_t band_bytes = std::int64_t{16} << 20;  // OpenImageIO splits larger calls in mid-block
constexpr std::int64_t strip_bytes = std::int64_t{1} << 18;

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

ImageLayout layout_of(const ImageSpec& spec) {
  ImageLayout layout;
  layout.order.resize(spec.channels.size());
  std::iota(layout.order.begin(), layout.order.end(), std::size_t{0});
  if (spec.format == ImageFormat::png) layout.order = png_channel_order(spec.channels);
  layout.pixel_bytes = spec.channels.size() * sample_bytes(spec.type);
  // OpenImageIO itself fills the edge tiles of TIFF with uninitialised memory.
  layout.whole_tiles = spec.format == ImageFormat::tiff && spec.tile > 0;
  layout.row_pixels = layout.whole_tiles ? round_up(spec.width, spec.tile) : spec.width;
  layout.block_rows = block_rows_of(spec);
  const std::int64_t blocks = std::max<std::int64_t>(1, band_bytes / (row_bytes(spec) * layout.block_rows));
  layout.band_rows = std::min(blocks * layout.block_rows, round_up(spec.height, layout.block_rows));
  return layout;
}

}  // namespace orograph
