// SPDX-License-Identifier: MIT
// Source: "Portable Network Graphics (PNG) Specification", W3C. No colour chunk: samples are data; no time.
#include "runtime/png_sink.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/deflate.hpp"
#include "runtime/image_description.hpp"
#include "runtime/parallel.hpp"

namespace orograph {
namespace {

constexpr int level = 4;  // docs/files.md has what others cost

enum class Filter : std::uint8_t { sub = 1, paeth = 4 };

// Heights in 16 bits are smaller and faster with Sub, pictures in 8 bits smaller with Paeth.
Filter filter_for(SampleType type) {
  return type == SampleType::u8 ? Filter::paeth : Filter::sub;
}

std::array<std::byte, 4> big_endian(std::uint32_t value) {
  return {std::byte(value >> 24), std::byte(value >> 16 & 0xff), std::byte(value >> 8 & 0xff),
          std::byte(value & 0xff)};
}

// Of the samples to the left, above, and above on the left, the one nearest to left + above - left_above.
int paeth(int left, int above, int left_above) {
  const int to_left = std::abs(above - left_above), to_above = std::abs(left - left_above);
  const int to_left_above = std::abs(left + above - 2 * left_above);
  if (to_left <= to_above && to_left <= to_left_above) return left;
  return to_above <= to_left_above ? above : left_above;
}

std::byte beyond(std::byte value, int predicted) {
  return std::byte((std::to_integer<int>(value) - predicted) & 0xff);
}

// What the row's bytes are beyond those of the pixel to the left, or beyond their prediction.
void filter_row(Filter filter, std::span<const std::byte> row, std::span<const std::byte> above,
                std::size_t pixel_bytes, std::byte* out) {
  const auto at = [](std::byte byte) { return std::to_integer<int>(byte); };
  if (filter == Filter::sub) {
    std::copy_n(row.begin(), pixel_bytes, out);
    for (std::size_t i = pixel_bytes; i < row.size(); ++i) out[i] = beyond(row[i], at(row[i - pixel_bytes]));
    return;
  }
  for (std::size_t i = 0; i < pixel_bytes; ++i) out[i] = beyond(row[i], at(above[i]));
  for (std::size_t i = pixel_bytes; i < row.size(); ++i)
    out[i] = beyond(row[i], paeth(at(row[i - pixel_bytes]), at(above[i]), at(above[i - pixel_bytes])));
}

// A row in the file's byte order.
void store_row(const std::byte* pixels, SampleType type, std::span<std::byte> row) {
  static_assert(std::endian::native == std::endian::little, "a PNG's samples are big-endian");
  if (type == SampleType::u8) {
    std::memcpy(row.data(), pixels, row.size());
    return;
  }
  for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
    row[i] = pixels[i + 1];
    row[i + 1] = pixels[i];
  }
}

class PngSink final : public ImageSink {
 public:
  PngSink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout)
      : file_(file),
        spec_(spec),
        layout_(layout),
        row_bytes_(static_cast<std::size_t>(layout.row_pixels) * layout.pixel_bytes),
        row_above_(row_bytes_) {
    write_head();
  }

  void write(const std::byte* pixels, std::int64_t first_row, std::int64_t rows) override {
    std::vector<Part> parts(static_cast<std::size_t>((rows + layout_.piece_rows - 1) / layout_.piece_rows));
    for_each_index(parts.size(), layout_.threads, [&](std::size_t i) {
      const std::int64_t row = static_cast<std::int64_t>(i) * layout_.piece_rows;
      const std::int64_t count = std::min(layout_.piece_rows, rows - row);
      const bool last = first_row + row + count == spec_.height;
      parts[i] = compress(pixels, row, count, last ? StreamPart::last : StreamPart::inner);
    });
    for (const Part& part : parts) {
      sum_ = adler32_joined(sum_, part.sum, part.filtered_bytes);
      write_chunk("IDAT", part.stream);
    }
    std::memcpy(row_above_.data(), pixels + static_cast<std::size_t>(rows - 1) * row_bytes_, row_bytes_);
    file_.throw_if_failed();
  }

  void close() override {
    write_chunk("IDAT", big_endian(sum_));
    write_chunk("IEND", {});
    file_.throw_if_failed();
  }

 private:
  struct Part {
    std::vector<std::byte> stream;
    std::size_t filtered_bytes = 0;
    std::uint32_t sum = 1;
  };

  void write_head() {
    constexpr std::array<unsigned char, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    constexpr std::array<unsigned char, 5> colour_types{0, 0, 4, 2, 6};  // by the number of channels
    file_.write(std::as_bytes(std::span(signature)));
    std::vector<std::byte> header;
    for (const std::int64_t side : {spec_.width, spec_.height}) {
      const auto bytes = big_endian(static_cast<std::uint32_t>(side));
      header.insert(header.end(), bytes.begin(), bytes.end());
    }
    header.push_back(std::byte(8 * sample_bytes(spec_.type)));
    header.push_back(std::byte(colour_types[spec_.channels.size()]));
    header.insert(header.end(), 3, std::byte{0});  // deflate, these filters, no interlacing
    write_chunk("IHDR", header);
    const std::string software = std::string("Software").append(1, '\0') + software_of(spec_);
    write_chunk("tEXt", std::as_bytes(std::span(software)));
    for (const auto& [key, text] : describe_as_pairs(spec_)) write_text(key, text);
    write_chunk("IDAT", zlib_head);
    file_.throw_if_failed();
  }

  // A text of UTF-8, neither compressed nor translated.
  void write_text(std::string_view key, std::string_view text) {
    const std::string chunk = std::string(key).append(5, '\0').append(text);
    write_chunk("iTXt", std::as_bytes(std::span(chunk)));
  }

  void write_chunk(std::string_view name, std::span<const std::byte> data) {
    const auto name_bytes = std::as_bytes(std::span(name));
    file_.write(big_endian(static_cast<std::uint32_t>(data.size())));
    file_.write(name_bytes);
    file_.write(data);
    file_.write(big_endian(crc32_onto(crc32_onto(0, name_bytes), data)));
  }

  // `count` rows of `band` from `row` on.
  Part compress(const std::byte* band, std::int64_t row, std::int64_t count, StreamPart place) const {
    const Filter filter = filter_for(spec_.type);
    std::vector<std::byte> filtered(static_cast<std::size_t>(count) * (row_bytes_ + 1));
    std::vector<std::byte> stored(row_bytes_), above(row_bytes_);
    store_row(row == 0 ? row_above_.data() : band + static_cast<std::size_t>(row - 1) * row_bytes_, spec_.type,
              above);
    std::byte* out = filtered.data();
    for (std::int64_t r = row; r < row + count; ++r, out += row_bytes_ + 1) {
      store_row(band + static_cast<std::size_t>(r) * row_bytes_, spec_.type, stored);
      *out = static_cast<std::byte>(filter);
      filter_row(filter, stored, above, layout_.pixel_bytes, out + 1);
      std::swap(stored, above);
    }
    return {deflate_part(filtered, level, place), filtered.size(), adler32_of(filtered)};
  }

  TemporaryFile& file_;
  const ImageSpec& spec_;
  const ImageLayout& layout_;
  std::size_t row_bytes_;
  std::vector<std::byte> row_above_;  // of the last band, as given; zeros before the first
  std::uint32_t sum_ = adler32_of({});
};

}  // namespace

std::unique_ptr<ImageSink> png_sink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout) {
  return std::make_unique<PngSink>(file, spec, layout);
}

}  // namespace orograph
