// SPDX-License-Identifier: MIT
// CoordinateTable: lattice cells and fractions of one affine part (PartSpec) over a list of positions.
#pragma once
#include <cstdint>
#include <span>

#include "graph/schedule.hpp"
#include "runtime/aligned.hpp"
#include "runtime/kernels.hpp"

namespace orograph {

class CoordinateTable {
 public:
  CoordinateTable(const PartSpec& part, std::size_t capacity);

  // Positions that rise steadily, padded to whole vectors.
  void fill_steady(const Kernels& kernels, std::span<const double> positions);
  // Any positions.
  void fill_scattered(const Kernels& kernels, std::span<const double> positions);

  // Added to each cell: the index of a cell is base() + cell, modulo 2^32 or the period.
  std::int32_t base() const { return base_; }
  // Whether the cells rise or fall steadily along the positions, without a wrap.
  bool steady() const { return steady_; }
  const std::int32_t* cells() const { return cell_.data(); }
  PartView view(Spread spread = Spread::each) const { return {cell_.data(), fraction_.data(), fade_.data(), spread}; }

  const float* fractions() const { return fraction_.data(); }
  const float* fades() const { return fade_.data(); }

  // Position `i` as a value for a whole row.
  RowCell row_cell(std::size_t i) const;
  // Spreads position i over the arrays that row_view() points to, or as many as a strip has from i on, unless they
  // stand there.
  void broadcast(std::size_t i, Spread spread) {
    if (i != broadcast_ || spread != spread_) repeat(i, spread);
  }
  PartView row_view(Spread spread) const { return {row_cell_.data(), row_fraction_.data(), nullptr, spread}; }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  void repeat(std::size_t i, Spread spread);

  PartSpec part_;
  std::int32_t base_ = 0;
  bool steady_ = false;
  std::size_t broadcast_ = none;
  Spread spread_ = Spread::same;  // of the broadcast
  AlignedArray<std::int32_t> cell_, row_cell_;
  AlignedArray<float> fraction_, fade_, row_fraction_;
};

// i0 and i1 = i0 + 1 of an index, modulo the period in cells (0: none).
RowCell make_row_cell(std::int32_t index, float fraction, float fade, std::int32_t period);

}  // namespace orograph
