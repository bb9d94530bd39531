// SPDX-License-Identifier: MIT
// Uses the installed headers and libraries: prints the version it was built against, and writes an image.
#include <graph/recipe.hpp>
#include <graph/version.hpp>
#include <iostream>
#include <runtime/image_writer.hpp>
#include <vector>

int main() {
  std::cout << "built against orograph " << orograph::version << '\n';
  orograph::ImageSpec spec;
  spec.width = spec.height = 8;
  spec.channels = {"height"};
  const std::vector<float> rows(64, 1.0F);
  const float* const plane = rows.data();
  orograph::ImageWriter writer("consumer.exr", spec);
  writer.write_rows({&plane, 1}, 8, 8);
  writer.finish();
  return 0;
}
