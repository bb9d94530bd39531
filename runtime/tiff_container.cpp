// SPDX-License-Identifier: MIT
// TIFF: a header, the strips or tiles, a directory. The directory is that of the first piece with the whole's size
// and places of blocks, and with what OpenImageIO's encoder cannot say, which takes every third channel for a colour
// and names none: photometric MinIsBlack with the other channels unspecified (RGB only for channels R, G, B), and
// GDAL's metadata with the channels' names and, for integers, the scale and offset that give values back.
// Source: TIFF 6.0; BigTIFF; GDAL's TIFFTAG_GDAL_METADATA.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "runtime/block_container.hpp"
#include "runtime/tiff_directory.hpp"

namespace orograph {
namespace {

constexpr std::uint16_t min_is_black = 1;
constexpr std::uint16_t rgb = 2;

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

std::string metadata_of(const ImageSpec& spec) {
  std::string xml = "<GDALMetadata>\n";
  const auto add = [&](std::string_view name, std::size_t channel, std::string_view role, const std::string& value) {
    xml += fmt::format("  <Item name=\"{}\" sample=\"{}\" role=\"{}\">{}</Item>\n", name, channel, role, value);
  };
  for (std::size_t c = 0; c < spec.channels.size(); ++c) {
    add("DESCRIPTION", c, "description", xml_text(spec.channels[c]));
    if (!spec.range) continue;
    const auto [lo, hi] = *spec.range;
    add("OFFSET", c, "offset", fmt::format("{}", lo));
    add("SCALE", c, "scale", fmt::format("{}", (hi - lo) / static_cast<double>(highest_code(spec.type))));
  }
  return xml + "</GDALMetadata>\n";
}

bool begins_with_rgb(const std::vector<std::string>& channels) {
  return channels.size() >= 3 && channels[0] == "R" && channels[1] == "G" && channels[2] == "B";
}

void describe_channels(TiffDirectory& directory, const ImageSpec& spec) {
  const bool colours = begins_with_rgb(spec.channels);
  const std::uint16_t interpretation = colours ? rgb : min_is_black;
  directory.set_shorts(TiffTag::photometric, {&interpretation, 1});
  const std::vector<std::uint16_t> unspecified(spec.channels.size() - (colours ? 3 : 1), 0);
  directory.remove(TiffTag::extra_samples);
  if (!unspecified.empty()) directory.set_shorts(TiffTag::extra_samples, unspecified);
  directory.set_text(TiffTag::gdal_metadata, metadata_of(spec));
}

class TiffContainer final : public BlockContainer {
 public:
  TiffContainer(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout)
      : file_(file),
        spec_(spec),
        block_rows_(static_cast<std::uint64_t>(layout.block_rows)),
        offsets_tag_(spec.tile > 0 ? TiffTag::tile_offsets : TiffTag::strip_offsets),
        counts_tag_(spec.tile > 0 ? TiffTag::tile_byte_counts : TiffTag::strip_byte_counts) {}

  void append(const ImagePiece&, std::span<const std::byte> encoded) override {
    try {
      append_blocks(TiffDirectory(encoded), encoded);
    } catch (const std::out_of_range&) {
      throw SystemError(file_.failure_text("the encoder left no directory"));
    }
    file_.throw_if_failed();
  }

  void close() override {
    const auto set = [&](TiffTag tag, std::uint64_t value) { directory_->set_longs(tag, {&value, 1}); };
    set(TiffTag::image_width, static_cast<std::uint64_t>(spec_.width));
    set(TiffTag::image_length, static_cast<std::uint64_t>(spec_.height));
    if (spec_.tile == 0) set(TiffTag::rows_per_strip, block_rows_);
    directory_->set_longs(offsets_tag_, offsets_);
    directory_->set_longs(counts_tag_, counts_);
    describe_channels(*directory_, spec_);
    directory_->append_to(file_);
    file_.throw_if_failed();
    if (!directory_->is_big() && file_.size() > std::numeric_limits<std::uint32_t>::max())
      throw SystemError(file_.failure_text("it would have more than 4 GiB"));
  }

 private:
  void append_blocks(TiffDirectory directory, std::span<const std::byte> encoded) {
    const std::vector<std::uint64_t> offsets = directory.integers(offsets_tag_);
    const std::vector<std::uint64_t> counts = directory.integers(counts_tag_);
    if (!directory_) {
      file_.write(directory.header());
      directory_ = std::move(directory);
    }
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const std::uint64_t size = counts.at(i);
      if (offsets[i] > encoded.size() || size > encoded.size() - offsets[i]) throw std::out_of_range("a block");
      offsets_.push_back(static_cast<std::uint64_t>(file_.size()));
      counts_.push_back(size);
      file_.write(encoded.subspan(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(size)));
    }
  }

  TemporaryFile& file_;
  const ImageSpec& spec_;
  std::uint64_t block_rows_;
  TiffTag offsets_tag_, counts_tag_;
  std::optional<TiffDirectory> directory_;  // of the first piece
  std::vector<std::uint64_t> offsets_, counts_;
};

}  // namespace

std::unique_ptr<BlockContainer> tiff_container(TemporaryFile& file, const ImageSpec& spec,
                                               const ImageLayout& layout) {
  return std::make_unique<TiffContainer>(file, spec, layout);
}

}  // namespace orograph
