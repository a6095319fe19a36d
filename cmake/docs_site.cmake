# The documentation site: the target docs_site builds it in <build>/docs_site, to which a link in share/surefoot/ points, so that
# `surefoot serve` offers it under /docs. It is not a part of all, because it takes mkdocs-material from PyPI. ./run docs builds it,
# too.
set(site ${PROJECT_BINARY_DIR}/docs_site)
add_custom_target(docs_site
  COMMAND ${PROJECT_SOURCE_DIR}/tools/docs/build_site --build-dir ${PROJECT_BINARY_DIR} --program $<TARGET_FILE:surefoot_cli>
  USES_TERMINAL VERBATIM)
add_dependencies(docs_site surefoot_cli)
foreach(needed surefoot-evaluation surefoot_modules)
  if(TARGET ${needed})
    add_dependencies(docs_site ${needed})
  endif()
endforeach()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/surefoot)
file(CREATE_LINK ${site} ${PROJECT_BINARY_DIR}/share/surefoot/docs SYMBOLIC)
