// SPDX-License-Identifier: MIT
#include "runtime/renderer.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>

#include "graph/reference.hpp"
#include "runtime/aligned.hpp"
#include "runtime/evaluator.hpp"
#include "runtime/handoff.hpp"
#include "runtime/parallel.hpp"
#include "runtime/target.hpp"

namespace orograph {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// One a thread, and one that is being written.
std::size_t bands_under_way(const RenderOptions& options) {
  return static_cast<std::size_t>(thread_count(options.threads)) + 1;
}

// The node that made the first wild value at (x, y), by the reference: instructions run in order, so the first that
// is not finite is where it began.
[[noreturn]] void throw_not_finite(const Schedule& schedule, std::size_t output, double x, double y) {
  const std::vector<float> values = evaluate_reference(schedule.program, x, y);
  for (std::size_t id = 0; id < values.size(); ++id)
    if (!std::isfinite(values[id])) throw NotFinite(output, x, y, schedule.program.instructions[id].node, values[id]);
  throw InternalError("an output is not finite, but the reference finds no cause");
}

// The rows of one band under way, all outputs.
struct BandBuffer {
  AlignedArray<float> samples;  // empty when the caller gave memory for all rows
  std::vector<float*> outputs;
  std::int64_t first_row = 0, rows = 0;
  bool finite = true;
};

// Memory for all rows of every output.
struct Destination {
  std::span<float* const> outputs;
  std::int64_t stride = 0;
};

constexpr std::int64_t samples_a_line = 16;

// How far in a cache line the first sample stands. A row that is written past the caches waits where it ends amid
// one.
std::int64_t samples_into_line(const Destination& destination) {
  if (destination.outputs.empty()) return 0;
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(destination.outputs[0]) / sizeof(float)) %
         samples_a_line;
}

class BandRenderer {
 public:
  // Without a destination every band has memory of its own for as long as it is under way.
  BandRenderer(const Schedule& schedule, const GridWindow& window, const RenderOptions& options,
               const Destination* destination = nullptr)
      : destination_(destination),
        schedule_(schedule),
        window_(window),
        kernels_(options.kernels != nullptr ? *options.kernels : chosen_target()),
        options_(options),
        tile_width_(std::clamp<std::int64_t>(options.tile_width, 1, std::max<std::int64_t>(window.width, 1))),
        band_rows_(std::clamp<std::int64_t>(
            options.tile_height > 0 ? options.tile_height : usual_tile_height(window, options), 1,
            std::max<std::int64_t>(window.height, 1))),
        stride_(destination != nullptr ? destination->stride : window.width),
        lead_(destination != nullptr && tile_width_ > samples_a_line ? samples_into_line(*destination) : 0),
        evaluators_([this] {
          return std::make_unique<Evaluator>(schedule_, kernels_, static_cast<std::size_t>(tile_width_),
                                             static_cast<std::size_t>(band_rows_),
                                             options_.profile ? Profiling::on : Profiling::off);
        }),
        zero_divisions_(schedule.program.division_checks.size()),
        tokens_(bands_under_way(options)) {
    for (std::size_t i = 0; i < tokens_; ++i) free_.push_back(std::make_unique<BandBuffer>());
  }

