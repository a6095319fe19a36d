# Optional parts besides the core (loading, physics interface, sensors, drives, web gateway). ./run builds those that a
# command needs, ./test all of them:
#   an engine's name  surefoot/engines/<name>
#   evaluation        the commands experiment, trial, gap, calibrate, characterize
#   usarsim, ros1, ros2, gamecontroller  these gateways
#   fastdds, cyclone  implementations of DDS, for the gateway of ROS 2
#   meshes, raster    the programs that read files with Assimp and with GDAL
#   tests             tests and benchmarks; they need all others
#   fuzz              the libFuzzer targets (fuzz/); only with clang, and not a part of all
set(SUREFOOT_COMPONENTS all CACHE STRING
  "What is built beside the core: all, or a list of engines' names, evaluation, usarsim, ros1, ros2, gamecontroller, fastdds, cyclone, meshes, raster")

# surefoot_with(<out> <component>)
function(surefoot_with out component)
  set(${out} OFF PARENT_SCOPE)
  if(all IN_LIST SUREFOOT_COMPONENTS OR component IN_LIST SUREFOOT_COMPONENTS)
    set(${out} ON PARENT_SCOPE)
  endif()
endfunction()

surefoot_with(SUREFOOT_TESTS tests)
if(SUREFOOT_TESTS AND NOT all IN_LIST SUREFOOT_COMPONENTS)
  message(FATAL_ERROR "SUREFOOT_COMPONENTS: the tests need all components; use 'all'")
endif()

# Built only if named, because GCC has no libFuzzer.
set(SUREFOOT_FUZZ OFF)
if(fuzz IN_LIST SUREFOOT_COMPONENTS)
  set(SUREFOOT_FUZZ ON)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "SUREFOOT_COMPONENTS: fuzz needs clang; use the preset fuzz")
  endif()
endif()
