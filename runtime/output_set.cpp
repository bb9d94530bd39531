// SPDX-License-Identifier: MIT
#include "runtime/output_set.hpp"

#include <algorithm>
#include <system_error>

#include "runtime/image_library.hpp"
#include "runtime/parallel.hpp"

namespace orograph {

OutputSet::OutputSet(const std::vector<OutputFile>& files) : first_output_{0} {
  std::int64_t largest = 1;
  for (const OutputFile& file : files) {
    const auto share = writer_memory / static_cast<std::int64_t>(files.size());
    writers_.push_back(std::make_unique<ImageWriter>(file.target, file.spec, share));
    first_output_.push_back(first_output_.back() + file.spec.channels.size());
    largest = std::max(largest, writers_.back()->memory());
  }
  // Where the blocks of a format weigh more than a file's share, fewer files are written at once.
  lanes_ = static_cast<std::size_t>(std::max<std::int64_t>(1, writer_memory / largest));
  if (!files.empty() && files.front().spec.threads == 1) lanes_ = 1;
  const auto encoded = [](const OutputFile& file) { return needs_image_library(file.spec); };
  if (!std::any_of(files.begin(), files.end(), encoded)) return;
  try {
    loading_ = std::async(std::launch::async, [] { image_library(); });
  } catch (const std::system_error&) {
    // No thread could be had: the first band loads them.
  }
}

void OutputSet::write(const Band& band) {
  if (loading_.valid()) loading_.get();
  for_each_index(writers_.size(), lanes_, [&](std::size_t i) {
    const std::size_t count = first_output_[i + 1] - first_output_[i];
    writers_[i]->write_rows(band.outputs.subspan(first_output_[i], count), band.rows, band.stride);
  });
}

void OutputSet::finish() {
  for_each_index(writers_.size(), lanes_, [&](std::size_t i) { writers_[i]->complete(); });
  ImageWriter::finish_all(writers_);
}

}  // namespace orograph
