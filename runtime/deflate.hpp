// SPDX-License-Identifier: MIT
// Deflate: bytes to zlib streams, whole or in parts that several threads compress. The only place that names zlib.
// Throws std::bad_alloc where zlib has no memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orograph {

// Where it pays: bytes that look like noise are stored as they are, eight thousand at a time.
enum class Effort { everywhere, where_it_pays };

// The zlib stream of `bytes`; empty when it would not be shorter than them.
std::vector<std::byte> zlib_stream(std::span<const std::byte> bytes, int level, Effort effort = Effort::everywhere);

// A part of a stream without its head and sum. It ends on a byte and refers to nothing before it, so parts follow one
// another as they are; the last one ends the stream.
enum class StreamPart { inner, last };
std::vector<std::byte> deflate_part(std::span<const std::byte> bytes, int level, StreamPart part);

// The first two bytes of a zlib stream, for levels 2 to 5 with a window of 32 KiB.
inline constexpr std::byte zlib_head[] = {std::byte{0x78}, std::byte{0x5e}};

// The sum at the end of a zlib stream; of no bytes it is 1.
std::uint32_t adler32_of(std::span<const std::byte> bytes);
// Of two parts one after the other.
std::uint32_t adler32_joined(std::uint32_t first, std::uint32_t second, std::size_t second_bytes);

// Continues a CRC-32; of no bytes it is 0.
std::uint32_t crc32_onto(std::uint32_t crc, std::span<const std::byte> bytes);

}  // namespace orograph
