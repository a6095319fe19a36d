# SUREFOOT_SANITIZE: a list for -fsanitize. The presets asan and tsan set it.
set(SUREFOOT_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")

set(SUREFOOT_SANITIZE_LINK "")
if(SUREFOOT_SANITIZE)
  add_compile_options(
    -fsanitize=${SUREFOOT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  set(SUREFOOT_SANITIZE_LINK -fsanitize=${SUREFOOT_SANITIZE})
  add_link_options(${SUREFOOT_SANITIZE_LINK})
endif()

# Programs run this many times slower under the sanitizers; limits on the time of tests are multiplied by it.
set(SUREFOOT_SLOWDOWN 1)
if(SUREFOOT_SANITIZE MATCHES thread)
  set(SUREFOOT_SLOWDOWN 12)
elseif(SUREFOOT_SANITIZE)
  set(SUREFOOT_SLOWDOWN 6)
endif()

# surefoot_slow_down_tests(): applies it to the tests that the CMakeLists.txt which calls it has added.
function(surefoot_slow_down_tests)
  if(SUREFOOT_SLOWDOWN EQUAL 1)
    return()
  endif()
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test IN LISTS tests)
    get_test_property(${test} TIMEOUT limit)
    if(limit)
      math(EXPR limit "${limit} * ${SUREFOOT_SLOWDOWN}")
      set_tests_properties(${test} PROPERTIES TIMEOUT ${limit})
    endif()
  endforeach()
endfunction()
