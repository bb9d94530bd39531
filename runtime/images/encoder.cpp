// SPDX-License-Identifier: MIT
// The module of image encoders: the only file that names OpenImageIO, whose 260 libraries take longer to load than
// most commands to run. Samples are stored as computed: no colour tag, no conversion of alpha, no time stamp, so that
// equal pixels make equal files.
#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imageio.h>

#include <mutex>

#include "graph/version.hpp"
#include "runtime/image_encoder.hpp"

namespace orograph {
namespace {

class SinkProxy final : public OIIO::Filesystem::IOProxy {
 public:
  SinkProxy(ByteSink& sink, const std::string& target) : IOProxy(target, Write), sink_(sink) {}
  const char* proxytype() const override { return "orograph"; }
  std::int64_t tell() override { return sink_.position(); }
  bool seek(std::int64_t offset) override {
    sink_.seek(offset);
    return true;
  }
  std::size_t write(const void* bytes, std::size_t size) override {
    return sink_.write({static_cast<const std::byte*>(bytes), size}) ? size : 0;
  }
  std::size_t size() const override { return static_cast<std::size_t>(sink_.size()); }

 private:
  ByteSink& sink_;
};

OIIO::TypeDesc type_of(SampleType type) {
  switch (type) {
    case SampleType::f32:
      return OIIO::TypeDesc::FLOAT;
    case SampleType::f16:
      return OIIO::TypeDesc::HALF;
    case SampleType::u8:
      return OIIO::TypeDesc::UINT8;
    case SampleType::u16:
      return OIIO::TypeDesc::UINT16;
    case SampleType::u32:
      return OIIO::TypeDesc::UINT32;
  }
  return OIIO::TypeDesc::UNKNOWN;
}

OIIO::ImageSpec oiio_spec(const EncoderSettings& settings) {
  OIIO::ImageSpec out(static_cast<int>(settings.width), static_cast<int>(settings.height),
                      static_cast<int>(settings.channels.size()), type_of(settings.type));
  out.channelnames = settings.channels;
  out.alpha_channel = -1;
  out.z_channel = -1;
  out.tile_width = out.tile_height = static_cast<int>(settings.tile);
  for (const auto& [name, value] : settings.attributes) {
    std::visit([&](const auto& given) { out.attribute(name, given); }, value);
  }
  return out;
}

// OpenImageIO's settings belong to the process. No threads of its own: whoever calls encodes several images at once.
// It would report attributes that a format does not store on stderr.
void configure_library() {
  static std::once_flag once;
  std::call_once(once, [] {
    constexpr int none = -1;
    OIIO::attribute("debug", 0);
    OIIO::attribute("threads", 1);
    OIIO::attribute("exr_threads", none);
  });
}

class OpenImageIOEncoder final : public ImageEncoder {
 public:
  OpenImageIOEncoder(ByteSink& sink, const EncoderSettings& settings)
      : proxy_(sink, settings.target),
        spec_(oiio_spec(settings)),
        output_(OIIO::ImageOutput::create(settings.encoder)) {}

  bool open(const EncoderSettings& settings) {
    if (!output_) return false;
    output_->threads(1);
    OIIO::Filesystem::IOProxy* proxy = &proxy_;
    spec_.attribute("oiio:ioproxy", OIIO::TypeDesc::PTR, &proxy);
    return output_->open(settings.target, spec_);
  }

  bool write(const std::byte* pixels, std::size_t row_bytes, std::int64_t first_row, std::int64_t rows) override {
    const int begin = static_cast<int>(first_row);
    const int end = static_cast<int>(first_row + rows);
    const auto stride = static_cast<OIIO::stride_t>(row_bytes);
    constexpr OIIO::stride_t packed = OIIO::AutoStride;
    return spec_.tile_width == 0
               ? output_->write_scanlines(begin, end, 0, spec_.format, pixels, packed, stride)
               : output_->write_tiles(0, spec_.width, begin, end, 0, 1, spec_.format, pixels, packed, stride);
  }

  bool close() override { return output_->close(); }

  std::string take_error() override { return output_ ? output_->geterror() : OIIO::geterror(); }

 private:
  SinkProxy proxy_;
  OIIO::ImageSpec spec_;
  std::unique_ptr<OIIO::ImageOutput> output_;  // last: its destruction still writes
};

std::unique_ptr<ImageEncoder> open_encoder(ByteSink& sink, const EncoderSettings& settings, std::string& error) {
  configure_library();
  auto encoder = std::make_unique<OpenImageIOEncoder>(sink, settings);
  if (encoder->open(settings)) return encoder;
  error = encoder->take_error();
  return nullptr;
}

}  // namespace
}  // namespace orograph

extern "C" __attribute__((visibility("default")))
const orograph::ImageModule orograph_image_module{orograph::version, orograph::open_encoder};