  RenderReport run(const std::function<void(const Band&)>& sink) {
    namespace tbb = oneapi::tbb;
    std::int64_t next_row = 0;
    bool cancelled = false;
    const auto take_next = [&](tbb::flow_control& control) -> BandBuffer* {
      const Taken task;
      cancelled |= options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed);
      if (cancelled || next_row >= window_.height) {
        control.stop();
        return nullptr;
      }
      BandBuffer* band = take_buffer();
      band->first_row = next_row;
      band->rows = std::min(band_rows_, window_.height - next_row);
      next_row += band->rows;
      return band;
    };
    const auto compute = [&](BandBuffer* band) {
      const Taken task;
      compute_band(*band);
      return band;
    };
    const auto write = [&](BandBuffer* band) {
      const Taken task;
      const Clock::time_point start = Clock::now();
      if (!band->finite) find_wild(*band);
      const std::vector<const float*> outputs(band->outputs.begin(), band->outputs.end());
      if (sink) sink({band->first_row, band->rows, outputs, stride_});
      if (options_.progress) options_.progress(band->first_row + band->rows);
      report_.sink_seconds += seconds_since(start);
      give_back(band);
    };
    give_handoff();
    tbb::parallel_pipeline(tokens_,
                           tbb::make_filter<void, BandBuffer*>(tbb::filter_mode::serial_in_order, take_next) &
                               tbb::make_filter<BandBuffer*, BandBuffer*>(tbb::filter_mode::parallel, compute) &
                               tbb::make_filter<BandBuffer*, void>(tbb::filter_mode::serial_in_order, write));
    take_handoff();
    report_.cancelled = cancelled;
    report_.zero_divisions = zero_divisions_;
    if (options_.profile)
      for (const auto& evaluator : evaluators_) report_.profile += evaluator->profile();
    return report_;
  }

 private:
  void compute_band(BandBuffer& band) {
    const std::size_t count = schedule_.program.outputs.size();
    band.outputs.clear();
    if (destination_ != nullptr) {
      for (float* const output : destination_->outputs) band.outputs.push_back(output + band.first_row * stride_);
    } else {
      const std::size_t plane = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(band_rows_);
      if (band.samples.size() < plane * count) band.samples = AlignedArray<float>(plane * count, Content::unset);
      for (std::size_t o = 0; o < count; ++o) band.outputs.push_back(band.samples.data() + o * plane);
    }
    band.finite = true;
    const std::int64_t tiles = (lead_ + window_.width + tile_width_ - 1) / tile_width_;
    const auto compute_one = [&](std::int64_t t) {
      const Taken task;
      const std::int64_t first = std::max<std::int64_t>(0, t * tile_width_ - lead_);
      compute_tile(band, first, std::min((t + 1) * tile_width_ - lead_, window_.width));
    };
    give_handoff();
    oneapi::tbb::parallel_for(std::int64_t{0}, tiles, compute_one);
    take_handoff();
  }

  void compute_tile(BandBuffer& band, std::int64_t first_column, std::int64_t end_column) {
    const Clock::time_point start = Clock::now();
    const std::int64_t columns = end_column - first_column;
    std::vector<double> x(static_cast<std::size_t>(columns)), y(static_cast<std::size_t>(band.rows));
    for (std::int64_t c = 0; c < columns; ++c) x[static_cast<std::size_t>(c)] = window_.x(first_column + c);
    for (std::int64_t r = 0; r < band.rows; ++r) y[static_cast<std::size_t>(r)] = window_.y(band.first_row + r);
    std::vector<float*> outputs = band.outputs;
    for (float*& o : outputs) o += first_column;
    const TileReport tile =
        evaluators_.local()->evaluate(x, y, outputs, static_cast<std::size_t>(stride_), destination_ != nullptr);
    const std::lock_guard lock(mutex_);
    band.finite &= tile.finite;
    for (std::size_t c = 0; c < zero_divisions_.size(); ++c) zero_divisions_[c] += tile.zero_divisions[c];
    report_.compute_seconds += seconds_since(start);
  }

  [[noreturn]] void find_wild(const BandBuffer& band) const {
    for (std::int64_t r = 0; r < band.rows; ++r)
      for (std::int64_t c = 0; c < window_.width; ++c)
        for (std::size_t o = 0; o < band.outputs.size(); ++o)
          if (!std::isfinite(band.outputs[o][r * stride_ + c]))
            throw_not_finite(schedule_, o, window_.x(c), window_.y(band.first_row + r));
    throw InternalError("a band was reported as not finite, but every sample is");
  }

  // No more bands are under way than there are tokens.
  BandBuffer* take_buffer() {
    const std::lock_guard lock(mutex_);
    BandBuffer* band = free_.back().release();
    free_.pop_back();
    all_.emplace_back(band);
    return band;
  }
  void give_back(BandBuffer* band) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& b) { return b.get() == band; });
    free_.push_back(std::move(*found));
    all_.erase(found);
  }

  const Destination* destination_;
  const Schedule& schedule_;
  const GridWindow& window_;
  const Kernels& kernels_;
  const RenderOptions& options_;
  std::int64_t tile_width_, band_rows_, stride_;
  std::int64_t lead_;  // the first column of tiles is so much narrower: the others begin where a cache line does
  oneapi::tbb::enumerable_thread_specific<std::unique_ptr<Evaluator>> evaluators_;
  std::vector<std::uint64_t> zero_divisions_;
  std::size_t tokens_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<BandBuffer>> free_, all_;  // idle, and under way
  RenderReport report_;
};

}  // namespace

