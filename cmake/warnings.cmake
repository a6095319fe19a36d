# Warnings for our own code, and the floating-point rule. Third-party headers come in as SYSTEM
# (imported targets), so they are not subject to these.

# No fused multiply-add behind our back: a compiler that contracts a*b+c in one build type and not
# in another gives other bits, and state hashes could not be compared across build types.
add_compile_options(-ffp-contract=off)

function(surefoot_warnings target)
  # Of GCC, which every other build uses; Clang, which the fuzz targets need, knows other ones.
  if(SUREFOOT_FUZZ)
    target_compile_options(${target} PRIVATE -w)
    return()
  endif()
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Werror
    -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
  # GCC 12 warns wrongly about `"text" + string` (its bug 105329), and, where strings come from a
  # precompiled header, about others of their functions.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE
      -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  # Instrumented code makes GCC lose track of what is initialised.
  if(SUREFOOT_SANITIZE)
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
endfunction()
