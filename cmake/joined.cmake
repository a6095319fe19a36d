# Files of a folder are compiled several at a time (tools/join_files explains why and decides which): a build
# without a cache takes less than half of the time. -DSUREFOOT_JOIN=OFF compiles each alone.
option(SUREFOOT_JOIN "Compile files of a folder together" ON)

if(SUREFOOT_JOIN)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(joined ${PROJECT_BINARY_DIR}/joined_files.cmake)
  set(join_files ${PROJECT_SOURCE_DIR}/tools/join_files)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${join_files} --out ${joined} COMMAND_ERROR_IS_FATAL ANY)
  include(${joined})
  # A change in a file may separate it from others. If it does not, this file is not changed, and
  # ninja does not configure again. The files are in a depfile, so that a deleted one does not cause an error.
  add_custom_command(OUTPUT ${joined}
    COMMAND ${Python3_EXECUTABLE} ${join_files} --out ${joined} --depfile ${joined}.d
    DEPENDS ${join_files} DEPFILE ${joined}.d
    COMMENT "Looking which files can be compiled together" VERBATIM)
  add_custom_target(joined_files DEPENDS ${joined})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${joined})
endif()

# surefoot_joined(<out> <target> <files...>): the files to compile instead of these. A file with its
# own options is compiled alone.
function(surefoot_joined out target)
  set(result)
  set(batches)
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    get_property(options SOURCE ${file} PROPERTY COMPILE_OPTIONS)
    get_property(definitions SOURCE ${file} PROPERTY COMPILE_DEFINITIONS)
    if(DEFINED SUREFOOT_BATCH_${path} AND NOT options AND NOT definitions)
      set(batch ${SUREFOOT_BATCH_${path}})
      list(APPEND batches ${batch})
      list(APPEND paths_${batch} ${path})
    else()
      list(APPEND result ${file})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES batches)
  foreach(batch IN LISTS batches)
    set(content "// Files that are compiled together; see tools/join_files.\n")
    foreach(header IN LISTS SUREFOOT_INCLUDES_${batch})
      string(APPEND content "#include ${header}\n")
    endforeach()
    foreach(path IN LISTS paths_${batch})
      cmake_path(GET path STEM stem)
      foreach(name IN LISTS SUREFOOT_CHANGED_${path})
        string(APPEND content "#define ${name} ${name}_of_${stem}\n")
      endforeach()
      # Relative, so that compiler caches can share objects with another checkout.
      string(APPEND content "#include \"${path}\"\n")
      foreach(name IN LISTS SUREFOOT_CHANGED_${path})
        string(APPEND content "#undef ${name}\n")
      endforeach()
    endforeach()
    set(source ${PROJECT_BINARY_DIR}/joined/${target}/${batch}.cc)
    file(CONFIGURE OUTPUT ${source} CONTENT "${content}")
    # The compiler treats them as headers.
    set_property(SOURCE ${source} PROPERTY COMPILE_OPTIONS -Wno-subobject-linkage)
    list(APPEND result ${source})
  endforeach()
  set(${out} ${result} PARENT_SCOPE)
endfunction()
