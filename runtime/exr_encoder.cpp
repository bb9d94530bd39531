// SPDX-License-Identifier: MIT
// Source: "OpenEXR File Layout", openexr.com; the order of bytes before zip: ImfZip.cpp of OpenEXR 3.1.
#include "runtime/exr_encoder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "graph/diagnostic.hpp"
#include "runtime/deflate.hpp"
#include "runtime/image_layout.hpp"

namespace orograph {
namespace {

static_assert(std::endian::native == std::endian::little, "an EXR is little-endian");

enum class Compression : std::uint8_t { none = 0, zips = 2, zip = 3 };

struct CompressionChoice {
  Compression kind = Compression::none;
  int level = 0;
};

// "zip:4"
CompressionChoice choice_of(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  CompressionChoice choice;
  if (colon < text.size()) std::from_chars(text.data() + colon + 1, text.data() + text.size(), choice.level);
  const std::string_view name = text.substr(0, colon);
  choice.kind = name == "zip" ? Compression::zip : name == "zips" ? Compression::zips : Compression::none;
  return choice;
}

std::int32_t pixel_type_of(SampleType type) {
  return type == SampleType::u32 ? 0 : type == SampleType::f16 ? 1 : 2;
}

class Bytes {
 public:
  template <typename Number>
  Bytes& number(Number value) {
    std::array<char, sizeof(Number)> bytes;
    std::memcpy(bytes.data(), &value, bytes.size());
    bytes_.append(bytes.data(), bytes.size());
    return *this;
  }
  Bytes& text(std::string_view text) {
    bytes_ += text;
    return *this;
  }
  Bytes& name(std::string_view name) { return text(name).number(char{0}); }
  Bytes& append(const Bytes& other) { return text(other.bytes_); }
  std::span<const std::byte> all() const { return std::as_bytes(std::span(bytes_)); }

 private:
  std::string bytes_;
};

// Bytes of even places, then those of odd ones, each as what it is beyond the one before it there.
void reorder_for_zip(std::span<const std::byte> from, std::vector<std::byte>& to) {
  const auto beyond = [](std::byte value, std::byte before) {
    return std::byte((std::to_integer<unsigned>(value) - std::to_integer<unsigned>(before) + 128) & 0xff);
  };
  to.resize(from.size());
  const std::size_t even = (from.size() + 1) / 2, odd = from.size() / 2;
  const std::byte* const source = from.data();
  std::byte* const evens = to.data();
  std::byte* const odds = to.data() + even;
  evens[0] = source[0];
  for (std::size_t k = 1; k < even; ++k) evens[k] = beyond(source[2 * k], source[2 * k - 2]);
  if (odd > 0) odds[0] = beyond(source[1], source[2 * even - 2]);
  for (std::size_t k = 1; k < odd; ++k) odds[k] = beyond(source[2 * k + 1], source[2 * k - 1]);
}

class ExrEncoder final : public ImageEncoder {
 public:
  ExrEncoder(ByteSink& sink, const EncoderSettings& settings)
      : sink_(sink),
        settings_(settings),
        sample_bytes_(sample_bytes(settings.type)),
        sorted_(settings.channels.size()) {
    std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
    std::ranges::sort(sorted_, {}, [&](std::size_t c) -> const std::string& { return settings_.channels[c]; });
    for (const auto& [name, value] : settings.attributes)
      if (const auto* text = std::get_if<std::string>(&value); text != nullptr && name == "compression")
        compression_ = choice_of(*text);
    block_rows_ = settings.tile > 0 ? settings.tile : compression_.kind == Compression::zip ? 16 : 1;
    tiles_across_ = settings.tile > 0 ? round_up(settings.width, settings.tile) / settings.tile : 1;
    write_head();
  }

  bool write(const std::byte* pixels, std::size_t row_bytes, std::int64_t first_row, std::int64_t rows) override {
    for (std::int64_t row = 0; row < rows; row += block_rows_)
      for (std::int64_t tile = 0; tile < tiles_across_; ++tile)
        write_chunk(pixels + static_cast<std::size_t>(row) * row_bytes, row_bytes, first_row + row,
                    std::min(block_rows_, rows - row), tile);
    return good_;
  }

  bool close() override {
    sink_.seek(head_bytes_);
    put(std::as_bytes(std::span(table_)));
    return good_;
  }

  std::string take_error() override { return {}; }  // the sink knows what failed

 private:
  void put(std::span<const std::byte> bytes) { good_ = sink_.write(bytes) && good_; }

  Bytes channel_list() const {
    Bytes list;
    for (const std::size_t c : sorted_)
      list.name(settings_.channels[c])
          .number(pixel_type_of(settings_.type))
          .number(std::int32_t{0})  // not perceptually linear; reserved
          .number(std::int32_t{1})
          .number(std::int32_t{1});  // a sample every pixel
    return list.number(char{0});
  }