std::int64_t usual_tile_height(const GridWindow& window, const RenderOptions& options) {
  constexpr std::int64_t least = 32, most = 256;
  const std::int64_t tiles_a_band =
      std::max<std::int64_t>(1, window.width / std::max<std::int64_t>(options.tile_width, 1));
  const std::int64_t bands = (4 * thread_count(options.threads) + tiles_a_band - 1) / tiles_a_band;
  const auto group = static_cast<std::int64_t>(group_rows);  // rows that are computed together
  return std::clamp((window.height / bands + group - 1) / group * group, least, most);
}

std::int64_t fitting_tile_height(const GridWindow& window, std::size_t outputs, const RenderOptions& options) {
  constexpr double most_bytes = 256.0 * 1024 * 1024;
  RenderOptions row = options;
  row.tile_height = 1;
  const double row_bytes = std::max(1.0, band_memory(window, outputs, row));
  const auto rows = static_cast<std::int64_t>(std::min(most_bytes / row_bytes, 1e9));
  return std::clamp(rows, std::int64_t{1}, usual_tile_height(window, options));
}

double band_memory(const GridWindow& window, std::size_t outputs, const RenderOptions& options) {
  const double samples =
      static_cast<double>(window.width) * static_cast<double>(std::min(options.tile_height, window.height));
  return samples * static_cast<double>(outputs * sizeof(float)) * static_cast<double>(bands_under_way(options));
}

namespace {

RenderReport render_bands(const Schedule& schedule, const GridWindow& window, const RenderOptions& options,
                          const Destination* destination, const std::function<void(const Band&)>& sink) {
  const int threads = thread_count(options.threads);
  const oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism,
                                          static_cast<std::size_t>(threads));
  oneapi::tbb::task_arena arena(threads);
  RenderOptions fitted = options;
  if (destination == nullptr && options.tile_height <= 0)
    fitted.tile_height = fitting_tile_height(window, schedule.program.outputs.size(), options);
  RenderReport report;
  arena.execute([&] { report = BandRenderer(schedule, window, fitted, destination).run(sink); });
  report.threads = threads;
  return report;
}

}  // namespace

RenderReport render(const Schedule& schedule, const GridWindow& window, const RenderOptions& options,
                    const std::function<void(const Band&)>& sink) {
  return render_bands(schedule, window, options, nullptr, sink);
}

RenderReport render_into(const Schedule& schedule, const GridWindow& window, const RenderOptions& options,
                         std::span<float* const> outputs, std::int64_t stride) {
  if (outputs.size() != schedule.program.outputs.size() || stride < window.width)
    throw InternalError("render_into needs memory for every output, its rows as long as the window's");
  const Destination destination{outputs, stride};
  return render_bands(schedule, window, options, &destination, {});
}

std::vector<std::vector<float>> sample(const Schedule& schedule, std::span<const double> x, std::span<const double> y,
                                       const RenderOptions& options) {
  constexpr std::size_t block = 512;
  Evaluator evaluator(schedule, options.kernels != nullptr ? *options.kernels : chosen_target(), block, 1);
  std::vector<std::vector<float>> result(schedule.program.outputs.size(), std::vector<float>(x.size()));
  for (std::size_t first = 0; first < x.size(); first += block) {
    const std::size_t count = std::min(block, x.size() - first);
    std::vector<float*> outputs;
    for (std::vector<float>& values : result) outputs.push_back(values.data() + first);
    if (evaluator.evaluate_points(x.subspan(first, count), y.subspan(first, count), outputs).finite) continue;
    for (std::size_t i = first; i < first + count; ++i)
      for (std::size_t o = 0; o < result.size(); ++o)
        if (!std::isfinite(result[o][i])) throw_not_finite(schedule, o, x[i], y[i]);
  }
  return result;
}

}  // namespace orograph
