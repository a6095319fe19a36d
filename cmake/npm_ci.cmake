# cmake -DWEB=... [-DONLY=page] -P npm_ci.cmake: installs the packages of the lock file into web/node_modules if needed.
# ONLY=page omits packages that only the page's tests need.
find_program(NPM npm)
if(NOT NPM)
  message(FATAL_ERROR "The web page needs npm, which is not installed. On Debian: apt-get install npm. "
    "tools/packages.txt has it; ./run installs it.")
endif()
# A lock, because several build trees share the folder.
file(LOCK ${WEB}/.npm.lock GUARD PROCESS TIMEOUT 600)
file(SHA256 ${WEB}/package-lock.json wanted)
set(stamp ${WEB}/node_modules/.surefoot_lock)
set(options)
if(ONLY STREQUAL page)
  set(options --omit=dev)
endif()
set(with_tests "${wanted} with tests")
if(EXISTS ${stamp})
  file(READ ${stamp} present)
  if(present STREQUAL with_tests OR (options AND present STREQUAL wanted))
    return()
  endif()
endif()
if(NOT options)
  set(wanted ${with_tests})
endif()
execute_process(COMMAND ${NPM} ci ${options} --no-audit --no-fund --ignore-scripts --loglevel=error
  WORKING_DIRECTORY ${WEB} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "npm could not get the packages of the web page (web/package-lock.json). The first build "
    "needs the network and the registry that `npm config get registry` names. npm said:\n${said}")
endif()
file(WRITE ${stamp} ${wanted})
