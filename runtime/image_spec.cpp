// SPDX-License-Identifier: MIT
// What each image format can hold, and what is wrong with an ImageSpec that asks for more. Every problem of a spec is
// found at once, each tied to the recipe key that causes it.
#include "runtime/image_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "graph/diagnostic.hpp"
#include "runtime/image_layout.hpp"

namespace orograph {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view exr_compressions[] = {"zip", "zips", "piz", "rle", "none"};
constexpr std::string_view tiff_compressions[] = {"deflate", "lzw", "none"};
constexpr std::string_view png_compressions[] = {"deflate"};
constexpr std::string_view raw_compressions[] = {"none"};
constexpr std::string_view lossy_compressions[] = {"pxr24", "b44", "b44a", "dwaa", "dwab", "jpeg"};

constexpr SampleType exr_types[] = {SampleType::f32, SampleType::f16, SampleType::u32};
constexpr SampleType tiff_types[] = {SampleType::f32, SampleType::f16, SampleType::u8, SampleType::u16,
                                     SampleType::u32};
constexpr SampleType png_types[] = {SampleType::u16, SampleType::u8};
constexpr SampleType r16_types[] = {SampleType::u16};
constexpr SampleType r32_types[] = {SampleType::f32, SampleType::u32};

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();

struct FormatLimits {
  std::string_view name;
  std::span<const SampleType> types;
  Words compressions;
  bool tiles = false;
  std::size_t channels = 0;
  std::int64_t side = 0;  // pixels
};

const FormatLimits& limits_of(ImageFormat format) {
  static const FormatLimits exr{"EXR", exr_types, exr_compressions, true, 4096, int_max / 2 - 1};  // as its library
  static const FormatLimits tiff{"TIFF", tiff_types, tiff_compressions, true, 4096, int_max};
  // libpng, which nearly every reader uses, refuses longer sides than a million.
  static const FormatLimits png{"PNG", png_types, png_compressions, false, 4, 1'000'000};
  static const FormatLimits r16{".r16", r16_types, raw_compressions, false, 1, int_max};
  static const FormatLimits r32{".r32", r32_types, raw_compressions, false, 1, int_max};
  switch (format) {
    case ImageFormat::exr:
      return exr;
    case ImageFormat::tiff:
      return tiff;
    case ImageFormat::png:
      return png;
    case ImageFormat::r16:
      return r16;
    case ImageFormat::r32:
      return r32;
  }
  throw InternalError("an image format without limits");
}

bool is_float(SampleType type) {
  return type == SampleType::f32 || type == SampleType::f16;
}

bool contains(Words words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "'type: float', 'type: half' or 'type: uint32'"
std::string choices_of(std::span<const SampleType> types) {
  std::string choices;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i > 0) choices += i + 1 < types.size() ? ", " : " or ";
    choices += fmt::format("'type: {}'", sample_type_name(types[i]));
  }
  return choices;
}

class SpecCheck {
 public:
  explicit SpecCheck(const ImageSpec& spec) : spec_(spec), limits_(limits_of(spec.format)) {}

  std::vector<ImageSpecProblem> run() {
    check_type();
    check_channels();
    check_range();
    check_precision();
    check_compression();
    check_tile();
    check_size();
    if (problems_.empty()) check_block();
    return std::move(problems_);
  }

 private:
  void problem(std::string field, std::string message, std::string help) {
    problems_.push_back({std::move(field), std::move(message), std::move(help)});
  }

  void check_type() {
    if (std::find(limits_.types.begin(), limits_.types.end(), spec_.type) != limits_.types.end()) return;
    problem("type", fmt::format("{} files cannot hold {} samples", limits_.name, sample_type_name(spec_.type)),
            fmt::format("write {}; {}", choices_of(limits_.types), formats_for_type()));
  }

  std::string formats_for_type() const {
    std::vector<std::string_view> names;
    for (const std::string_view ending : image_endings()) {
      const auto types = limits_of(*image_format_of(ending)).types;
      if (std::find(types.begin(), types.end(), spec_.type) != types.end()) names.push_back(ending);
    }
    return fmt::format("{} samples go into {}", sample_type_name(spec_.type), fmt::join(names, ", "));
  }

  void check_channels() {
    const auto& channels = spec_.channels;
    if (channels.empty()) return problem("channels", "an image needs a channel", "write 'channels: {height: NODE}'");
    if (channels.size() > limits_.channels)
      return problem("channels",
                     fmt::format("{} files hold at most {} channel{}, not {}", limits_.name, limits_.channels,
                                 limits_.channels == 1 ? "" : "s", channels.size()),
                     limits_.channels == 1 ? "write one file a channel, or a .exr or .tif with all of them"
                                           : "split them between several files");
    for (std::size_t c = 0; c < channels.size(); ++c) check_channel_name(c);
    if (spec_.format == ImageFormat::png && png_channel_order(channels).empty()) {
      return problem("channels", fmt::format("PNG files cannot hold the channels {}", fmt::join(channels, ", ")),
                     "name them Y (grey), or Y and A, or R, G and B, or R, G, B and A; "
                     ".exr and .tif hold any channels");
    }
  }

