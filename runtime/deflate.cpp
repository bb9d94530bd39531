// SPDX-License-Identifier: MIT
#include "runtime/deflate.hpp"

#include <zlib.h>

#include <new>

namespace orograph {
namespace {

const Bytef* input_of(std::span<const std::byte> bytes) {
  return reinterpret_cast<const Bytef*>(bytes.data());
}

Bytef* output_of(std::vector<std::byte>& bytes) {
  return reinterpret_cast<Bytef*>(bytes.data());
}

}  // namespace

std::vector<std::byte> zlib_stream(std::span<const std::byte> bytes, int level) {
  std::vector<std::byte> stream(::compressBound(bytes.size()));
  uLongf size = stream.size();
  if (::compress2(output_of(stream), &size, input_of(bytes), bytes.size(), level) != Z_OK) throw std::bad_alloc();
  stream.resize(size < bytes.size() ? size : 0);
  return stream;
}

std::vector<std::byte> deflate_part(std::span<const std::byte> bytes, int level, StreamPart part) {
  constexpr int without_head = -MAX_WBITS, usual_memory = 8, flush_bytes = 16;
  z_stream stream{};
  if (::deflateInit2(&stream, level, Z_DEFLATED, without_head, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::vector<std::byte> out;
  try {
    out.resize(::deflateBound(&stream, bytes.size()) + flush_bytes);
  } catch (...) {
    ::deflateEnd(&stream);
    throw;
  }
  stream.next_in = const_cast<Bytef*>(input_of(bytes));  // zlib does not write there
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = output_of(out);
  stream.avail_out = static_cast<uInt>(out.size());
  ::deflate(&stream, part == StreamPart::last ? Z_FINISH : Z_SYNC_FLUSH);  // with room for all, one call does it
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
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
