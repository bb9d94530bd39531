// SPDX-License-Identifier: MIT
// Gathers rows, as the samples that the file stores, in bands of whole blocks.
#include "runtime/image_writer.hpp"

#include <algorithm>

#include "graph/diagnostic.hpp"
#include "runtime/image_layout.hpp"
#include "runtime/image_sink.hpp"
#include "runtime/sample_encoder.hpp"
#include "runtime/temporary_file.hpp"

namespace orograph {
namespace {

ImageSpec checked(ImageSpec spec) {
  const auto problems = check_image_spec(spec);
  if (!problems.empty()) throw InternalError("an image that was not checked: " + problems.front().message);
  return spec;
}

}  // namespace

struct ImageWriter::State {
  State(std::filesystem::path target, ImageSpec unchecked, std::int64_t memory)
      : spec(checked(std::move(unchecked))),
        layout(layout_of(spec, memory)),
        encoder(spec, layout),
        row_bytes(static_cast<std::size_t>(layout.row_pixels) * layout.pixel_bytes),
        band(row_bytes * static_cast<std::size_t>(layout.band_rows)),
        file(std::move(target)) {}

  // As many of the rows as the band has place for.
  std::int64_t add_rows(std::span<const float* const> channels, std::int64_t rows, std::int64_t stride) {
    const std::int64_t count = std::min(rows, layout.band_rows - band_filled);
    encoder.encode({channels, stride, count}, band.data() + static_cast<std::size_t>(band_filled) * row_bytes,
                   row_bytes);
    band_filled += count;
    if (band_filled == layout.band_rows || written + band_filled == spec.height) flush_band();
    return count;
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
  std::unique_ptr<ImageSink> sink;
};

ImageWriter::ImageWriter(std::filesystem::path target, ImageSpec spec, std::int64_t memory)
    : state_(std::make_unique<State>(std::move(target), std::move(spec), memory)) {}

ImageWriter::~ImageWriter() = default;

void ImageWriter::write_rows(std::span<const float* const> channels, std::int64_t rows, std::int64_t stride) {
  State& state = *state_;
  if (channels.size() != state.spec.channels.size() || stride < state.spec.width ||
      rows > state.spec.height - state.written - state.band_filled || state.completed) {
    throw InternalError("rows that do not fit the image");
  }
  std::vector<const float*> row(channels.begin(), channels.end());
  while (rows > 0) {
    const std::int64_t added = state.add_rows(row, rows, stride);
    for (const float*& pointer : row) pointer += added * stride;
    rows -= added;
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

std::int64_t ImageWriter::memory() const {
  return state_->layout.memory;
}

std::span<const Quantized> ImageWriter::quantized() const {
  return state_->encoder.quantized();
}

}  // namespace orograph
