# One library per folder under surefoot/, one test program per folder that has tests, and
# libsurefoot.so and the command line made of them. The list of folders is in folder_list.cmake.

# Lists all files once; ninja checks before each build whether one was added or removed.
file(GLOB_RECURSE SUREFOOT_FILES RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/surefoot/*.cc ${PROJECT_SOURCE_DIR}/surefoot/*.h)

# Folders with their own library. Other folders below them, except tests, belong to them.
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/folder_list.cmake SUREFOOT_FOLDERS
  REGEX "^surefoot_(folder|engine|gateway|dds_vendor|importer)\\([a-z]")
list(TRANSFORM SUREFOOT_FOLDERS REPLACE "^[a-z_]+\\(([a-z0-9_/]+).*" "\\1")

# The files of the folder surefoot/`folder` and its parts that match `pattern` (a regex for the file name). For a
# CMakeLists.txt elsewhere (tests/adding), the files beside it.
function(surefoot_files out folder pattern)
  set(files ${SUREFOOT_FILES})
  if(NOT CMAKE_CURRENT_SOURCE_DIR STREQUAL PROJECT_SOURCE_DIR)
    file(GLOB_RECURSE files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS
      surefoot/${folder}/*.cc surefoot/${folder}/*.h)
  endif()
  list(FILTER files INCLUDE REGEX "^surefoot/${folder}/([^/]+/)*${pattern}$")
  list(FILTER files EXCLUDE REGEX "^surefoot/${folder}/([^/]+/)*test/")
  foreach(room IN LISTS SUREFOOT_FOLDERS)
    if(room MATCHES "^${folder}/")
      list(FILTER files EXCLUDE REGEX "^surefoot/${room}/")
    endif()
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# For tests that read files of the project. In a header, because a compiler definition would
# prevent compiler caches from sharing objects between two checkouts.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/tests/source_dir.h
  CONTENT "#pragma once\n\n#define SUREFOOT_SOURCE_DIR \"${PROJECT_SOURCE_DIR}\"\n")

# surefoot_tests(<program> NAME <prefix> SOURCES <files...> LINKS <targets...>)
# One gtest program; one ctest entry `<prefix>/<stem>` per *_test.cc file in it, or one
# `<prefix>/<stem>/<engine>` per engine if the file contains SUREFOOT_ALL_ENGINES. The main function
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

# Generates C++ from the message definitions in surefoot/<folder>/schema into generated/ of the build tree, at
# configure time; a changed definition causes a new configuration.
function(surefoot_generate_messages folder)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(source ${PROJECT_SOURCE_DIR}/surefoot/${folder})
  set(out ${PROJECT_BINARY_DIR}/generated/surefoot/${folder})
  file(GLOB schema CONFIGURE_DEPENDS ${source}/schema/*/*)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source}/generate.py ${source}/type_hash.py
    ${schema})
  execute_process(COMMAND ${Python3_EXECUTABLE} ${source}/generate.py ${source}/schema ${out}
    COMMAND_ERROR_IS_FATAL ANY)
  # Compiled in two parts, in parallel.
  file(GLOB sources RELATIVE ${PROJECT_BINARY_DIR}/generated ${out}/*.cc)
  set(part 0)
  foreach(source IN LISTS sources)
    string(APPEND content_${part} "#include \"${source}\"\n")
    math(EXPR part "1 - ${part}")
  endforeach()
  foreach(part 0 1)
    set(joined ${PROJECT_BINARY_DIR}/joined/generated_${folder}_${part}.cc)
    file(CONFIGURE OUTPUT ${joined} CONTENT "${content_${part}}")
    list(APPEND parts ${joined})
  endforeach()
  set(SUREFOOT_GENERATED_SOURCES ${parts} PARENT_SCOPE)
endfunction()

# surefoot_folder(<folder> [DEPS <folders...>] [PUBLIC_LINKS <targets...>] [LINKS <targets...>]
#                 [TEST_LINKS <targets...>] [TEST_SOURCES <files...>] [GENERATED <files...>] [COMPONENT <name>] [LIBRARY <name>]
#                 [COLD] [CXX17] [PLUGIN])
# The library surefoot_<folder, / as _> of surefoot/<folder>/*.cc and the program <folder>_test of
# surefoot/<folder>/test/*.cc. DEPS and PUBLIC_LINKS reach the users of the folder, LINKS do not;
# TEST_LINKS and TEST_SOURCES, files of other folders, are for the test program only, GENERATED are further sources, whose headers are in
# generated/ of the build tree.
# COLD is for a folder whose code is not executed in steps (precompiled.cmake). CXX17 is for a folder whose third-party
# headers do not compile as C++20. PLUGIN keeps it out of libsurefoot: it is part of the engines that use it.
# LIBRARY puts it into libsurefoot_<name> instead. A folder without files or whose COMPONENT is not built
# (components.cmake) is skipped.
function(surefoot_folder folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COLD;CXX17;PLUGIN" "COMPONENT;LIBRARY"
    "DEPS;PUBLIC_LINKS;LINKS;TEST_LINKS;TEST_SOURCES;GENERATED")
  if(arg_COMPONENT)
    surefoot_with(wanted ${arg_COMPONENT})
    if(NOT wanted)
      return()
    endif()
  endif()
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
    elseif(arg_COLD)
      surefoot_precompiled(${library} cold)
    else()
      surefoot_precompiled(${library} stepped)
    endif()
    target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    if(arg_GENERATED)
      target_include_directories(${library} PUBLIC ${PROJECT_BINARY_DIR}/generated)
    endif()
    target_link_libraries(${library} PUBLIC ${deps} PRIVATE ${arg_LINKS})
    if(NOT arg_PLUGIN)
      set(shared surefoot)
      if(arg_LIBRARY)
        set(shared surefoot_${arg_LIBRARY})
      endif()
      set_property(GLOBAL APPEND PROPERTY SUREFOOT_OBJECTS_${shared} $<TARGET_OBJECTS:${library}>)
      set_property(GLOBAL APPEND PROPERTY SUREFOOT_LINKS_${shared} ${arg_LINKS})
    endif()
  else()
    add_library(${library} INTERFACE)
    target_include_directories(${library} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${library} INTERFACE ${deps})
  endif()

  surefoot_files(tests ${folder}/test "[^/]+\\.cc")
  if(tests AND SUREFOOT_TESTS)
    surefoot_tests(${name}_test NAME ${folder} SOURCES ${tests} ${arg_TEST_SOURCES}
      LINKS ${library} ${arg_LINKS} ${arg_TEST_LINKS})
    if(arg_CXX17)
      set_target_properties(${name}_test PROPERTIES
        CXX_STANDARD 17 DISABLE_PRECOMPILE_HEADERS ON)
    endif()
  endif()
endfunction()

# surefoot_engine(engines/<engine> ...): the folder of an engine, arguments as of surefoot_folder,
# and lib/surefoot/engines/libsurefoot_<engine>.so made of it, which is loaded when it is
# requested: the libraries of other engines cost nothing, and their symbols cannot clash. The engine's name is a component
# (components.cmake). LIGHT: an engine without forces, which tests of all engines leave out. LINKS, or BENCH_LINKS where
# that is more, are also linked with bench/husky/<engine>_raw.cc.
function(surefoot_engine folder)
  cmake_parse_arguments(PARSE_ARGV 1 own "LIGHT" "" "BENCH_LINKS")
  set(ARGN ${own_UNPARSED_ARGUMENTS})
  string(REGEX REPLACE "^engines/" "" engine ${folder})
  set_property(GLOBAL APPEND PROPERTY SUREFOOT_ENGINES ${engine})
  cmake_parse_arguments(engine "CXX17" "" "DEPS;LINKS" ${ARGN})
  if(own_BENCH_LINKS)
    set(engine_LINKS ${own_BENCH_LINKS})
  endif()
  set_property(GLOBAL PROPERTY SUREFOOT_LINKS_OF_${engine} ${engine_LINKS})
  surefoot_with(wanted ${engine})
  if(NOT wanted)
    return()
  endif()
  surefoot_folder(${folder} ${ARGN} PLUGIN)
  if(NOT TARGET surefoot_engines_${engine})
    return()
  endif()
  surefoot_engine_plugin(${engine})
  set_property(GLOBAL APPEND PROPERTY SUREFOOT_PLUGINS surefoot_engine_${engine})
  if(own_LIGHT)
    set_property(GLOBAL APPEND PROPERTY SUREFOOT_LIGHT_ENGINES ${engine})
  endif()
endfunction()

# The loadable module of the engine's library.
function(surefoot_engine_plugin engine)
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
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/lib/surefoot/engines)
  target_link_libraries(${plugin} PRIVATE surefoot_engines_${engine})
  target_link_options(${plugin} PRIVATE -Wl,--exclude-libs,ALL -Wl,--as-needed)
endfunction()

# Called when all engines are known: passes their names to the registry. The target surefoot_modules is everything that the
# program loads or starts on demand.
function(surefoot_register_engines)
  get_property(engines GLOBAL PROPERTY SUREFOOT_ENGINES)
  get_property(plugins GLOBAL PROPERTY SUREFOOT_PLUGINS)
  list(JOIN engines "," names)
  get_property(light GLOBAL PROPERTY SUREFOOT_LIGHT_ENGINES)
  list(JOIN light "," light_names)
  target_compile_definitions(surefoot_engines PRIVATE SUREFOOT_ENGINES="${names}"
    SUREFOOT_LIGHT_ENGINES="${light_names}")
  add_custom_target(surefoot_modules)
  get_property(vendors GLOBAL PROPERTY SUREFOOT_DDS_VENDORS)
  foreach(module IN LISTS plugins vendors ITEMS surefoot-import surefoot-import-raster)
    if(TARGET ${module})
      add_dependencies(surefoot_modules ${module})
    endif()
  endforeach()
  if(TARGET builtin_test)
    add_dependencies(builtin_test surefoot_modules)
  endif()
  foreach(test gateways_dds_test gateways_ros2_test)
    if(TARGET ${test} AND vendors)
      add_dependencies(${test} ${vendors})
    endif()
  endforeach()
endfunction()

# surefoot_gateway(gateways/<name> ...): the folder of a gateway, arguments as of surefoot_folder. Its header
# gateway.h declares surefoot::gateways::<name>::Kind(data_folder). All but web are components.
function(surefoot_gateway folder)
  string(REGEX REPLACE "^gateways/" "" gateway ${folder})
  if(gateway STREQUAL web)
    surefoot_folder(${folder} ${ARGN})
  else()
    surefoot_folder(${folder} ${ARGN} COMPONENT ${gateway})
  endif()
  if(TARGET surefoot_gateways_${gateway})
    set_property(GLOBAL APPEND PROPERTY SUREFOOT_GATEWAYS ${gateway})
  endif()
endfunction()

# surefoot_dds_vendor(gateways/dds/<vendor> ...): the folder of a DDS implementation, arguments as of surefoot_folder, and
# lib/surefoot/dds/libsurefoot_dds_<vendor>.so made of it, which gateways/dds loads when it is requested. Its header
# open.h declares surefoot::gateways::dds::<vendor>::Open(options). The vendor's name is a component.
function(surefoot_dds_vendor folder)
  string(REGEX REPLACE "^gateways/dds/" "" vendor ${folder})
  surefoot_with(wanted ${vendor})
  if(NOT wanted)
    return()
  endif()
  surefoot_folder(${folder} ${ARGN} PLUGIN)
  set(source ${PROJECT_BINARY_DIR}/dds/${vendor}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"surefoot/gateways/dds/${vendor}/open.h\"
#include \"surefoot/gateways/dds/plugin.h\"

namespace dds = surefoot::gateways::dds;

extern \"C\" std::size_t surefoot_dds_layout() { return dds::kVendorLayout; }

extern \"C\" void surefoot_dds_open(const dds::ParticipantOptions& options,
                                  std::optional<dds::OpenedParticipant>* participant) {
  participant->emplace(dds::${vendor}::Open(options));
}
")
  set(plugin surefoot_dds_${vendor})
  add_library(${plugin} MODULE ${source})
  set_target_properties(${plugin} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/lib/surefoot/dds)
  target_link_libraries(${plugin} PRIVATE surefoot_gateways_dds_${vendor})
  target_link_options(${plugin} PRIVATE -Wl,--exclude-libs,ALL -Wl,--as-needed)
  set_property(GLOBAL APPEND PROPERTY SUREFOOT_DDS_VENDORS ${plugin})
endfunction()

# Before the folder builtin: the list of the gateways that are built, for builtin/builtin.cc.
function(surefoot_register_gateways out)
  get_property(gateways GLOBAL PROPERTY SUREFOOT_GATEWAYS)
  set(includes)
  set(lines)
  foreach(gateway IN LISTS gateways)
    string(APPEND includes "#include \"surefoot/gateways/${gateway}/gateway.h\"\n")
    string(APPEND lines "  kinds->Add(\"${gateway}\", gateways::${gateway}::Kind(data));\n")
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/gateway_list.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"surefoot/builtin/register_gateways.h\"

${includes}
namespace surefoot {

void AddGateways(gateways::GatewayKinds* kinds, const std::string& data) {
${lines}}

}  // namespace surefoot
")
  set(${out} ${source} PARENT_SCOPE)
endfunction()

# Before the folder evaluation/report: page_files.cc, which holds page.css and page.js of that folder as texts.
function(surefoot_page_files out)
  foreach(kind IN ITEMS css js)
    set(file ${PROJECT_SOURCE_DIR}/surefoot/evaluation/report/page.${kind})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} ${kind})
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/page_files.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"surefoot/evaluation/report/html.h\"

namespace surefoot::report {

std::string_view PageStyle() { return R\"css(@css@)css\"; }
std::string_view PageScript() { return R\"js(@js@)js\"; }

}  // namespace surefoot::report
" @ONLY)
  set(${out} ${source} PARENT_SCOPE)
endfunction()

# The programs libexec/surefoot/surefoot-import (Assimp) and surefoot-import-raster (GDAL) of
# surefoot/importer: libsurefoot starts them, so its users do not link their libraries.
function(surefoot_importer folder)
  surefoot_files(sources ${folder} "[^/]+\\.cc")
  set(names surefoot-import surefoot-import-raster)
  set(parts "(import_mesh|assimp_[a-z]+|child)" "(import_raster|gdal_[a-z]+|child)")
  set(links PkgConfig::assimp PkgConfig::gdal)
  foreach(name part link IN ZIP_LISTS names parts links)
    if(NOT TARGET ${link})
      continue()
    endif()
    set(own ${sources})
    list(FILTER own INCLUDE REGEX "/${part}\\.cc$")
    add_executable(${name} ${own})
    surefoot_warnings(${name})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${SUREFOOT_JOIN} UNITY_BUILD_BATCH_SIZE 0
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/libexec/surefoot)
    target_link_libraries(${name} PRIVATE surefoot_geometry ${link})
    if(TARGET geometry_test)
      add_dependencies(geometry_test ${name})
    endif()
  endforeach()
endfunction()

# surefoot_shared(<library>): the shared library of the folders that belong to it. Made of the folders' objects,
# not of their archives: its users need all symbols, and CMake 3.25 repeats archives that depend on each other,
# which --whole-archive does not support.
function(surefoot_shared library)
  get_property(objects GLOBAL PROPERTY SUREFOOT_OBJECTS_${library})
  get_property(links GLOBAL PROPERTY SUREFOOT_LINKS_${library})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/lib${library}.cc
    CONTENT "// A shared library needs a source file; the code is in the folders' libraries.\n")
  add_library(${library} SHARED ${PROJECT_BINARY_DIR}/lib${library}.cc ${objects})
  set_target_properties(${library} PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_include_directories(${library} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${library} PUBLIC Eigen3::Eigen PRIVATE ${links})
  # A program that uses an instrumented library must load the sanitizer's runtime first.
  target_link_options(${library} INTERFACE ${SUREFOOT_SANITIZE_LINK})
endfunction()

# libsurefoot.so: every folder except cli and those of the evaluation; libsurefoot_evaluation.so: the latter.
function(surefoot_libraries)
  surefoot_shared(surefoot)
  add_library(surefoot::surefoot ALIAS surefoot)
  surefoot_with(wanted evaluation)
  if(wanted)
    surefoot_shared(surefoot_evaluation)
    target_link_libraries(surefoot_evaluation PUBLIC surefoot)
  endif()

  # The data beside the library, as in an installation.
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/surefoot)
  foreach(data models worlds grounds soils range_sensors experiments clients examples usarsim)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${data} ${PROJECT_BINARY_DIR}/share/surefoot/${data}
      SYMBOLIC)
  endforeach()
endfunction()

# surefoot_program(<target> <main file> LIBRARY <static library> SOURCES <files...> LINKS <targets...>): a program,
# and the library of all its code except the main function, for the tests.
function(surefoot_program target main)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "LIBRARY" "SOURCES;LINKS")
  surefoot_joined(joined ${arg_LIBRARY} ${arg_SOURCES})
  add_library(${arg_LIBRARY} STATIC ${joined})
  surefoot_precompiled(${arg_LIBRARY} cold)
  target_link_libraries(${arg_LIBRARY} PUBLIC ${arg_LINKS})
  add_executable(${target} ${main})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARY})
  foreach(each ${target} ${arg_LIBRARY})
    surefoot_warnings(${each})
  endforeach()
endfunction()

# The programs of surefoot/cli: bin/surefoot, and libexec/surefoot/surefoot-evaluation of surefoot/cli/evaluation;
# cli_test of both.
function(surefoot_programs)
  surefoot_build_id()
  set(main surefoot/cli/main.cc)
  surefoot_files(sources cli "[^/]+\\.cc")
  set(evaluation ${sources})
  list(FILTER evaluation INCLUDE REGEX "^surefoot/cli/evaluation/")
  list(REMOVE_ITEM sources ${main} ${evaluation})
  list(REMOVE_ITEM evaluation surefoot/cli/evaluation/main.cc)
  surefoot_program(surefoot_cli ${main} LIBRARY surefoot_cli_commands SOURCES ${sources}
    LINKS surefoot surefoot_build_id CLI11::CLI11 nlohmann_json::nlohmann_json PkgConfig::edit Threads::Threads)
  set_target_properties(surefoot_cli PROPERTIES OUTPUT_NAME surefoot)
  if(TARGET surefoot_evaluation)
    surefoot_program(surefoot-evaluation surefoot/cli/evaluation/main.cc LIBRARY surefoot_cli_evaluation
      SOURCES ${evaluation} LINKS surefoot_evaluation surefoot_cli_commands)
    set_target_properties(surefoot-evaluation PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/libexec/surefoot)
    add_dependencies(surefoot_modules surefoot-evaluation)
  endif()

  surefoot_files(tests cli/test "[^/]+\\.cc")
  if(tests AND SUREFOOT_TESTS)
    surefoot_tests(cli_test NAME cli SOURCES ${tests} LINKS surefoot_cli_commands surefoot_cli_evaluation)
  endif()
endfunction()
