// SPDX-License-Identifier: MIT
// OutputSet: bands of a program's outputs to several image files at once. Every file is whole or as it was before,
// and they get their names together: none before all are complete and all targets can be replaced. What fails or
// interrupts before that leaves none. Renaming is atomic for each file alone: should one of the renames fail all the
// same, or the process be killed among them, those before it are new and the rest old; the error then names the new
// ones.
#pragma once
#include <filesystem>
#include <future>
#include <memory>
#include <vector>

#include "runtime/image_writer.hpp"
#include "runtime/renderer.hpp"

namespace orograph {

struct OutputFile {
  std::filesystem::path target;
  ImageSpec spec;
};

class OutputSet {
 public:
  // The encoders, where a file needs them, are loaded while the first bands are computed.
  // The channels of all files, in order, are the outputs of the bands. Throws SystemError.
  explicit OutputSet(const std::vector<OutputFile>& files);

  // Every file's rows at the same time. Throws SystemError.
  void write(const Band& band);
  // Throws SystemError.
  void finish();

  // Of a file, per channel, after the last band.
  std::span<const Quantized> quantized(std::size_t file) const { return writers_[file]->quantized(); }

 private:
  std::vector<std::unique_ptr<ImageWriter>> writers_;
  std::vector<std::size_t> first_output_;  // per file, and the end
  std::size_t lanes_ = 1;                  // files written at once
  std::future<void> loading_;              // until the first band; its destruction waits
};

}  // namespace orograph
