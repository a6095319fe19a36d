# Headers of the standard library, Eigen and GoogleTest that most files include, compiled once for
# each set of options: saves a quarter of the time of a build without a cache. Files still include what
# they use; tools/check_headers compiles every header without this.

set(SUREFOOT_COMMON_HEADERS
  <Eigen/Dense>
  <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstring> <fstream> <functional> <limits>
  <map> <memory> <mutex> <optional> <set> <sstream> <string> <string_view> <thread> <tuple>
  <unordered_map> <utility> <variant> <vector>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Lets ccache check the content of a precompiled header.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  # The compiler collects garbage only above 1 GB: a twelfth less time, and the largest file stays below 1.5 GB.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1000000>)
endif()

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cc
  CONTENT "// A library needs a source file; this one is for its precompiled header.\n")

# Code that is not executed in steps (files, messages, servers, commands, reports) and tests, which spend their time in the
# libraries: with less optimization they compile in three quarters of the time. Results are the same bit for bit.
# At this level GCC reports false positives about uninitialized values.
set(SUREFOOT_COLD_OPTIONS $<$<CONFIG:RelWithDebInfo>:-O1> -Wno-maybe-uninitialized)

# One for each set of options, because GCC takes the optimization level from the precompiled header: stepped code,
# cold code, tests.
set(kinds stepped cold)
if(SUREFOOT_TESTS)
  list(APPEND kinds test)
endif()
foreach(kind IN LISTS kinds)
  set(target surefoot_headers_${kind})
  add_library(${target} STATIC ${PROJECT_BINARY_DIR}/precompiled.cc)
  surefoot_warnings(${target})
  target_link_libraries(${target} PRIVATE Eigen3::Eigen)
  target_precompile_headers(${target} PRIVATE ${SUREFOOT_COMMON_HEADERS})
  target_compile_options(${target} PRIVATE -fPIC)
  if(NOT kind STREQUAL stepped)
    target_compile_options(${target} PRIVATE ${SUREFOOT_COLD_OPTIONS})
  endif()
endforeach()
if(SUREFOOT_TESTS)
  target_link_libraries(surefoot_headers_test PRIVATE GTest::gtest)
  target_precompile_headers(surefoot_headers_test PRIVATE <gtest/gtest.h>)
endif()

# surefoot_precompiled(<target> stepped|cold|test): compile the target this way.
function(surefoot_precompiled target kind)
  target_precompile_headers(${target} REUSE_FROM surefoot_headers_${kind})
  # For programs, too, because they share the libraries' precompiled header; CMake would use -fPIE.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
  if(NOT kind STREQUAL stepped)
    target_compile_options(${target} PRIVATE ${SUREFOOT_COLD_OPTIONS})
  endif()
endfunction()
