# Warnings for Surefoot's code, and the floating-point rule. Third-party headers are SYSTEM headers
# (imported targets), so these warnings do not apply to them.

# No implicit fused multiply-add: a compiler that contracts a*b+c in one build type and not
# in another gives different results, and state hashes could not be compared across build types.
add_compile_options(-ffp-contract=off)

function(surefoot_warnings target)
  # Warnings of GCC, which every other build uses; Clang, which the fuzz targets need, has others.
  if(SUREFOOT_FUZZ)
    target_compile_options(${target} PRIVATE -w)
    return()
  endif()
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Werror
    -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
  # GCC 12 has false positives about `"text" + string` (GCC bug 105329), and, if strings come from a
  # precompiled header, about other string functions.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE
      -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  # With instrumentation GCC has false positives about uninitialized values.
  if(SUREFOOT_SANITIZE)
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
endfunction()
