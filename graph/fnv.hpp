// SPDX-License-Identifier: MIT
// FNV-1a, 64 bits (Fowler, Noll, Vo).
#pragma once
#include <cstdint>
#include <string_view>

namespace orograph {

class Fnv {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) add_byte(static_cast<unsigned char>(c));
  }
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(word >> shift));
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 1099511628211U; }
  std::uint64_t hash_ = 14695981039346656037U;
};

}  // namespace orograph
