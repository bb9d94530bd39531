// SPDX-License-Identifier: MIT
// Streams bands of rows through OpenImageIO, or as they are, into a TemporaryFile. Samples are stored as computed: no
// colour tag, no conversion of alpha, no time stamp, so that equal pixels make equal files.
#include "runtime/image_writer.hpp"

#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imageio.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <thread>

#include "graph/diagnostic.hpp"
#include "runtime/image_description.hpp"
#include "runtime/image_layout.hpp"
#include "runtime/sample_encoder.hpp"
#include "runtime/temporary_file.hpp"
#include "runtime/tiff_directory.hpp"

namespace orograph {
namespace {

// Where whole bands of encoded pixels go, top to bottom.
class BandSink {
 public:
  BandSink() = default;
  BandSink(const BandSink&) = delete;
  BandSink& operator=(const BandSink&) = delete;
  virtual ~BandSink() = default;
  virtual void write(const std::byte* pixels, std::int64_t first_row, std::int64_t rows) = 0;
  virtual void close() = 0;
};

// .r16, .r32: the samples, little-endian, and nothing else.
class RawSink final : public BandSink {
 public:
  RawSink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout)
      : file_(file), row_bytes_(static_cast<std::size_t>(spec.width) * layout.pixel_bytes) {
    static_assert(std::endian::native == std::endian::little, "the samples of raw files are little-endian");
  }
  void write(const std::byte* pixels, std::int64_t, std::int64_t rows) override {
    file_.write({pixels, static_cast<std::size_t>(rows) * row_bytes_});
    file_.throw_if_failed();
  }
  void close() override {}

 private:
  TemporaryFile& file_;
  std::size_t row_bytes_;
};

class FileProxy final : public OIIO::Filesystem::IOProxy {
 public:
  explicit FileProxy(TemporaryFile& file) : IOProxy(file.target().string(), Write), file_(file) {}
  const char* proxytype() const override { return "orograph"; }
  std::int64_t tell() override { return file_.position(); }
  bool seek(std::int64_t offset) override {
    file_.seek(offset);
    return true;
  }
  std::size_t write(const void* bytes, std::size_t size) override {
    return file_.write({static_cast<const std::byte*>(bytes), size}) ? size : 0;
  }
  std::size_t size() const override { return static_cast<std::size_t>(file_.size()); }

