// SPDX-License-Identifier: MIT
#include "runtime/deflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace orograph {
namespace {

const Bytef* input_of(std::span<const std::byte> bytes) {
  return reinterpret_cast<const Bytef*>(bytes.data());
}

Bytef* output_of(std::vector<std::byte>& bytes) {
  return reinterpret_cast<Bytef*>(bytes.data());
}

// A z_stream with room for all that it makes of `most` bytes, so that every call does all it is asked for.
class Deflater {
 public:
  Deflater(int level, int window_bits, std::size_t most) : level_(level) {
    constexpr int usual_memory = 8;
    if (::deflateInit2(&stream_, level, Z_DEFLATED, window_bits, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
    constexpr std::size_t flush = 16;
    try {
      out_.resize(::deflateBound(&stream_, most) + flush);
    } catch (...) {
      ::deflateEnd(&stream_);
      throw;
    }
    stream_.next_out = output_of(out_);
    stream_.avail_out = static_cast<uInt>(out_.size());
  }
  ~Deflater() { ::deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  // Of the bytes added next.
  void set_level(int level) {
    if (level == level_) return;
    level_ = level;
    ::deflateParams(&stream_, level, Z_DEFAULT_STRATEGY);
  }

  void add(std::span<const std::byte> bytes, int flush) {
    stream_.next_in = const_cast<Bytef*>(input_of(bytes));  // zlib does not write there
    stream_.avail_in = static_cast<uInt>(bytes.size());
    ::deflate(&stream_, flush);
  }

  std::vector<std::byte> take() {
    out_.resize(stream_.total_out);
    return std::move(out_);
  }

 private:
  z_stream stream_{};
  int level_;
  std::vector<std::byte> out_;
};

// Whether bytes are about equally frequent and three of them hardly ever stand there again: neither codes of
// different lengths nor repetitions would shorten them. Looks at slices from all over them: an image's channels may
// take turns.
bool looks_like_noise(std::span<const std::byte> all) {
  constexpr std::size_t slices = 8, slice = 256;
  if (all.size() < slices * slice) return false;
  std::array<std::byte, slices * slice> bytes;
  const std::size_t step = ((all.size() - slice) / (slices - 1) - 1) | 1;  // odd: not that of the channels
  for (std::size_t i = 0; i < slices; ++i) std::copy_n(all.data() + i * step, slice, bytes.data() + i * slice);
  const std::size_t count = bytes.size();
  std::array<std::size_t, 256> frequency{};
  for (const std::byte byte : bytes) ++frequency[std::to_integer<std::size_t>(byte)];
  const auto three_at = [&](std::size_t i) {
    return std::to_integer<std::uint32_t>(bytes[i]) | std::to_integer<std::uint32_t>(bytes[i + 1]) << 8 |
           std::to_integer<std::uint32_t>(bytes[i + 2]) << 16;
  };
  std::array<std::uint16_t, 4096> places{};  // behind the first of the last three with this hash; 0: none
  std::size_t repeated = 0;
  for (std::size_t i = 0; i + 2 < count; ++i) {
    const std::uint32_t three = three_at(i);
    std::uint16_t& place = places[three * 2654435761U >> 20];
    repeated += place != 0 && three_at(place - std::size_t{1}) == three ? 1U : 0U;
    place = static_cast<std::uint16_t>(i + 1);
  }
  // Where all bytes are equally frequent, one pair in 256 is of equal ones.
  std::size_t equal_pairs = 0;
  for (const std::size_t f : frequency) equal_pairs += f * f - f;
  return 10 * 256 * equal_pairs < 12 * count * count && 50 * repeated < count;
}

}  // namespace

std::vector<std::byte> zlib_stream(std::span<const std::byte> bytes, int level, Effort effort) {
  constexpr std::size_t segment = 8192;
  constexpr std::size_t change = 16;  // more bytes at most for storing what comes next, or compressing it again
  Deflater deflater(level, MAX_WBITS, bytes.size() + (bytes.size() / segment + 1) * change);
  if (effort == Effort::everywhere) {
    deflater.add(bytes, Z_FINISH);
  } else {
    for (std::size_t at = 0; at < bytes.size(); at += segment) {
      const auto next = bytes.subspan(at, std::min(segment, bytes.size() - at));
      deflater.set_level(looks_like_noise(next) ? Z_NO_COMPRESSION : level);
      deflater.add(next, at + next.size() == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
    }
  }
  std::vector<std::byte> stream = deflater.take();
  if (stream.size() >= bytes.size()) stream.clear();
  return stream;
}

std::vector<std::byte> deflate_part(std::span<const std::byte> bytes, int level, StreamPart part) {
  constexpr int without_head = -MAX_WBITS;
  Deflater deflater(level, without_head, bytes.size());
  deflater.add(bytes, part == StreamPart::last ? Z_FINISH : Z_SYNC_FLUSH);
  return deflater.take();
}

std::uint32_t adler32_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(::adler32_z(1, input_of(bytes), bytes.size()));
}

std::uint32_t adler32_joined(std::uint32_t first, std::uint32_t second, std::size_t second_bytes) {
  return static_cast<std::uint32_t>(::adler32_combine(first, second, static_cast<z_off_t>(second_bytes)));
}

std::uint32_t crc32_onto(std::uint32_t crc, std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(::crc32_z(crc, input_of(bytes), bytes.size()));
}

}  // namespace orograph
