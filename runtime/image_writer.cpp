// SPDX-License-Identifier: MIT
// Streams bands of rows through an encoder, or as they are, into a TemporaryFile.
#include "runtime/image_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "graph/diagnostic.hpp"
#include "runtime/encoder_settings.hpp"
#include "runtime/image_layout.hpp"
#include "runtime/image_library.hpp"
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

class EncoderSink final : public BandSink {
 public:
  EncoderSink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout) : file_(file), image_(spec) {
    std::string reason;
    encoder_ = image_library().open(file, encoder_settings(file.target(), spec, layout), reason);
    check(encoder_ != nullptr, reason);
    preamble_ = file_.size();
  }

  void write(const std::byte* pixels, std::int64_t first_row, std::int64_t rows) override {
    check(encoder_->write(pixels, first_row, rows));
  }

  void close() override {
    check(encoder_->close());
    if (image_.format == ImageFormat::tiff) complete_tiff_directory(file_, image_, preamble_);
  }

 private:
  void check(bool ok) const { check(ok, encoder_->take_error()); }

  // The disk's reason, where there is one, says more than the encoder's.
  void check(bool ok, const std::string& reason) const {
    file_.throw_if_failed();
    if (ok) return;
    constexpr std::string_view unnamed = "the encoder failed\nit may lack memory or threads: try --threads 1";
    throw SystemError(file_.failure_text(reason.empty() ? unnamed : reason));
  }

  TemporaryFile& file_;
  const ImageSpec& image_;
  std::int64_t preamble_ = 0;              // bytes before the first pixel
  std::unique_ptr<ImageEncoder> encoder_;  // last: its destruction still writes
};

std::unique_ptr<BandSink> open_sink(TemporaryFile& file, const ImageSpec& spec, const ImageLayout& layout) {
  if (needs_image_library(spec.format)) return std::make_unique<EncoderSink>(file, spec, layout);
  return std::make_unique<RawSink>(file, spec, layout);
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
  TemporaryFile* file = prepare_finish();
  TemporaryFile::commit_all({&file, 1});
}

void ImageWriter::finish_all(std::span<const std::unique_ptr<ImageWriter>> writers) {
  std::vector<TemporaryFile*> files;
  for (const auto& writer : writers) files.push_back(writer->prepare_finish());
  TemporaryFile::commit_all(files);
}

TemporaryFile* ImageWriter::prepare_finish() {
  State& state = *state_;
  if (state.finished) throw InternalError("an image finished twice");
  if (!state.completed) complete();
  state.finished = true;
  return &state.file;
}

std::span<const Quantized> ImageWriter::quantized() const {
  return state_->encoder.quantized();
}

}  // namespace orograph
