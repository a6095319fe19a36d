# Part of cmake --install: the manual pages man1/surefoot*.1 and the completion scripts of bash, zsh and fish. The built
# program prints them, from the same data as its --help, so there are no copies to keep up to date.
# In: `program`; `man` and `share`, folders relative to the prefix. Not for cross compilation: the program is started.

# install_output(<folder> <name> <arguments...>): what the program prints as the file <folder>/<name>. Commands of parts that
# are not built fail, and have no page.
function(install_output folder name)
  execute_process(COMMAND ${program} ${ARGN} OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    message(STATUS "Not installed: ${folder}/${name}")
    return()
  endif()
  cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
  message(STATUS "Installing: $ENV{DESTDIR}${folder}/${name}")
  file(WRITE "$ENV{DESTDIR}${folder}/${name}" "${text}")
  set(CMAKE_INSTALL_MANIFEST_FILES ${CMAKE_INSTALL_MANIFEST_FILES} "${folder}/${name}" PARENT_SCOPE)
endfunction()

# The names of the commands are what completes an empty word.
execute_process(COMMAND ${program} complete -- "" OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\t[^\n]*\n" ";" commands "${commands}")
install_output(${man} surefoot.1 help --man)
foreach(command IN LISTS commands)
  if(command)
    install_output(${man} surefoot-${command}.1 help --man ${command})
  endif()
endforeach()
install_output(${share}/bash-completion/completions surefoot completion bash)
install_output(${share}/zsh/site-functions _surefoot completion zsh)
install_output(${share}/fish/vendor_completions.d surefoot.fish completion fish)