  void check_channel_name(std::size_t c) {
    const std::string& name = spec_.channels[c];
    if (!names_.insert(name).second) {
      problem("channels", fmt::format("two channels are named '{}'", name), "give each its own name");
    }
    if (name.empty()) problem("channels", "a channel has an empty name", "name it, as in 'height'");
    constexpr std::size_t longest = 255;
    if (name.size() > longest || name.find('\0') != std::string::npos) {
      problem("channels", fmt::format("'{}...' cannot be a channel's name", name.substr(0, 32)),
              fmt::format("names have at most {} bytes, none of them 0", longest));
    }
  }

  void check_range() {
    if (is_float(spec_.type)) {
      if (spec_.range) {
        problem("range", fmt::format("{} samples hold real values and take no range", sample_type_name(spec_.type)),
                "remove 'range', or choose an integer type");
      }
      return;
    }
    const std::string meaning =
        fmt::format("write 'range: [LO, HI]', the values that codes 0 and {} stand for", highest_code(spec_.type));
    if (!spec_.range)
      return problem("range", fmt::format("{} samples need a range", sample_type_name(spec_.type)), meaning);
    const auto [lo, hi] = *spec_.range;
    if (!std::isfinite(lo) || !std::isfinite(hi) || !std::isfinite(hi - lo)) {
      problem("range", fmt::format("the range [{}, {}] is not finite, or too wide", lo, hi), meaning);
    } else if (lo == hi) {
      problem("range", fmt::format("the range [{}, {}] is empty", lo, hi), meaning);
    }
  }

  void check_precision() {
    const bool rounds = std::ranges::any_of(spec_.steps, [](float step) { return step != 0; });
    if (!rounds || is_float(spec_.type)) return;
    problem("precision",
            fmt::format("{} samples are as fine as their range makes them, and take no precision",
                        sample_type_name(spec_.type)),
            std::ranges::any_of(limits_.types, is_float)
                ? "remove 'precision', or choose 'type: float' or 'type: half'"
                : "remove 'precision'; float samples, of .exr and .tif, take one");
  }

  void check_compression() {
    const std::string& word = spec_.compression;
    if (word.empty() || contains(limits_.compressions, word)) return;
    if (is_float(spec_.type) && contains(lossy_compressions, word)) {
      return problem("compression", fmt::format("compression '{}' loses precision: heights would not be exact", word),
                     fmt::format("lossless ones of {}: {}", limits_.name, fmt::join(limits_.compressions, ", ")));
    }
    problem("compression", fmt::format("unknown compression '{}' of {} files", word, limits_.name),
            suggest(word, limits_.compressions));
  }

  void check_tile() {
    if (spec_.tile == 0) return;
    if (!limits_.tiles) {
      return problem("tile", fmt::format("{} files have no tiles", limits_.name),
                     "remove 'tile'; .exr and .tif have them");
    }
    constexpr std::int64_t step = 16;
    constexpr std::int64_t largest = 65536;
    if (spec_.tile > 0 && spec_.tile <= largest && spec_.tile % step == 0) return;
    const std::int64_t near = std::clamp((spec_.tile / step) * step, step, largest);
    problem("tile",
            fmt::format("the tile side {} is not a multiple of {} from {} to {}", spec_.tile, step, step, largest),
            fmt::format("write 'tile: {}'", near));
  }

  void check_size() {
    if (spec_.width < 1 || spec_.height < 1) {
      problem("file", fmt::format("an image of {} x {} pixels has no pixels", spec_.width, spec_.height),
              "both sides are at least 1");
    } else if (std::max(spec_.width, spec_.height) > limits_.side) {
      problem("file",
              fmt::format("an image of {} x {} pixels is too large: {} files have at most {} a side", spec_.width,
                          spec_.height, limits_.name, limits_.side),
              "render it in several windows");
    }
  }

  // The encoders count the bytes of a block in 31 bits.
  void check_block() {
    const std::int64_t widest = int_max / static_cast<std::int64_t>(spec_.channels.size() * sample_bytes(spec_.type));
    const std::int64_t across = spec_.tile > 0 ? spec_.tile : spec_.width;
    if (across <= widest && block_bytes(spec_) <= int_max) return;
    problem(
        spec_.tile > 0 ? "tile" : "file",
        fmt::format("a block of this {} file would have more than 2 GiB", limits_.name),
        spec_.tile > 0 ? "choose a smaller tile or fewer channels" : "write fewer channels, or tiles: 'tile: 256'");
  }

  const ImageSpec& spec_;
  const FormatLimits& limits_;
  std::unordered_set<std::string_view> names_;  // of the channels so far
  std::vector<ImageSpecProblem> problems_;
};

}  // namespace

std::span<const std::string_view> compressions_of(ImageFormat format) {
  return limits_of(format).compressions;
}

std::span<const SampleType> sample_types_of(ImageFormat format) {
  return limits_of(format).types;
}

std::vector<ImageSpecProblem> check_image_spec(const ImageSpec& spec) {
  return SpecCheck(spec).run();
}

}  // namespace orograph
