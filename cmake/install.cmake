# cmake --install: the program, libsurefoot with its headers and CMake package, models, worlds, grounds, the
# web page, manual pages, completion scripts and, where it was built, the documentation site.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The public headers (docs/guides/library.md). These and the headers they include are installed; all others are
# private.
set(SUREFOOT_PUBLIC_HEADERS
  surefoot/builtin/builtin.h surefoot/session/load.h surefoot/session/run_diff.h
  surefoot/session/save.h surefoot/msgs/convert.h surefoot/msgs/field_path.h
  surefoot/msgs/json.h surefoot/record/message_reader.h
  surefoot/record/replay.h)
file(GLOB messages RELATIVE ${PROJECT_BINARY_DIR}/generated
  ${PROJECT_BINARY_DIR}/generated/surefoot/msgs/*.h)
list(APPEND SUREFOOT_PUBLIC_HEADERS ${messages})

# The root of a header: the source tree, or generated/ in the build tree.
function(surefoot_header_file out header)
  set(file ${PROJECT_SOURCE_DIR}/${header})
  if(NOT EXISTS ${file})
    set(file ${PROJECT_BINARY_DIR}/generated/${header})
  endif()
  set(${out} ${file} PARENT_SCOPE)
endfunction()

# `headers` and all headers that they include through #include "surefoot/...".
function(surefoot_reached_headers out headers)
  set(reached)
  set(todo ${headers})
  while(todo)
    list(POP_FRONT todo header)
    if(header IN_LIST reached)
      continue()
    endif()
    list(APPEND reached ${header})
    surefoot_header_file(file ${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(STRINGS ${file} lines REGEX "^#include \"surefoot/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
      list(APPEND todo ${included})
    endforeach()
  endwhile()
  set(${out} ${reached} PARENT_SCOPE)
endfunction()

# Manual pages and completion scripts, which the program prints itself (install_command_texts.cmake).
function(surefoot_install_command_texts)
  if(NOT TARGET surefoot_cli)
    return()
  endif()
  install(CODE "set(program \"$<TARGET_FILE:surefoot_cli>\")
set(man \"${CMAKE_INSTALL_MANDIR}/man1\")
set(share \"${CMAKE_INSTALL_DATADIR}\")")
  install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/install_command_texts.cmake)
endfunction()

function(surefoot_install)
  set(data ${CMAKE_INSTALL_DATADIR}/surefoot)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/surefoot)

  install(TARGETS surefoot EXPORT surefoot LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  if(TARGET surefoot-evaluation)
    set_target_properties(surefoot-evaluation PROPERTIES INSTALL_RPATH "$ORIGIN/../../${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(surefoot_evaluation PROPERTIES INSTALL_RPATH "$ORIGIN")
    install(TARGETS surefoot_evaluation LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(TARGETS surefoot-evaluation RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/surefoot)
  endif()
  surefoot_reached_headers(headers "${SUREFOOT_PUBLIC_HEADERS}")
  foreach(header IN LISTS headers)
    cmake_path(GET header PARENT_PATH folder)
    surefoot_header_file(file ${header})
    install(FILES ${file} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
  endforeach()
  if(TARGET surefoot_cli)
    set_target_properties(surefoot_cli PROPERTIES
      INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS surefoot_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
  get_property(plugins GLOBAL PROPERTY SUREFOOT_PLUGINS)
  if(plugins)
    install(TARGETS ${plugins} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/surefoot/engines)
  endif()
  get_property(vendors GLOBAL PROPERTY SUREFOOT_DDS_VENDORS)
  if(vendors)
    install(TARGETS ${vendors} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/surefoot/dds)
  endif()
  foreach(program surefoot-import surefoot-import-raster)
    if(TARGET ${program})
      install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/surefoot)
    endif()
  endforeach()
  install(DIRECTORY models worlds grounds soils range_sensors experiments clients usarsim DESTINATION ${data} OPTIONAL)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/web DESTINATION ${data} OPTIONAL)
  # Built by the target docs_site.
  install(DIRECTORY ${PROJECT_BINARY_DIR}/docs_site/ DESTINATION ${data}/docs OPTIONAL)
  # Programs started by experiments.
  install(DIRECTORY examples/03_controller DESTINATION ${data}/examples USE_SOURCE_PERMISSIONS)

  surefoot_install_command_texts()

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