 private:
  TemporaryFile& file_;
};

OIIO::TypeDesc type_of(PixelType type) {
  switch (type) {
    case PixelType::f32:
      return OIIO::TypeDesc::FLOAT;
    case PixelType::f16:
      return OIIO::TypeDesc::HALF;
    case PixelType::u8:
      return OIIO::TypeDesc::UINT8;
    case PixelType::u16:
      return OIIO::TypeDesc::UINT16;
    case PixelType::u32:
      return OIIO::TypeDesc::UINT32;
  }
  return OIIO::TypeDesc::UNKNOWN;
}

void set_exr_attributes(OIIO::ImageSpec& out, const ImageSpec& spec) {
  constexpr int level = 4;
  const std::string compression(compression_of(spec));
  out.attribute("compression",
                compression.starts_with("zip") ? fmt::format("{}:{}", compression, level) : compression);
  for (const auto& [name, value] : describe_as_pairs(spec)) out.attribute("orograph:" + name, value);
  out.attribute("software", software_of(spec));
}

void set_tiff_attributes(OIIO::ImageSpec& out, const ImageSpec& spec, const ImageLayout& layout) {
  constexpr int level = 6;
  constexpr int horizontal_predictor = 2;
  constexpr int floating_point_predictor = 3;
  constexpr std::int64_t classic_limit = 3'900'000'000;  // of 2^32 bytes, less what incompressible data and tags add
  const std::string_view compression = compression_of(spec);
  const bool is_float = spec.type == PixelType::f32 || spec.type == PixelType::f16;
  out.attribute("compression", compression == "deflate" ? fmt::format("zip:{}", level) : std::string(compression));
  if (compression != "none") {
    out.attribute("tiff:Predictor", is_float ? floating_point_predictor : horizontal_predictor);
  }
  out.attribute("tiff:half", 1);  // else halves are widened to floats
  out.attribute("tiff:RowsPerStrip", static_cast<int>(layout.block_rows));
  if (spec.width * spec.height > classic_limit / static_cast<std::int64_t>(layout.pixel_bytes)) {
    out.attribute("tiff:bigtiff", 1);
  }
  out.attribute("tiff:write_exif", 0);
  out.attribute("ImageDescription", describe_as_json(spec));
  out.attribute("Software", software_of(spec));
}

void set_png_attributes(OIIO::ImageSpec& out, const ImageSpec& spec) {
  constexpr int level = 4;
  constexpr int paeth_filter = 0x80;  // PNG_FILTER_PAETH
  out.attribute("png:compressionLevel", level);
  out.attribute("png:filter", paeth_filter);
  out.attribute("Software", software_of(spec));
}

OIIO::ImageSpec oiio_spec(const ImageSpec& spec, const ImageLayout& layout) {
  OIIO::ImageSpec out(static_cast<int>(spec.width), static_cast<int>(spec.height),
                      static_cast<int>(spec.channels.size()), type_of(spec.type));
  for (std::size_t c = 0; c < layout.order.size(); ++c) out.channelnames[c] = spec.channels[layout.order[c]];
  out.alpha_channel = -1;
  out.z_channel = -1;
  out.tile_width = out.tile_height = static_cast<int>(spec.tile);
  out.attribute("oiio:UnassociatedAlpha", 1);
  // TIFF and EXR writers add the time of day unless the attribute is there; one that is no string they do not store.
  out.attribute("DateTime", 0);
  switch (spec.format) {
    case ImageFormat::exr:
      set_exr_attributes(out, spec);
      break;
    case ImageFormat::tiff:
      set_tiff_attributes(out, spec, layout);
      break;
    case ImageFormat::png:
      set_png_attributes(out, spec);
      break;
    default:
      break;
  }
  return out;
}

std::string_view encoder_of(ImageFormat format) {
  switch (format) {
    case ImageFormat::exr:
      return "openexr";
    case ImageFormat::tiff:
      return "tiff";
    default:
      return "png";
  }
}

class EncoderSink final : public BandSink {
 public:
  EncoderSink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout)
      : file_(file),
        image_(spec),
        proxy_(file),
        spec_(oiio_spec(spec, layout)),
        row_pixels_(static_cast<int>(layout.row_pixels)) {
    configure_library(spec.threads);
    output_ = OIIO::ImageOutput::create(std::string(encoder_of(spec.format)));
    if (!output_) throw SystemError(file_.failure_text(OIIO::geterror()));
    output_->threads(spec.threads);
    OIIO::Filesystem::IOProxy* proxy = &proxy_;
    spec_.attribute("oiio:ioproxy", OIIO::TypeDesc::PTR, &proxy);
    check(output_->open(file_.target().string(), spec_));
    preamble_ = file_.size();
  }

  void write(const std::byte* pixels, std::int64_t first_row, std::int64_t rows) override {
    const int begin = static_cast<int>(first_row);
    const int end = static_cast<int>(first_row + rows);
    check(spec_.tile_width == 0 ? output_->write_scanlines(begin, end, 0, spec_.format, pixels)
                                : output_->write_tiles(0, row_pixels_, begin, end, 0, 1, spec_.format, pixels));
  }

  void close() override {
    check(output_->close());
    if (image_.format == ImageFormat::tiff) complete_tiff_directory(file_, image_, preamble_);
  }

 private:
  // OpenImageIO's settings belong to the process. It would report attributes that a format does not store on stderr.
  static void configure_library(int threads) {
    const int count = threads > 0 ? threads : static_cast<int>(std::thread::hardware_concurrency());
    OIIO::attribute("debug", 0);
    OIIO::attribute("threads", count);
    OIIO::attribute("exr_threads", count == 1 ? -1 : count);
  }

  // The disk's reason, where there is one, says more than the encoder's.
  void check(bool ok) const {
    const std::string reason = output_->geterror();
    file_.throw_if_failed();
    if (!ok) throw SystemError(file_.failure_text(reason.empty() ? "the encoder failed" : reason));
  }

