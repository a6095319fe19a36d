# One library per folder under surefoot/, one test program per folder that has tests, and
# libsurefoot.so and the command line made of them. The list of folders is in folder_list.cmake.

# All files once; ninja checks before each build whether one was added or removed.
file(GLOB_RECURSE SUREFOOT_FILES RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/surefoot/*.cc ${PROJECT_SOURCE_DIR}/surefoot/*.h)

# Folders with a library of their own. Other folders below them, but for tests, are parts of theirs.
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/folder_list.cmake SUREFOOT_ROOMS
  REGEX "^surefoot_(folder|engine|importer)\\([a-z]")
list(TRANSFORM SUREFOOT_ROOMS REPLACE "^[a-z_]+\\(([a-z0-9_/]+).*" "\\1")

# The files of the folder surefoot/`folder` and its parts that match `pattern` (a regex for the file name).
function(surefoot_files out folder pattern)
  set(files ${SUREFOOT_FILES})
  list(FILTER files INCLUDE REGEX "^surefoot/${folder}/([^/]+/)*${pattern}$")
  list(FILTER files EXCLUDE REGEX "^surefoot/${folder}/([^/]+/)*test/")
  foreach(room IN LISTS SUREFOOT_ROOMS)
    if(room MATCHES "^${folder}/")
      list(FILTER files EXCLUDE REGEX "^surefoot/${room}/")
    endif()
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# For tests that read files of the project. In a header, because a definition for all of them would
# make the same source in two checkouts another one for compilers' caches.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/tests/source_dir.h
  CONTENT "#pragma once\n\n#define SUREFOOT_SOURCE_DIR \"${PROJECT_SOURCE_DIR}\"\n")

# surefoot_tests(<program> NAME <prefix> SOURCES <files...> LINKS <targets...>)
# One gtest program; one ctest entry `<prefix>/<stem>` per *_test.cc file in it, or one
# `<prefix>/<stem>/<engine>` per engine where the file says SUREFOOT_ALL_ENGINES. The main function
# (tests/test_main.cc) runs the tests of the file that --source names, and fails if it has none.
function(surefoot_tests program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME" "SOURCES;LINKS")
  surefoot_joined(joined ${program} ${arg_SOURCES})
  add_executable(${program} ${joined})
  surefoot_warnings(${program})
  set_target_properties(${program} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_include_directories(${program} PRIVATE ${PROJECT_BINARY_DIR}/generated)
  target_link_libraries(${program} PRIVATE ${arg_LINKS} surefoot_test_main)
  surefoot_precompiled(${program} test)
  foreach(source IN LISTS arg_SOURCES)
    if(NOT source MATCHES "([^/]+)_test\\.cc$")
      continue()
    endif()
    set(test ${arg_NAME}/${CMAKE_MATCH_1})
    set(command ${program} --source=${CMAKE_MATCH_1}_test.cc)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    file(STRINGS ${source} every_engine REGEX "SUREFOOT_ALL_ENGINES" LIMIT_COUNT 1)
    if(every_engine)
      get_property(plugins GLOBAL PROPERTY SUREFOOT_PLUGINS)
      get_property(light GLOBAL PROPERTY SUREFOOT_LIGHT_ENGINES)
      foreach(plugin IN LISTS plugins)
        string(REPLACE "surefoot_engine_" "" engine ${plugin})
        if(engine IN_LIST light)
          continue()
        endif()
        add_test(NAME ${test}/${engine} COMMAND ${command} --engine=${engine})
        set_tests_properties(${test}/${engine} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
      endforeach()
    else()
      add_test(NAME ${test} COMMAND ${command})
      set_tests_properties(${test} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
    endif()
  endforeach()
endfunction()

# C++ of the message definitions in surefoot/<folder>/schema, in generated/ of the build tree. Done
# when configuring, which a changed definition brings about.
function(surefoot_generate_messages folder)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(source ${PROJECT_SOURCE_DIR}/surefoot/${folder})
  set(out ${PROJECT_BINARY_DIR}/generated/surefoot/${folder})
  file(GLOB schema CONFIGURE_DEPENDS ${source}/schema/*/*)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source}/generate.py ${schema})
  execute_process(COMMAND ${Python3_EXECUTABLE} ${source}/generate.py ${source}/schema ${out}
    COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB sources ${out}/*.cc)
  set(SUREFOOT_GENERATED_SOURCES ${sources} PARENT_SCOPE)
endfunction()

# surefoot_folder(<folder> [DEPS <folders...>] [PUBLIC_LINKS <targets...>] [LINKS <targets...>]
#                 [TEST_LINKS <targets...>] [GENERATED <files...>] [CXX17] [PLUGIN])
# The library surefoot_<folder, / as _> of surefoot/<folder>/*.cc and the program <folder>_test of
# surefoot/<folder>/test/*.cc. DEPS and PUBLIC_LINKS reach the users of the folder, LINKS do not;
# TEST_LINKS are for the test program alone, GENERATED are further sources, whose headers are in
# generated/ of the build tree.
# CXX17 is for a folder whose third-party headers do not compile as C++20. PLUGIN keeps it out of
# libsurefoot: it is part of the engines that use it. A folder without files is passed over.
function(surefoot_folder folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CXX17;PLUGIN" "" "DEPS;PUBLIC_LINKS;LINKS;TEST_LINKS;GENERATED")
  surefoot_files(sources ${folder} "[^/]+\\.cc")
  surefoot_files(headers ${folder} "[^/]+\\.h")
  if(NOT sources AND NOT headers)
    return()
  endif()
  string(REPLACE "/" "_" name ${folder})
  set(library surefoot_${name})

  set(deps ${arg_PUBLIC_LINKS})
  foreach(dep IN LISTS arg_DEPS)
    string(REPLACE "/" "_" dep surefoot_${dep})
    if(TARGET ${dep})
      list(APPEND deps ${dep})
    endif()
  endforeach()

  if(sources)
    surefoot_joined(joined ${library} ${sources})
    add_library(${library} STATIC ${joined} ${arg_GENERATED})
    surefoot_warnings(${library})
    set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    if(arg_CXX17)
      set_target_properties(${library} PROPERTIES CXX_STANDARD 17)
    else()
      surefoot_precompiled(${library} library)
    endif()
    target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR})
    if(arg_GENERATED)
      target_include_directories(${library} PUBLIC ${PROJECT_BINARY_DIR}/generated)
    endif()
    target_link_libraries(${library} PUBLIC ${deps} PRIVATE ${arg_LINKS})
    if(NOT arg_PLUGIN)
      set_property(GLOBAL APPEND PROPERTY SUREFOOT_OBJECTS $<TARGET_OBJECTS:${library}>)
      set_property(GLOBAL APPEND PROPERTY SUREFOOT_LINKS ${arg_LINKS})
    endif()
  else()
    add_library(${library} INTERFACE)
    target_include_directories(${library} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${library} INTERFACE ${deps})
  endif()

  surefoot_files(tests ${folder}/test "[^/]+\\.cc")
  if(tests)
    surefoot_tests(${name}_test NAME ${folder} SOURCES ${tests}
      LINKS ${library} ${arg_LINKS} ${arg_TEST_LINKS})
    if(arg_CXX17)
      set_target_properties(${name}_test PROPERTIES
        CXX_STANDARD 17 DISABLE_PRECOMPILE_HEADERS ON)
    endif()
  endif()
endfunction()

# surefoot_engine(engines/<engine> ...): the folder of an engine, arguments as of surefoot_folder,
# and lib/surefoot/engines/libsurefoot_<engine>.so made of it, which is loaded when it is asked
# for: what other engines link costs nothing, and their symbols cannot clash. The option
# SUREFOOT_ENGINE_<ENGINE> leaves it out of the build. LIGHT: an engine without forces, which tests
# of all engines leave out.
function(surefoot_engine folder)
  cmake_parse_arguments(PARSE_ARGV 1 own "LIGHT" "" "")
  set(ARGN ${own_UNPARSED_ARGUMENTS})
  string(REGEX REPLACE "^engines/" "" engine ${folder})
  string(TOUPPER ${engine} upper)
  option(SUREFOOT_ENGINE_${upper} "Build the engine ${engine}" ON)
  set_property(GLOBAL APPEND PROPERTY SUREFOOT_ENGINES ${engine})
  if(NOT SUREFOOT_ENGINE_${upper})
    return()
  endif()
  surefoot_folder(${folder} ${ARGN} PLUGIN)
  if(NOT TARGET surefoot_engines_${engine})
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/engines/${engine}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"surefoot/engines/${engine}/backend.h\"

extern \"C\" std::size_t surefoot_engine_layout() { return surefoot::physics::kBackendLayout; }

extern \"C\" void surefoot_engine(surefoot::physics::BackendFactory* factory) {
  *factory = surefoot::engines::${engine}::MakeFactory();
}
")
  set(plugin surefoot_engine_${engine})
  add_library(${plugin} MODULE ${source})
  set_target_properties(${plugin} PROPERTIES OUTPUT_NAME surefoot_${engine}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/surefoot/engines)
  target_link_libraries(${plugin} PRIVATE surefoot_engines_${engine})
  target_link_options(${plugin} PRIVATE -Wl,--exclude-libs,ALL -Wl,--as-needed)
  set_property(GLOBAL APPEND PROPERTY SUREFOOT_PLUGINS ${plugin})
  if(own_LIGHT)
    set_property(GLOBAL APPEND PROPERTY SUREFOOT_LIGHT_ENGINES ${engine})
  endif()
endfunction()

# Once all engines are known: tells the registry their names, and has the plugins built with what
# may load them.
function(surefoot_register_engines)
  get_property(engines GLOBAL PROPERTY SUREFOOT_ENGINES)
  get_property(plugins GLOBAL PROPERTY SUREFOOT_PLUGINS)
  list(JOIN engines "," names)
  get_property(light GLOBAL PROPERTY SUREFOOT_LIGHT_ENGINES)
  list(JOIN light "," light_names)
  target_compile_definitions(surefoot_engines PRIVATE SUREFOOT_ENGINES="${names}"
    SUREFOOT_LIGHT_ENGINES="${light_names}")
  if(plugins)
    add_dependencies(surefoot_engines ${plugins})
  endif()
endfunction()

# The programs libexec/surefoot/surefoot-import (Assimp) and surefoot-import-raster (GDAL) of
# surefoot/importer: libsurefoot starts them, so what they link costs its users nothing.
function(surefoot_importer folder)
  surefoot_files(sources ${folder} "[^/]+\\.cc")
  set(names surefoot-import surefoot-import-raster)
  set(parts "(import_mesh|assimp_[a-z]+|child)" "(import_raster|gdal_[a-z]+|child)")
  set(links PkgConfig::assimp PkgConfig::gdal)
  foreach(name part link IN ZIP_LISTS names parts links)
    set(own ${sources})
    list(FILTER own INCLUDE REGEX "/${part}\\.cc$")
    add_executable(${name} ${own})
    surefoot_warnings(${name})
    set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/libexec/surefoot)
    target_link_libraries(${name} PRIVATE surefoot_geometry ${link})
    if(TARGET geometry_test)
      add_dependencies(geometry_test ${name})
    endif()
  endforeach()
endfunction()

# libsurefoot.so: every folder but cli. Made of the folders' objects, not of their archives: its
# users need all symbols, and CMake 3.25 repeats archives that depend on each other, which
# --whole-archive does not bear.
function(surefoot_library)
  get_property(objects GLOBAL PROPERTY SUREFOOT_OBJECTS)
  get_property(links GLOBAL PROPERTY SUREFOOT_LINKS)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/libsurefoot.cc
    CONTENT "// A shared library needs a source file; the code is in the folders' libraries.\n")
  add_library(surefoot SHARED ${PROJECT_BINARY_DIR}/libsurefoot.cc ${objects})
  add_library(surefoot::surefoot ALIAS surefoot)
  set_target_properties(surefoot PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(surefoot PUBLIC cxx_std_20)
  target_include_directories(surefoot PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(surefoot PUBLIC Eigen3::Eigen PRIVATE ${links})
  # A program that uses an instrumented library must load the sanitizer's runtime first.
  target_link_options(surefoot INTERFACE ${SUREFOOT_SANITIZE_LINK})

  add_dependencies(surefoot surefoot-import surefoot-import-raster)

  # The data beside the library, as in an installation.
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/surefoot)
  foreach(data models worlds grounds soils range_sensors experiments clients examples usarsim)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${data} ${PROJECT_BINARY_DIR}/share/surefoot/${data}
      SYMBOLIC)
  endforeach()
endfunction()

# The program bin/surefoot of surefoot/cli/*.cc, and cli_test of all of it but main.cc.
function(surefoot_cli)
  surefoot_files(sources cli "[^/]+\\.cc")
  set(main surefoot/cli/main.cc)
  if(NOT main IN_LIST sources)
    return()
  endif()
  list(REMOVE_ITEM sources ${main})
  set(links surefoot CLI11::CLI11 nlohmann_json::nlohmann_json Boost::headers PkgConfig::edit
    Threads::Threads)

  add_executable(surefoot_cli ${main})
  surefoot_warnings(surefoot_cli)
  set_target_properties(surefoot_cli PROPERTIES OUTPUT_NAME surefoot)
  target_compile_definitions(surefoot_cli PRIVATE SUREFOOT_VERSION="${PROJECT_VERSION}")
  if(sources)
    surefoot_joined(joined surefoot_cli_commands ${sources})
    add_library(surefoot_cli_commands STATIC ${joined})
    surefoot_warnings(surefoot_cli_commands)
    surefoot_precompiled(surefoot_cli_commands program)
    target_compile_definitions(surefoot_cli_commands PRIVATE
      SUREFOOT_VERSION="${PROJECT_VERSION}")
    target_link_libraries(surefoot_cli_commands PUBLIC ${links})
    list(PREPEND links surefoot_cli_commands)
  endif()
  target_link_libraries(surefoot_cli PRIVATE ${links})

  surefoot_files(tests cli/test "[^/]+\\.cc")
  if(tests)
    surefoot_tests(cli_test NAME cli SOURCES ${tests} LINKS ${links})
  endif()
endfunction()
