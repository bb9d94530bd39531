// SPDX-License-Identifier: MIT
// Streams, whole, with noise stored, or joined from parts, are what zlib reads.
#include "runtime/deflate.hpp"

#include <zlib.h>

#include <catch2/catch.hpp>
#include <iterator>
#include <random>

namespace orograph {
namespace {

using Bytes = std::vector<std::byte>;

Bytes noise(std::size_t count) {
  std::mt19937 random(1);
  std::uniform_int_distribution<unsigned> byte(0, 255);
  Bytes bytes(count);
  for (std::byte& b : bytes) b = std::byte(byte(random));
  return bytes;
}

// Rows of noise and of a ramp by turns.
Bytes mixed(std::size_t count, std::size_t row = 50'000) {
  Bytes bytes = noise(count);
  for (std::size_t i = 0; i < count; ++i)
    if (i / row % 2 == 1) bytes[i] = std::byte(i / 100 % 256);
  return bytes;
}

Bytes inflated(const Bytes& stream, std::size_t count) {
  Bytes bytes(count + 1);
  uLongf size = bytes.size();
  REQUIRE(::uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(stream.data()),
                       stream.size()) == Z_OK);
  bytes.resize(size);
  return bytes;
}

}  // namespace

TEST_CASE("deflate: whatever is stored or compressed reads back", "[deflate]") {
  for (const std::size_t count : std::vector<std::size_t>{1, 2, 255, 257, 8191, 8192, 8193, 300'001})
    for (const Effort effort : {Effort::everywhere, Effort::where_it_pays})
      for (const Bytes& bytes : {noise(count), mixed(count), Bytes(count)}) {
        const Bytes stream = zlib_stream(bytes, 4, effort);
        CHECK(stream.size() < count);
        if (!stream.empty()) CHECK(inflated(stream, count) == bytes);
      }
}

TEST_CASE("deflate: where it pays, noise takes no more than its own size and the rest shrinks as usual",
          "[deflate]") {
  constexpr std::size_t count = 400'000;
  CHECK(zlib_stream(noise(count), 4, Effort::where_it_pays).empty());
  const std::size_t usual = zlib_stream(mixed(count), 4).size();
  CHECK(zlib_stream(mixed(count), 4, Effort::where_it_pays).size() < usual + usual / 10);
  // Rows of channels: what is compressed together has some of each, wherever it begins.
  for (const std::size_t row : std::vector<std::size_t>{256, 512, 1024, 2048, 4096}) {
    CAPTURE(row);
    const Bytes bytes = mixed(count, row);
    CHECK(zlib_stream(bytes, 4, Effort::where_it_pays) == zlib_stream(bytes, 4));
  }
  CHECK(zlib_stream(Bytes(count), 4, Effort::where_it_pays) == zlib_stream(Bytes(count), 4));
}

TEST_CASE("deflate: parts join to one stream", "[deflate]") {
  const Bytes bytes = mixed(150'000);
  Bytes stream(std::begin(zlib_head), std::end(zlib_head));
  std::uint32_t sum = adler32_of({});
  for (std::size_t at = 0; at < bytes.size(); at += 40'000) {
    const auto piece = std::span(bytes).subspan(at, std::min<std::size_t>(40'000, bytes.size() - at));
    const bool last = at + piece.size() == bytes.size();
    const Bytes part = deflate_part(piece, 4, last ? StreamPart::last : StreamPart::inner);
    stream.insert(stream.end(), part.begin(), part.end());
    sum = adler32_joined(sum, adler32_of(piece), piece.size());
  }
  CHECK(sum == adler32_of(bytes));
  for (const int shift : {24, 16, 8, 0}) stream.push_back(std::byte(sum >> shift & 0xff));
  CHECK(inflated(stream, bytes.size()) == bytes);
}

}  // namespace orograph