  TemporaryFile& file_;
  const ImageSpec& image_;
  FileProxy proxy_;
  OIIO::ImageSpec spec_;
  int row_pixels_;
  std::int64_t preamble_ = 0;                  // bytes before the first pixel
  std::unique_ptr<OIIO::ImageOutput> output_;  // last: its destruction still writes
};

std::unique_ptr<BandSink> open_sink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout) {
  if (spec.format == ImageFormat::r16 || spec.format == ImageFormat::r32) {
    return std::make_unique<RawSink>(file, spec, layout);
  }
  return std::make_unique<EncoderSink>(file, spec, layout);
}

ImageSpec checked(ImageSpec spec) {
  const auto problems = check_image_spec(spec);
  if (!problems.empty()) throw InternalError("an image that was not checked: " + problems.front().message);
  return spec;
}

}  // namespace

struct ImageWriter::State {
  State(std::filesystem::path target, ImageSpec unchecked)
      : spec(checked(std::move(unchecked))),
        layout(layout_of(spec)),
        encoder(spec, layout),
        row_bytes(static_cast<std::size_t>(layout.row_pixels) * layout.pixel_bytes),
        band(row_bytes * static_cast<std::size_t>(layout.band_rows)),
        file(std::move(target)) {}

  void add_row(std::span<const float* const> channels) {
    encoder.encode_row(channels, band.data() + static_cast<std::size_t>(band_filled) * row_bytes);
    ++band_filled;
    if (band_filled == layout.band_rows || written + band_filled == spec.height) flush_band();
  }

  void flush_band() {
    std::int64_t rows = band_filled;
    if (layout.whole_tiles) {
      rows = round_up(rows, layout.block_rows);
      std::fill(band.begin() + static_cast<std::ptrdiff_t>(row_bytes) * band_filled, band.end(), std::byte{0});
    }
    if (!sink) sink = open_sink(file, spec, layout);
    sink->write(band.data(), written, rows);
    written += band_filled;
    band_filled = 0;
  }

  ImageSpec spec;
  ImageLayout layout;
  SampleEncoder encoder;
  std::size_t row_bytes;
  std::vector<std::byte> band;   // rows encoded and not yet handed to the sink
  std::int64_t band_filled = 0;  // rows
  std::int64_t written = 0;      // rows handed to the sink
  bool completed = false;
  bool finished = false;
  TemporaryFile file;
  // Opened with the first band: libpng complains on stderr about a file that ends before its first pixel. Stands
  // after `file`, which it writes to even while it is destroyed.
  std::unique_ptr<BandSink> sink;
};

ImageWriter::ImageWriter(std::filesystem::path target, ImageSpec spec)
    : state_(std::make_unique<State>(std::move(target), std::move(spec))) {}

ImageWriter::~ImageWriter() = default;

void ImageWriter::write_rows(std::span<const float* const> channels, std::int64_t rows, std::int64_t stride) {
  State& state = *state_;
  if (channels.size() != state.spec.channels.size() || stride < state.spec.width ||
      rows > state.spec.height - state.written - state.band_filled || state.completed) {
    throw InternalError("rows that do not fit the image");
  }
  std::vector<const float*> row(channels.begin(), channels.end());
  for (std::int64_t y = 0; y < rows; ++y) {
    state.add_row(row);
    for (const float*& pointer : row) pointer += stride;
  }
}

void ImageWriter::complete() {
  State& state = *state_;
  if (state.written != state.spec.height || state.completed)
    throw InternalError("an image completed too early or twice");
  state.sink->close();
  state.file.complete();
  state.completed = true;
}

void ImageWriter::finish() {
  State& state = *state_;
  if (state.finished) throw InternalError("an image finished twice");
  if (!state.completed) complete();
  state.file.commit();
  state.finished = true;
}

std::int64_t ImageWriter::preferred_rows() const {
  return state_->layout.block_rows;
}

std::span<const Quantized> ImageWriter::quantized() const {
  return state_->encoder.quantized();
}

const std::filesystem::path& ImageWriter::target() const {
  return state_->file.target();
}

void remove_unfinished_files() {
  remove_temporary_files();
}

}  // namespace orograph
