// SPDX-License-Identifier: MIT
// MemorySink: the bytes of a file that is only made to be taken apart.
#pragma once
#include <algorithm>
#include <cstddef>
#include <new>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "runtime/image_encoder.hpp"

namespace orograph {

class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::size_t expected) { bytes_.reserve(expected); }

  bool write(std::span<const std::byte> bytes) noexcept override {
    try {
      const auto from = static_cast<std::size_t>(position_), end = from + bytes.size();
      if (from == bytes_.size()) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        position_ = static_cast<std::int64_t>(end);
        return true;
      }
      if (end > bytes_.size()) bytes_.resize(end);
    } catch (const std::bad_alloc&) {
      return false;
    } catch (const std::length_error&) {
      return false;
    }
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(position_));
    position_ += static_cast<std::int64_t>(bytes.size());
    return true;
  }
  void seek(std::int64_t position) noexcept override { position_ = position; }
  std::int64_t position() const noexcept override { return position_; }
  std::int64_t size() const noexcept override { return static_cast<std::int64_t>(bytes_.size()); }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  std::int64_t position_ = 0;
};

}  // namespace orograph
