# The web page, web/: the target web_page builds it into <build>/web, to which a link in share/surefoot/ points.
# npm and node are searched at build time, because ./run installs them while the rest is compiled.
set(web ${PROJECT_SOURCE_DIR}/web)
set(page ${PROJECT_BINARY_DIR}/web)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/*)

# The packages to build the page; with tests, also those to test it.
set(only)
if(NOT SUREFOOT_TESTS)
  set(only -DONLY=page)
endif()
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/web_modules.stamp
  COMMAND ${CMAKE_COMMAND} -DWEB=${web} ${only} -P ${PROJECT_SOURCE_DIR}/cmake/npm_ci.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/web_modules.stamp
  DEPENDS ${web}/package-lock.json ${PROJECT_SOURCE_DIR}/cmake/npm_ci.cmake
  COMMENT "Getting the page's packages from npm" VERBATIM)
add_custom_command(OUTPUT ${page}/index.html
  COMMAND node ${web}/build.mjs ${page}
  DEPENDS ${PROJECT_BINARY_DIR}/web_modules.stamp ${web}/build.mjs ${web_sources}
  COMMENT "Making the web page" VERBATIM)
add_custom_target(web_page ALL DEPENDS ${page}/index.html)

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/surefoot)
file(CREATE_LINK ${page} ${PROJECT_BINARY_DIR}/share/surefoot/web SYMBOLIC)
