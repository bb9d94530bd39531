// SPDX-License-Identifier: MIT
// AlignedArray: a fixed array of numbers on a 64-byte boundary: zeros, or for arrays whose readers drop what was not
// written, whatever stood there.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace orograph {

enum class Content { zeros, unset };

template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size, Content content = Content::zeros)
      : data_(static_cast<T*>(::operator new(std::max<std::size_t>(size, 1) * sizeof(T), alignment))), size_(size) {
    if (content == Content::zeros) std::fill_n(data_.get(), size, T{});
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(T* p) const { ::operator delete(p, alignment); }
  };
  std::unique_ptr<T[], Free> data_;
  std::size_t size_ = 0;
};

}  // namespace orograph
