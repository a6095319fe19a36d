# Headers of the standard library, Eigen and GoogleTest that most files include, compiled once for
# each way of compiling: a quarter less time for a build without a cache. Files still include what
# they use; tools/check_headers compiles every header without this.

set(SUREFOOT_COMMON_HEADERS
  <Eigen/Dense>
  <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstring> <fstream> <functional> <limits>
  <map> <memory> <mutex> <optional> <set> <sstream> <string> <string_view> <thread> <tuple>
  <unordered_map> <utility> <variant> <vector>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Lets ccache see what a precompiled header holds.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cc
  CONTENT "// A library needs a source file; this one is for its precompiled header.\n")

# One for libraries, one for programs, one for programs of tests.
set(kinds library program)
if(SUREFOOT_TESTS)
  list(APPEND kinds test)
endif()
foreach(kind IN LISTS kinds)
  set(target surefoot_headers_${kind})
  add_library(${target} STATIC ${PROJECT_BINARY_DIR}/precompiled.cc)
  surefoot_warnings(${target})
  target_link_libraries(${target} PRIVATE Eigen3::Eigen)
  target_precompile_headers(${target} PRIVATE ${SUREFOOT_COMMON_HEADERS})
endforeach()
set_target_properties(surefoot_headers_library PROPERTIES POSITION_INDEPENDENT_CODE ON)
# Tests spend their time in the libraries: less optimisation compiles them in three quarters of the time.
set(SUREFOOT_TEST_OPTIONS $<$<CONFIG:RelWithDebInfo>:-O1>)
if(SUREFOOT_TESTS)
  target_compile_options(surefoot_headers_test PRIVATE ${SUREFOOT_TEST_OPTIONS})
  target_link_libraries(surefoot_headers_test PRIVATE GTest::gtest)
  target_precompile_headers(surefoot_headers_test PRIVATE <gtest/gtest.h>)
endif()

# surefoot_precompiled(<target> library|program|test)
function(surefoot_precompiled target kind)
  target_precompile_headers(${target} REUSE_FROM surefoot_headers_${kind})
endfunction()
