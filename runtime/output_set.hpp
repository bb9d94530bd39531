// SPDX-License-Identifier: MIT
// OutputSet: bands of a program's outputs to several image files at once. All of them appear, or none: files get
// their names only when every one is complete, and whatever fails before removes them all. The encoders, where a file
// needs them, are loaded while the first bands are computed.
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
  // The channels of all files, in order, are the outputs of the bands. Throws SystemError.
  explicit OutputSet(const std::vector<OutputFile>& files);

  // Every file's rows at the same time. Throws SystemError.
  void write(const Band& band);
  void finish();

  // Of a file, per channel, after the last band.
  std::span<const Quantized> quantized(std::size_t file) const { return writers_[file]->quantized(); }

 private:
  std::vector<std::unique_ptr<ImageWriter>> writers_;
  std::vector<std::size_t> first_output_;  // per file, and the end
  std::future<void> loading_;              // until the first band; its destruction waits
};

}  // namespace orograph
