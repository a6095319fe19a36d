# The web page, web/: the target web_page makes it into <build>/web, and a link in share/surefoot/ leads there.
find_program(SUREFOOT_NODE NAMES node nodejs)
find_program(SUREFOOT_NPM npm)

set(web ${PROJECT_SOURCE_DIR}/web)
set(page ${PROJECT_BINARY_DIR}/web)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/*)

add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/web_modules.stamp
  COMMAND ${CMAKE_COMMAND} -DNPM=${SUREFOOT_NPM} -DWEB=${web} -P ${PROJECT_SOURCE_DIR}/cmake/npm_ci.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/web_modules.stamp
  DEPENDS ${web}/package-lock.json ${PROJECT_SOURCE_DIR}/cmake/npm_ci.cmake
  COMMENT "Getting the page's packages from npm" VERBATIM)
add_custom_command(OUTPUT ${page}/index.html
  COMMAND ${SUREFOOT_NODE} ${web}/build.mjs ${page}
  DEPENDS ${PROJECT_BINARY_DIR}/web_modules.stamp ${web}/build.mjs ${web_sources}
  COMMENT "Making the web page" VERBATIM)
add_custom_target(web_page ALL DEPENDS ${page}/index.html)

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/surefoot)
file(CREATE_LINK ${page} ${PROJECT_BINARY_DIR}/share/surefoot/web SYMBOLIC)
