// SPDX-License-Identifier: MIT
// ImageWriter: rows of float channels to an image file that appears whole or not at all. Writes a temporary file
// beside the target, streams rows into it, and renames it at the end; destruction without finish() removes it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "runtime/image_layout.hpp"
#include "runtime/image_spec.hpp"
#include "runtime/quantize.hpp"

namespace orograph {

class TemporaryFile;

class ImageWriter {
 public:
  // Creates missing folders and the temporary file. Compresses with as many of spec.threads as `memory` bytes allow.
  // Throws SystemError (the file, the reason in words).
  ImageWriter(std::filesystem::path target, ImageSpec spec, std::int64_t memory = writer_memory);
  ~ImageWriter();  // removes the temporary file unless finish() succeeded
  ImageWriter(const ImageWriter&) = delete;
  ImageWriter& operator=(const ImageWriter&) = delete;

  // The next `rows` rows of every channel: channels[c] points to rows * stride floats. Rows come in order.
  // Throws SystemError when the disk is full or the file cannot be written.
  void write_rows(std::span<const float* const> channels, std::int64_t rows, std::int64_t stride);

  // Ends the file and checks that everything reached the disk; it still has its temporary name.
  void complete();
  // Completes the file unless that is done, and renames it onto the target.
  void finish();
  // The same of several; see TemporaryFile::commit_all().
  static void finish_all(std::span<const std::unique_ptr<ImageWriter>> writers);

  // Bytes that write_rows() takes at most: those given, or what the least band takes.
  std::int64_t memory() const;

  // Per channel, after the last row.
  std::span<const Quantized> quantized() const;

 private:
  TemporaryFile* prepare_finish();

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orograph
