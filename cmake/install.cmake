# SPDX-License-Identifier: MIT
# What `cmake --install` lays out: the program, the libraries with their headers under include/orograph, the package
# that find_package(orograph) reads, and the examples.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/orograph)
set(module_dir ${CMAKE_INSTALL_LIBDIR}/orograph)

# Whoever writes images finds the module by its run path.
file(RELATIVE_PATH module_from_program ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/orograph)
set_target_properties(orograph PROPERTIES INSTALL_RPATH $ORIGIN/${module_from_program})
target_link_options(orograph_runtime INTERFACE $<INSTALL_INTERFACE:LINKER:-rpath,$<INSTALL_PREFIX>/${module_dir}>)

install(TARGETS orograph)
install(TARGETS orograph_images LIBRARY DESTINATION ${module_dir})
install(
  TARGETS orograph_graph orograph_nodes orograph_runtime
  EXPORT orographTargets
  FILE_SET HEADERS
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orograph
  FILE_SET generated
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orograph)
install(
  EXPORT orographTargets
  NAMESPACE orograph::
  DESTINATION ${package_dir})

configure_package_config_file(cmake/orographConfig.cmake.in orographConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(orographConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/orographConfig.cmake ${PROJECT_BINARY_DIR}/orographConfigVersion.cmake
        DESTINATION ${package_dir})

install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/orograph)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
