# cmake -DNPM=... -DWEB=... -P npm_ci.cmake: what the lock file names into web/node_modules, unless it is there.
if(NOT NPM)
  message(FATAL_ERROR "The web page needs npm, which is not installed. On Debian: apt-get install npm. "
    "tools/packages.txt has it; ./run installs it.")
endif()
# Several build trees share the folder.
file(LOCK ${WEB}/.npm.lock GUARD PROCESS TIMEOUT 600)
file(SHA256 ${WEB}/package-lock.json wanted)
set(stamp ${WEB}/node_modules/.surefoot_lock)
if(EXISTS ${stamp})
  file(READ ${stamp} present)
  if(present STREQUAL wanted)
    return()
  endif()
endif()
execute_process(COMMAND ${NPM} ci --no-audit --no-fund --ignore-scripts --loglevel=error
  WORKING_DIRECTORY ${WEB} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "npm could not get the packages of the web page (web/package-lock.json). The first build "
    "needs the network: https://registry.npmjs.org or what `npm config set registry` names. npm said:\n${said}")
endif()
file(WRITE ${stamp} ${wanted})