  void write_head() {
    const auto width = static_cast<std::int32_t>(settings_.width),
               height = static_cast<std::int32_t>(settings_.height);
    struct Attribute {
      std::string_view type;
      Bytes value;
    };
    const Bytes window = Bytes().number(0).number(0).number(width - 1).number(height - 1);
    std::map<std::string, Attribute> attributes{
        {"channels", {"chlist", channel_list()}},
        {"compression", {"compression", Bytes().number(compression_.kind)}},
        {"dataWindow", {"box2i", window}},
        {"displayWindow", {"box2i", window}},
        {"lineOrder", {"lineOrder", Bytes().number(char{0})}},  // downwards
        {"pixelAspectRatio", {"float", Bytes().number(1.0F)}},
        {"screenWindowCenter", {"v2f", Bytes().number(0.0F).number(0.0F)}},
        {"screenWindowWidth", {"float", Bytes().number(1.0F)}},
    };
    if (settings_.tile > 0) {
      const auto side = static_cast<std::uint32_t>(settings_.tile);
      attributes["tiles"] = {"tiledesc", Bytes().number(side).number(side).number(char{0})};  // one level
    }
    for (const auto& [name, value] : settings_.attributes)
      if (const auto* text = std::get_if<std::string>(&value); text != nullptr && name != "compression")
        attributes[name] = {"string", Bytes().text(*text)};

    constexpr std::size_t longest_short_name = 31;
    const auto is_long = [&](const std::string& name) { return name.size() > longest_short_name; };
    const bool long_names = std::ranges::any_of(settings_.channels, is_long) ||
                            std::ranges::any_of(attributes, is_long, [](const auto& a) { return a.first; });
    constexpr std::uint32_t magic = 20000630, version = 2, tiled = 0x200, long_name = 0x400;
    Bytes head;
    head.number(magic).number(version | (settings_.tile > 0 ? tiled : 0) | (long_names ? long_name : 0));
    for (const auto& [name, attribute] : attributes)
      head.name(name)
          .name(attribute.type)
          .number(static_cast<std::int32_t>(attribute.value.all().size()))
          .append(attribute.value);
    head.number(char{0});
    put(head.all());
    head_bytes_ = sink_.position();
    table_.resize(static_cast<std::size_t>(round_up(settings_.height, block_rows_) / block_rows_ * tiles_across_));
    put(std::as_bytes(std::span(table_)));
  }

  // Row by row, and of each channel by channel.
  void gather(const std::byte* pixels, std::size_t row_bytes, std::int64_t columns, std::int64_t rows) {
    const std::size_t step = sorted_.size() * sample_bytes_;
    const auto count = static_cast<std::size_t>(columns);
    planar_.resize(count * static_cast<std::size_t>(rows) * step);
    std::byte* out = planar_.data();
    for (std::int64_t row = 0; row < rows; ++row, pixels += row_bytes) {
      for (const std::size_t c : sorted_) {
        const std::byte* sample = pixels + c * sample_bytes_;
        if (sorted_.size() == 1) {
          std::memcpy(out, sample, count * step);
        } else if (sample_bytes_ == 2) {
          for (std::size_t i = 0; i < count; ++i) std::memcpy(out + 2 * i, sample + i * step, 2);
        } else {
          for (std::size_t i = 0; i < count; ++i) std::memcpy(out + 4 * i, sample + i * step, 4);
        }
        out += count * sample_bytes_;
      }
    }
  }

  void write_chunk(const std::byte* pixels, std::size_t row_bytes, std::int64_t row, std::int64_t rows,
                   std::int64_t tile) {
    const std::int64_t column = tile * settings_.tile;
    const std::int64_t columns =
        settings_.tile > 0 ? std::min(settings_.tile, settings_.width - column) : settings_.width;
    gather(pixels + static_cast<std::size_t>(column) * sorted_.size() * sample_bytes_, row_bytes, columns, rows);
    std::span<const std::byte> data = planar_;
    std::vector<std::byte> stream;
    if (compression_.kind != Compression::none) {
      reorder_for_zip(planar_, reordered_);
      stream = zlib_stream(reordered_, compression_.level, settings_.effort);
      if (!stream.empty()) data = stream;
    }
    table_[static_cast<std::size_t>(row / block_rows_ * tiles_across_ + tile)] =
        static_cast<std::uint64_t>(sink_.position());
    Bytes head;
    if (settings_.tile > 0)
      head.number(static_cast<std::int32_t>(tile))
          .number(static_cast<std::int32_t>(row / block_rows_))
          .number(std::int64_t{0});  // the level, along both sides
    else
      head.number(static_cast<std::int32_t>(row));
    put(head.number(static_cast<std::uint32_t>(data.size())).all());
    put(data);
  }

  ByteSink& sink_;
  const EncoderSettings settings_;
  std::size_t sample_bytes_;
  std::vector<std::size_t> sorted_;  // channels in the file's order, by their names
  CompressionChoice compression_;
  std::int64_t block_rows_ = 1, tiles_across_ = 1, head_bytes_ = 0;
  std::vector<std::uint64_t> table_;  // where chunks begin
  std::vector<std::byte> planar_, reordered_;
  bool good_ = true;
};

}  // namespace

bool exr_encoder_has(std::string_view compression) {
  return compression == "zip" || compression == "zips" || compression == "none";
}

std::unique_ptr<ImageEncoder> exr_encoder(ByteSink& sink, const EncoderSettings& settings) {
  return std::make_unique<ExrEncoder>(sink, settings);
}

}  // namespace orograph
