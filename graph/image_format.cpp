// SPDX-License-Identifier: MIT
// Endings to formats.
#include "graph/image_format.hpp"

#include <algorithm>

#include "graph/text.hpp"

namespace orograph {
namespace {

struct Ending {
  std::string_view text;
  ImageFormat format;
};
constexpr Ending endings[] = {{".exr", ImageFormat::exr}, {".tif", ImageFormat::tiff}, {".tiff", ImageFormat::tiff},
                              {".png", ImageFormat::png}, {".r16", ImageFormat::r16},  {".r32", ImageFormat::r32}};

const Ending* find_ending(std::string_view file) {
  const std::string folded = lower(file);
  const auto* it = std::ranges::find_if(endings, [&](const Ending& e) { return folded.ends_with(e.text); });
  return it == std::end(endings) ? nullptr : it;
}

}  // namespace

std::optional<ImageFormat> image_format_of(std::string_view file) {
  const Ending* ending = find_ending(file);
  return ending == nullptr ? std::nullopt : std::optional(ending->format);
}

std::string_view image_ending_of(std::string_view file) {
  const Ending* ending = find_ending(file);
  return ending == nullptr ? std::string_view() : ending->text;
}

std::vector<std::string_view> image_endings() {
  std::vector<std::string_view> texts;
  for (const Ending& ending : endings) texts.push_back(ending.text);
  return texts;
}

}  // namespace orograph
