// SPDX-License-Identifier: MIT
// Uses the installed headers and libraries: prints the version it was built against.
#include <graph/recipe.hpp>
#include <graph/version.hpp>
#include <iostream>

int main() {
  std::cout << "built against orograph " << orograph::version << '\n';
  return 0;
}
