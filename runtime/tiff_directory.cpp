// SPDX-License-Identifier: MIT
#include "runtime/tiff_directory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "runtime/image_layout.hpp"

namespace orograph {
namespace {

static_assert(std::endian::native == std::endian::little, "files are read and written in the machine's byte order");

enum Type : std::uint16_t { ascii = 2, short_integer = 3, long_integer = 4, long8_integer = 16 };
constexpr std::uint16_t classic_version = 42;
constexpr std::uint16_t big_version = 43;

std::size_t bytes_of(std::uint16_t type) {
  constexpr std::size_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
  return type < std::size(sizes) ? sizes[type] : 0;
}

std::span<const std::byte> part(std::span<const std::byte> bytes, std::uint64_t at, std::uint64_t size) {
  if (at > bytes.size() || size > bytes.size() - at) throw std::out_of_range("a TIFF file ends early");
  return bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
}

// The little-endian integer that `bytes` are.
std::uint64_t integer(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  return value;
}

void put(std::vector<std::byte>& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
}

std::int64_t append(TemporaryFile& file, std::span<const std::byte> bytes) {
  const std::int64_t offset = round_up(file.size(), 8);
  file.seek(file.size());
  const std::byte padding[8] = {};
  file.write(std::span(padding).first(static_cast<std::size_t>(offset - file.position())));
  file.write(bytes);
  return offset;
}

}  // namespace

TiffDirectory::TiffDirectory(std::span<const std::byte> file) {
  big_ = integer(part(file, 2, 2)) == big_version;
  std::uint64_t at = integer(part(file, offset_size(), offset_size()));
  const std::size_t count_size = big_ ? 8 : 2;
  const std::uint64_t count = integer(part(file, at, count_size));
  at += count_size;
  for (std::uint64_t i = 0; i < count; ++i, at += 4 + 2 * offset_size()) {
    Entry entry{static_cast<TiffTag>(integer(part(file, at, 2))),
                static_cast<std::uint16_t>(integer(part(file, at + 2, 2))),
                integer(part(file, at + 4, offset_size())),
                {}};
    const std::uint64_t place = at + 4 + offset_size();
    const std::uint64_t size = std::min<std::uint64_t>(entry.count, file.size()) * bytes_of(entry.type);
    const auto value = part(file, size <= offset_size() ? place : integer(part(file, place, offset_size())), size);
    entry.value.assign(value.begin(), value.end());
    entries_.push_back(std::move(entry));
  }
}

std::vector<std::uint64_t> TiffDirectory::integers(TiffTag tag) const {
  std::vector<std::uint64_t> values;
  for (const Entry& entry : entries_) {
    const std::size_t size = bytes_of(entry.type);
    for (std::size_t at = 0; entry.tag == tag && size > 0 && at + size <= entry.value.size(); at += size)
      values.push_back(integer(std::span(entry.value).subspan(at, size)));
  }
  return values;
}

void TiffDirectory::remove(TiffTag tag) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.tag == tag; });
}

void TiffDirectory::set(Entry entry) {
  remove(entry.tag);
  const auto after = [](const Entry& left, const Entry& right) { return left.tag < right.tag; };
  const auto place = std::upper_bound(entries_.begin(), entries_.end(), entry, after);
  entries_.insert(place, std::move(entry));
}

void TiffDirectory::set_shorts(TiffTag tag, std::span<const std::uint16_t> values) {
  const auto bytes = std::as_bytes(values);
  set({tag, short_integer, values.size(), {bytes.begin(), bytes.end()}});
}

void TiffDirectory::set_longs(TiffTag tag, std::span<const std::uint64_t> values) {
  Entry entry{tag, big_ ? long8_integer : long_integer, values.size(), {}};
  entry.value.reserve(values.size() * offset_size());
  for (const std::uint64_t value : values) put(entry.value, value, offset_size());
  set(std::move(entry));
}

void TiffDirectory::set_text(TiffTag tag, const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text.c_str(), text.size() + 1));
  set({tag, ascii, bytes.size(), {bytes.begin(), bytes.end()}});
}

std::vector<std::byte> TiffDirectory::header() const {
  std::vector<std::byte> bytes;
  put(bytes, 'I' | 'I' << 8, 2);
  put(bytes, big_ ? big_version : classic_version, 2);
  if (big_) put(bytes, 8, 4);  // bytes of an offset, and zeros
  put(bytes, 0, offset_size());
  return bytes;
}

void TiffDirectory::append_to(TemporaryFile& file) const {
  std::vector<std::byte> bytes;
  put(bytes, entries_.size(), big_ ? 8 : 2);
  for (const Entry& entry : entries_) {
    put(bytes, static_cast<std::uint16_t>(entry.tag), 2);
    put(bytes, entry.type, 2);
    put(bytes, entry.count, offset_size());
    const bool fits = entry.value.size() <= offset_size();
    put(bytes, fits ? integer(entry.value) : static_cast<std::uint64_t>(append(file, entry.value)), offset_size());
  }
  put(bytes, 0, offset_size());  // no other directory
  const std::int64_t place = append(file, bytes);
  file.seek(static_cast<std::int64_t>(offset_size()));
  std::vector<std::byte> start;
  put(start, static_cast<std::uint64_t>(place), offset_size());
  file.write(start);
}

}  // namespace orograph
