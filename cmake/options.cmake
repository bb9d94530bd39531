# SPDX-License-Identifier: MIT
# How orograph's own sources are compiled. Linked PRIVATE and for the build only: nothing of it reaches whoever links
# the installed libraries. The invariant: no flag here lets two builds round differently.
add_library(orograph_options INTERFACE)
target_compile_features(orograph_options INTERFACE cxx_std_20)
target_compile_options(
  orograph_options
  INTERFACE -ffp-contract=off # a fused multiply-add rounds once, and only where the machine has one
            -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wsign-conversion
            -Wold-style-cast
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            -Wundef)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies in "literal" + std::string (GCC bug 105651).
  target_compile_options(orograph_options INTERFACE -Wno-restrict)
endif()

if(OROGRAPH_VERIFY)
  target_compile_definitions(orograph_options INTERFACE OROGRAPH_VERIFY=1)
endif()

if(OROGRAPH_SANITIZE)
  set(sanitize -fsanitize=${OROGRAPH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(orograph_options INTERFACE ${sanitize})
  # The sanitizers' own dlopen() does not know the RUNPATH of its caller, but the RPATH of the program.
  target_link_options(orograph_options INTERFACE ${sanitize} LINKER:--disable-new-dtags)
endif()
