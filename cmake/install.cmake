# cmake --install: the program, libsurefoot with its headers and CMake package, models and worlds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The folders whose headers are installed: what the headers of session/ can reach, and the
# registries that a program fills.
set(SUREFOOT_PUBLIC_HEADER_FOLDERS
  base math mesh world formats physics backends sim record session builtin)

function(surefoot_install)
  set(data ${CMAKE_INSTALL_DATADIR}/surefoot)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/surefoot)

  install(TARGETS surefoot EXPORT surefoot LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  foreach(folder IN LISTS SUREFOOT_PUBLIC_HEADER_FOLDERS)
    surefoot_files(headers surefoot/${folder} "[^/]+\\.h")
    install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/surefoot/${folder})
  endforeach()
  if(TARGET surefoot_cli)
    set_target_properties(surefoot_cli PROPERTIES
      INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS surefoot_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
  install(DIRECTORY models worlds DESTINATION ${data} OPTIONAL)

  install(EXPORT surefoot NAMESPACE surefoot:: FILE surefootTargets.cmake DESTINATION ${package})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/surefootConfig.cmake @ONLY CONTENT
"include(CMakeFindDependencyMacro)
find_dependency(Eigen3)
include(\${CMAKE_CURRENT_LIST_DIR}/surefootTargets.cmake)
")
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/surefootConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES
    ${PROJECT_BINARY_DIR}/surefootConfig.cmake ${PROJECT_BINARY_DIR}/surefootConfigVersion.cmake
    DESTINATION ${package})
endfunction()
