// SPDX-License-Identifier: MIT
#include "runtime/encoder_settings.hpp"

#include <fmt/format.h>

#include <string_view>

#include "runtime/image_description.hpp"

namespace orograph {
namespace {

void set_exr_attributes(EncoderSettings& out, const ImageSpec& spec) {
  constexpr int level = 4;
  const std::string compression(compression_of(spec));
  out.encoder = "openexr";
  // Zip mixes the bytes of a float: of noise it saves at most a tenth for many times the time. Who names zip gets it.
  if (spec.compression.empty() && spec.type != SampleType::f16) out.effort = Effort::where_it_pays;
  out.attributes.emplace_back(
      "compression", compression.starts_with("zip") ? fmt::format("{}:{}", compression, level) : compression);
  for (const auto& [name, value] : describe_as_pairs(spec)) out.attributes.emplace_back("orograph:" + name, value);
  out.attributes.emplace_back("software", software_of(spec));
}

void set_tiff_attributes(EncoderSettings& out, const ImageSpec& spec, const ImageLayout& layout) {
  constexpr int level = 4;  // 6, the usual one, takes 1.7 to 3 times as long for 1 to 7 % less: docs/files.md
  constexpr int horizontal_predictor = 2;
  constexpr int floating_point_predictor = 3;
  const std::string_view compression = compression_of(spec);
  const bool is_float = spec.type == SampleType::f32 || spec.type == SampleType::f16;
  out.encoder = "tiff";
  out.attributes.emplace_back("compression",
                              compression == "deflate" ? fmt::format("zip:{}", level) : std::string(compression));
  if (compression != "none") {
    out.attributes.emplace_back("tiff:Predictor", is_float ? floating_point_predictor : horizontal_predictor);
  }
  out.attributes.emplace_back("tiff:half", 1);  // else halves are widened to floats
  out.attributes.emplace_back("tiff:RowsPerStrip", static_cast<int>(layout.block_rows));
  if (layout.big_tiff) out.attributes.emplace_back("tiff:bigtiff", 1);
  out.attributes.emplace_back("tiff:write_exif", 0);
  out.attributes.emplace_back("ImageDescription", describe_as_json(spec));
  out.attributes.emplace_back("Software", software_of(spec));
}

}  // namespace

EncoderSettings encoder_settings(const std::filesystem::path& target, const ImageSpec& spec,
                                 const ImageLayout& layout) {
  EncoderSettings out;
  out.target = target.string();
  out.width = spec.width;
  out.height = spec.height;
  out.tile = spec.tile;
  out.type = spec.type;
  for (const std::size_t channel : layout.order) out.channels.push_back(spec.channels[channel]);
  out.attributes.emplace_back("oiio:UnassociatedAlpha", 1);
  // TIFF and EXR writers add the time of day unless the attribute is there; one that is no string they do not store.
  out.attributes.emplace_back("DateTime", 0);
  switch (spec.format) {
    case ImageFormat::exr:
      set_exr_attributes(out, spec);
      break;
    case ImageFormat::tiff:
      set_tiff_attributes(out, spec, layout);
      break;
    case ImageFormat::png:
    case ImageFormat::r16:
    case ImageFormat::r32:
      break;
  }
  return out;
}

}  // namespace orograph
