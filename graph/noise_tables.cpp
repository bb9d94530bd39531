// SPDX-License-Identifier: MIT
#include "graph/noise_tables.hpp"

#include <cmath>

namespace orograph {
namespace {

// Ken Perlin, "Improving Noise", 2002.
constexpr std::array<std::uint8_t, 256> perlin_permutation = {
    151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103, 30,  69,  142,
    8,   99,  37,  240, 21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,  197, 62,  94,  252, 219, 203,
    117, 35,  11,  32,  57,  177, 33,  88,  237, 149, 56,  87,  174, 20,  125, 136, 171, 168, 68,  175, 74,  165,
    71,  134, 139, 48,  27,  166, 77,  146, 158, 231, 83,  111, 229, 122, 60,  211, 133, 230, 220, 105, 92,  41,
    55,  46,  245, 40,  244, 102, 143, 54,  65,  25,  63,  161, 1,   216, 80,  73,  209, 76,  132, 187, 208, 89,
    18,  169, 200, 196, 135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217, 226, 250,
    124, 123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,  182, 189,
    28,  42,  223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101, 155, 167, 43,  172, 9,
    129, 22,  39,  253, 19,  98,  108, 110, 79,  113, 224, 232, 178, 185, 112, 104, 218, 246, 97,  228, 251, 34,
    242, 193, 238, 210, 144, 12,  191, 179, 162, 241, 81,  51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,
    181, 199, 106, 157, 184, 84,  204, 176, 115, 121, 50,  45,  127, 4,   150, 254, 138, 236, 205, 93,  222, 114,
    67,  29,  24,  72,  243, 141, 128, 195, 78,  66,  215, 61,  156, 180};

// cos(2 pi k / 256) for k = 0 .. 64, to ten digits: libm's last bit differs between machines, literals do not.
constexpr std::array<double, 65> quarter_cosine = {
    1.0000000000, 0.9996988187, 0.9987954562, 0.9972904567, 0.9951847267, 0.9924795346, 0.9891765100, 0.9852776424,
    0.9807852804, 0.9757021300, 0.9700312532, 0.9637760658, 0.9569403357, 0.9495281806, 0.9415440652, 0.9329927988,
    0.9238795325, 0.9142097557, 0.9039892931, 0.8932243012, 0.8819212643, 0.8700869911, 0.8577286100, 0.8448535652,
    0.8314696123, 0.8175848132, 0.8032075315, 0.7883464276, 0.7730104534, 0.7572088465, 0.7409511254, 0.7242470830,
    0.7071067812, 0.6895405447, 0.6715589548, 0.6531728430, 0.6343932842, 0.6152315906, 0.5956993045, 0.5758081914,
    0.5555702330, 0.5349976199, 0.5141027442, 0.4928981922, 0.4713967368, 0.4496113297, 0.4275550934, 0.4052413140,
    0.3826834324, 0.3598950365, 0.3368898534, 0.3136817404, 0.2902846773, 0.2667127575, 0.2429801799, 0.2191012402,
    0.1950903220, 0.1709618888, 0.1467304745, 0.1224106752, 0.0980171403, 0.0735645636, 0.0490676743, 0.0245412285,
    0.0000000000};

float circle_cosine(int k) {
  k &= 255;
  if (k > 128) k = 256 - k;
  const double c =
      k <= 64 ? quarter_cosine[static_cast<std::size_t>(k)] : -quarter_cosine[static_cast<std::size_t>(128 - k)];
  return static_cast<float>(c);
}

NoiseTables make_tables() {
  NoiseTables t{};
  for (std::size_t i = 0; i < 512; ++i) {
    t.permutation[i] = perlin_permutation[i & 255];
    t.permutation_mod_12[i] = t.permutation[i] % 12;
  }
  // grad(hash, x, y, z) of Perlin 2002 as vectors: u and v are two of x, y, z, bits 0 and 1 their signs.
  for (unsigned h = 0; h < 16; ++h) {
    std::array<float, 3> g{};
    const std::size_t u = h < 8 ? 0 : 1;
    const std::size_t v = h < 4 ? 1 : (h == 12 || h == 14) ? 0 : 2;
    g[u] += (h & 1) == 0 ? 1.0f : -1.0f;
    g[v] += (h & 2) == 0 ? 1.0f : -1.0f;
    t.perlin_x[h] = g[0], t.perlin_y[h] = g[1], t.perlin_z[h] = g[2];
  }
  // grad3 of Gustavson, "Simplex noise demystified", 2005: (+-1, +-1, 0), (+-1, 0, +-1), (0, +-1, +-1).
  for (unsigned h = 0; h < 12; ++h) {
    const float first = (h & 1) == 0 ? 1.0f : -1.0f, second = (h & 2) == 0 ? 1.0f : -1.0f;
    std::array<float, 3> g{};
    g[h < 8 ? 0 : 1] = first;
    g[h < 4 ? 1 : 2] = second;
    t.gustavson_x[h] = g[0], t.gustavson_y[h] = g[1], t.gustavson_z[h] = g[2];
  }
  for (int k = 0; k < 256; ++k) {
    const auto i = static_cast<std::size_t>(k);
    t.circle_x[i] = circle_cosine(k);
    t.circle_y[i] = circle_cosine(k - 64);
    const float u = static_cast<float>(k) * (2.0f / 255.0f) - 1.0f;
    const float y = 0.5f - std::fabs(u);
    const float x = u - std::floor(u + 0.5f);
    const float length = std::sqrt(x * x + y * y);
    t.unit_x[i] = x / length, t.unit_y[i] = y / length;
  }
  return t;
}

}  // namespace

const NoiseTables& noise_tables() {
  static const NoiseTables tables = make_tables();
  return tables;
}

}  // namespace orograph
