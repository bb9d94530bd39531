// SPDX-License-Identifier: MIT
#include "runtime/tiff_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/diagnostic.hpp"
#include "runtime/image_layout.hpp"

namespace orograph {
namespace {

static_assert(std::endian::native == std::endian::little, "files are read and written in the machine's byte order");

enum Tag : std::uint16_t { photometric = 262, extra_samples = 338, gdal_metadata = 42112 };
enum Type : std::uint16_t { ascii = 2, short_integer = 3 };
constexpr std::uint16_t min_is_black = 1;
constexpr std::uint16_t rgb = 2;
constexpr std::uint16_t big_tiff_version = 43;

struct Entry {
  std::uint16_t tag = 0;
  std::uint16_t type = 0;
  std::uint64_t count = 0;
  std::uint64_t value = 0;  // the bytes of the value, or its offset
};

// Little-endian integers of a file, one after the other.
class Bytes {
 public:
  template <typename Integer>
  void put(Integer value) {
    const auto old_size = bytes_.size();
    bytes_.resize(old_size + sizeof value);
    std::memcpy(bytes_.data() + old_size, &value, sizeof value);
  }
  std::span<const std::byte> all() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

class TiffDirectory {
 public:
  explicit TiffDirectory(TemporaryFile& file) : file_(file) {
    big_ = read<std::uint16_t>(2) == big_tiff_version;
    std::int64_t at = static_cast<std::int64_t>(read_offset(offset_position()));
    const std::uint64_t count = big_ ? read<std::uint64_t>(at) : read<std::uint16_t>(at);
    at += big_ ? 8 : 2;
    for (std::uint64_t i = 0; i < count; ++i) {
      Entry entry{read<std::uint16_t>(at), read<std::uint16_t>(at + 2), read_offset(at + 4),
                  read_offset(at + 4 + offset_size())};
      entries_.push_back(entry);
      at += 4 + 2 * offset_size();
    }
  }

  std::int64_t header_size() const { return offset_position() + offset_size(); }

  void remove(Tag tag) {
    std::erase_if(entries_, [&](const Entry& entry) { return entry.tag == tag; });
  }

  // Replaces or adds; values too long for the entry go to the end of the file.
  void set(Tag tag, Type type, std::uint64_t count, std::span<const std::byte> value) {
    remove(tag);
    Entry entry{tag, type, count, 0};
    if (static_cast<std::int64_t>(value.size()) <= offset_size()) {
      std::memcpy(&entry.value, value.data(), value.size());
    } else {
      entry.value = static_cast<std::uint64_t>(append(value));
    }
    const auto after = [](const Entry& left, const Entry& right) { return left.tag < right.tag; };
    entries_.insert(std::upper_bound(entries_.begin(), entries_.end(), entry, after), entry);
  }

  // Writes the directory to the end of the file and makes it the file's only one.
  void write() {
    Bytes bytes;
    big_ ? bytes.put(std::uint64_t{entries_.size()}) : bytes.put(static_cast<std::uint16_t>(entries_.size()));
    for (const Entry& entry : entries_) {
      bytes.put(entry.tag);
      bytes.put(entry.type);
      put_offset(bytes, entry.count);
      put_offset(bytes, entry.value);
    }
    put_offset(bytes, 0);
    Bytes start;
    put_offset(start, static_cast<std::uint64_t>(append(bytes.all())));
    file_.seek(offset_position());
    file_.write(start.all());
  }

 private:
  std::int64_t offset_size() const { return big_ ? 8 : 4; }
  std::int64_t offset_position() const { return big_ ? 8 : 4; }

  template <typename Integer>
  Integer read(std::int64_t offset) {
    Integer value{};
    if (!file_.read_at(offset, std::as_writable_bytes(std::span(&value, 1)))) {
      file_.throw_if_failed();
      throw SystemError(file_.failure_text("the encoder left no directory"));
    }
    return value;
  }
  std::uint64_t read_offset(std::int64_t at) { return big_ ? read<std::uint64_t>(at) : read<std::uint32_t>(at); }

  void put_offset(Bytes& bytes, std::uint64_t value) const {
    big_ ? bytes.put(value) : bytes.put(static_cast<std::uint32_t>(value));
  }

  std::int64_t append(std::span<const std::byte> bytes) {
    const std::int64_t offset = round_up(file_.size(), 8);
    file_.seek(file_.size());
    const std::byte padding[8] = {};
    file_.write(std::span(padding).first(static_cast<std::size_t>(offset - file_.position())));
    file_.write(bytes);
    return offset;
  }

  TemporaryFile& file_;
  bool big_ = false;
  std::vector<Entry> entries_;  // by tag
};

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

void blank(TemporaryFile& file, std::int64_t begin, std::int64_t end) {
  const std::vector<std::byte> zeros(static_cast<std::size_t>(std::max<std::int64_t>(0, end - begin)));
  file.seek(begin);
  file.write(zeros);
}

}  // namespace

void complete_tiff_directory(TemporaryFile& file, const ImageSpec& spec, std::int64_t preamble) {
  TiffDirectory directory(file);
  const bool colours = begins_with_rgb(spec.channels);
  const std::uint16_t interpretation = colours ? rgb : min_is_black;
  directory.set(photometric, short_integer, 1, std::as_bytes(std::span(&interpretation, 1)));
  const std::vector<std::uint16_t> unspecified(spec.channels.size() - (colours ? 3 : 1), 0);
  directory.remove(extra_samples);
  if (!unspecified.empty()) {
    directory.set(extra_samples, short_integer, unspecified.size(), std::as_bytes(std::span(unspecified)));
  }
  const std::string metadata = metadata_of(spec);
  directory.set(gdal_metadata, ascii, metadata.size() + 1,
                std::as_bytes(std::span(metadata.c_str(), metadata.size() + 1)));
  directory.write();
  blank(file, directory.header_size(), preamble);
}

}  // namespace orograph
