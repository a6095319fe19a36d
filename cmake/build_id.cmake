# The build's id, which `surefoot --version` prints: the commit that the sources are of, with "-dirty" when files that git
# tracks were changed. It is determined at build time. The generated file is written only when the id changes, so a new
# commit recompiles that file and links the program again, nothing else.
#
# The id depends on the commit alone: not on tags, on the time or on the machine. The same build of the same commit has
# the same bits.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  # cmake -DSOURCE=<source tree> -DOUTPUT=<file.cc> -DVERSION=<version> [-DBUILD_ID=<id>] -P build_id.cmake
  if(NOT BUILD_ID)
    set(BUILD_ID unknown)
    # safe.directory: the tree may belong to another user than the one who builds it.
    set(git git -c safe.directory=* --no-optional-locks -C ${SOURCE})
    # A source archive that was unpacked inside another repository must not report the commit of that repository.
    execute_process(COMMAND ${git} rev-parse --show-prefix
      OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE outside)
    if(outside EQUAL 0 AND prefix STREQUAL "")
      execute_process(COMMAND ${git} describe --always --exclude=* --abbrev=12 --dirty
        OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      if(described MATCHES "^[0-9a-f]+(-dirty)?$")
        set(BUILD_ID ${described})
      endif()
    endif()
  endif()
  # file(CONFIGURE) leaves a file with the same content alone.
  file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
"#include \"surefoot/cli/version.h\"

namespace surefoot::cli {

const char* Version() { return \"@VERSION@\"; }
const char* BuildId() { return \"@BUILD_ID@\"; }

}  // namespace surefoot::cli
")
  return()
endif()

set(SUREFOOT_BUILD_ID "" CACHE STRING
  "The build's id where there is no git, for packages; default: the commit, \"unknown\" outside a git checkout")

# Defines the library surefoot_build_id, which has the functions of surefoot/cli/version.h.
function(surefoot_build_id)
  set(source ${PROJECT_BINARY_DIR}/build_id.cc)
  # Always out of date, because no set of files shows whether the commit or a tracked file has changed.
  # ./run and ./test do not count steps that are "Looking" for something.
  add_custom_target(surefoot_find_build_id BYPRODUCTS ${source}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${source} -DVERSION=${PROJECT_VERSION}
      -DBUILD_ID=${SUREFOOT_BUILD_ID} -P ${PROJECT_SOURCE_DIR}/cmake/build_id.cmake
    COMMENT "Looking for the build's id" VERBATIM)
  add_library(surefoot_build_id STATIC ${source})
  add_dependencies(surefoot_build_id surefoot_find_build_id)
  target_include_directories(surefoot_build_id PRIVATE ${PROJECT_SOURCE_DIR})
  surefoot_warnings(surefoot_build_id)
endfunction()
