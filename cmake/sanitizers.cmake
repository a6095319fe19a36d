# SUREFOOT_SANITIZE: a list for -fsanitize. The presets asan and tsan set it.
set(SUREFOOT_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")

set(SUREFOOT_SANITIZE_LINK "")
if(SUREFOOT_SANITIZE)
  add_compile_options(
    -fsanitize=${SUREFOOT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  set(SUREFOOT_SANITIZE_LINK -fsanitize=${SUREFOOT_SANITIZE})
  add_link_options(${SUREFOOT_SANITIZE_LINK})
endif()
