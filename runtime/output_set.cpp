// SPDX-License-Identifier: MIT
#include "runtime/output_set.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <system_error>

#include "runtime/image_library.hpp"

namespace orograph {
namespace {

// Alone: a thread that waits for a writer must not begin another band, which would hold up this one.
template <typename Function>
void for_all(std::size_t count, const Function& function) {
  oneapi::tbb::this_task_arena::isolate(
      [&] { oneapi::tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { function(i); }); });
}

}  // namespace

OutputSet::OutputSet(const std::vector<OutputFile>& files) : first_output_{0} {
  for (const OutputFile& file : files) {
    writers_.push_back(std::make_unique<ImageWriter>(file.target, file.spec));
    first_output_.push_back(first_output_.back() + file.spec.channels.size());
  }
  const auto encoded = [](const OutputFile& file) { return needs_image_library(file.spec.format); };
  if (!std::any_of(files.begin(), files.end(), encoded)) return;
  try {
    loading_ = std::async(std::launch::async, [] { image_library(); });
  } catch (const std::system_error&) {
    // No thread could be had: the first band loads them.
  }
}

void OutputSet::write(const Band& band) {
  if (loading_.valid()) loading_.get();
  for_all(writers_.size(), [&](std::size_t i) {
    const std::size_t count = first_output_[i + 1] - first_output_[i];
    writers_[i]->write_rows(band.outputs.subspan(first_output_[i], count), band.rows, band.stride);
  });
}

void OutputSet::finish() {
  for_all(writers_.size(), [&](std::size_t i) { writers_[i]->complete(); });
  ImageWriter::finish_all(writers_);
}

}  // namespace orograph
