# SPDX-License-Identifier: MIT
# orograph_library(NAME FOLDER...): the static library orograph::NAME of all sources in the folders. Headers are public,
# but for the pieces of Highway kernels (*-inl.hpp, *kernels.inc), which only make sense inside them.
function(orograph_library name)
  list(TRANSFORM ARGN APPEND "/*.cpp" OUTPUT_VARIABLE source_globs)
  list(TRANSFORM ARGN APPEND "/*.hpp" OUTPUT_VARIABLE header_globs)
  list(TRANSFORM ARGN APPEND "/*.def" OUTPUT_VARIABLE table_globs)
  list(TRANSFORM ARGN APPEND "/*.inc" OUTPUT_VARIABLE include_globs)
  file(GLOB sources CONFIGURE_DEPENDS ${source_globs})
  file(GLOB headers CONFIGURE_DEPENDS ${header_globs} ${table_globs} ${include_globs})
  list(FILTER headers EXCLUDE REGEX "(-inl\\.hpp|kernels\\.inc)$")
  add_library(orograph_${name} STATIC ${sources})
  add_library(orograph::${name} ALIAS orograph_${name})
  set_target_properties(orograph_${name} PROPERTIES EXPORT_NAME ${name})
  target_sources(
    orograph_${name}
    PUBLIC FILE_SET HEADERS
           BASE_DIRS ${PROJECT_SOURCE_DIR}
           FILES ${headers})
  target_compile_features(orograph_${name} PUBLIC cxx_std_20)
  target_link_libraries(orograph_${name} PRIVATE $<BUILD_INTERFACE:orograph_options>)
endfunction()

# Every line NODE(name) of nodes/nodes.def needs its nodes/name.cpp: said here, where it is clearer than the linker.
function(orograph_check_nodes)
  set(table ${PROJECT_SOURCE_DIR}/nodes/nodes.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} lines REGEX "^NODE\\(")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^NODE\\(([A-Za-z_0-9]+)\\).*" "\\1" node "${line}")
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/nodes/${node}.cpp)
      message(FATAL_ERROR "nodes/nodes.def lists NODE(${node}), but there is no nodes/${node}.cpp")
    endif()
  endforeach()
endfunction()
