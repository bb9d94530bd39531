// SPDX-License-Identifier: MIT
// Renderer: a Schedule over a window of a grid, in bands of whole rows, in parallel. Memory is a few bands whatever
// the window's height. Samples do not depend on threads, tiles or the window.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "graph/schedule.hpp"
#include "runtime/kernels.hpp"
#include "runtime/profile.hpp"

namespace orograph {

// Samples of a grid: column c, row r of the window lie at origin + (window + (c, r) + half) * spacing, with half 1/2
// for area and 0 for point registration. Whole-number columns and rows, so that every window has the same positions.
struct GridWindow {
  std::array<double, 2> origin{0, 0};
  std::array<double, 2> spacing{1, 1};
  double half = 0.5;
  std::int64_t column = 0, row = 0;    // of the window's first sample in the grid
  std::int64_t width = 0, height = 0;  // samples

  double x(std::int64_t c) const { return position(0, column + c); }
  double y(std::int64_t r) const { return position(1, row + r); }

 private:
  double position(std::size_t axis, std::int64_t index) const {
    return origin[axis] + (static_cast<double>(index) + half) * spacing[axis];
  }
};

// Rows of every output, as they become ready, from the top; sample c of row r of output o is
// outputs[o][r * stride + c].
struct Band {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  std::span<const float* const> outputs;
  std::int64_t stride = 0;
};

struct RenderOptions {
  const Kernels* kernels = nullptr;                      // null: chosen_target()
  int threads = 0;                                       // 0: one per core
  std::int64_t tile_width = 512;                         // samples a tile; the bits of a sample do not depend on them
  std::int64_t tile_height = 0;                          // rows a tile and a band; 0: fitting_tile_height()
  bool profile = false;                                  // measure where computing goes
  const std::atomic<bool>* cancel = nullptr;             // checked between bands
  std::function<void(std::int64_t rows_done)> progress;  // called by the thread that writes, in order
};

struct RenderReport {
  bool cancelled = false;
  std::vector<std::uint64_t> zero_divisions;  // as TileReport
  double compute_seconds = 0;                 // summed over threads
  double sink_seconds = 0;                    // time in the sink
  int threads = 0;
  Profile profile;  // where options ask for it
};

// The rows of a tile when options do not say: enough to make what is done once a tile cheap, few enough to keep all
// threads busy.
std::int64_t usual_tile_height(const GridWindow& window, const RenderOptions& options);

// Fewer rows than the usual where they are long, so that the bands under way take at most 256 MiB, or one row each:
// a band holds whole rows of every output.
std::int64_t fitting_tile_height(const GridWindow& window, std::size_t outputs, const RenderOptions& options);

// Bytes that bands of options.tile_height rows take in render(), all that are under way at once.
double band_memory(const GridWindow& window, std::size_t outputs, const RenderOptions& options);

// A sample that is no number: which output, where, and the graph node that first made it so.
class NotFinite : public std::exception {
 public:
  NotFinite(std::size_t output_index, double at_x, double at_y, std::uint32_t made_by, float its_value)
      : output(output_index), x(at_x), y(at_y), node(made_by), value(its_value) {}
  const char* what() const noexcept override { return "an output is not finite"; }

  std::size_t output;
  double x, y;
  std::uint32_t node;
  float value;  // of that node there
};

// Renders the window and hands each band to `sink`, in order. Throws NotFinite for the first sample, in the order of
// rows, that is NaN or infinite; passes on what the sink throws.
RenderReport render(const Schedule& schedule, const GridWindow& window, const RenderOptions& options,
                    const std::function<void(const Band&)>& sink);

// Renders the window into memory: sample c of row r of output o is outputs[o][r * stride + c]. Throws NotFinite like
// render(); what the outputs hold then, or after a cancel, is unspecified.
RenderReport render_into(const Schedule& schedule, const GridWindow& window, const RenderOptions& options,
                         std::span<float* const> outputs, std::int64_t stride);

// The outputs of a schedule for scattered positions: result[o][i] at (x[i], y[i]). Throws NotFinite.
std::vector<std::vector<float>> sample(const Schedule& schedule, std::span<const double> x, std::span<const double> y,
                                       const RenderOptions& options);

}  // namespace orograph
