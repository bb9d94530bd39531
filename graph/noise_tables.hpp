// SPDX-License-Identifier: MIT
// Tables of the noise functions, the same on every machine: gradients made by IEEE operations and literals alone.
#pragma once
#include <array>
#include <cstdint>

namespace orograph {

struct alignas(64) NoiseTables {
  // Perlin's permutation (2002), twice, and the same modulo 12 (Gustavson 2005).
  std::array<std::int32_t, 512> permutation;
  std::array<std::int32_t, 512> permutation_mod_12;
  // The 16 gradients of Perlin 2002 (12 cube edges, 4 of them twice), and Gustavson's 12.
  std::array<float, 16> perlin_x, perlin_y, perlin_z;
  std::array<float, 16> gustavson_x, gustavson_y, gustavson_z;
  // Unit gradients at the angle 2 pi k / 256.
  std::array<float, 256> circle_x, circle_y;
};

const NoiseTables& noise_tables();

}  // namespace orograph
