# bring_libraries(PREFIX FOLDER [RPATH]) copies the libraries that PREFIX/bin/icsweep needs into PREFIX/FOLDER, with
# their copyright. Three kinds are left to the target machine: the MPI libraries, which fit its network, the C library,
# and the compiler's libraries, of which the MPI plugins there may need newer versions. With RPATH the variable
# LD_LIBRARY_PATH cannot replace the copies.
cmake_minimum_required(VERSION 3.22)
function(bring_libraries prefix folder)
  find_program(PATCHELF patchelf)
  if(NOT PATCHELF)
    message(FATAL_ERROR "patchelf is missing, which makes the libraries find each other: install patchelf")
  endif()
  set(kind --set-rpath)
  if("RPATH" IN_LIST ARGN)
    set(kind --force-rpath --set-rpath)
  endif()
  set(program ${prefix}/bin/icsweep)
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${program} RESOLVED_DEPENDENCIES_VAR libraries
       PRE_EXCLUDE_REGEXES "^libicsweep_" "^libmpi" "^libopen-" "^lib(c|m|dl|rt|pthread|resolv|stdc\\+\\+|gcc_s)\\.so" "^ld-linux")
  foreach(library ${libraries})
    get_filename_component(name ${library} NAME)
    file(REAL_PATH ${library} file)
    file(COPY_FILE ${file} ${prefix}/${folder}/${name})
    file(CHMOD ${prefix}/${folder}/${name} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    execute_process(COMMAND ${PATCHELF} ${kind} $ORIGIN ${prefix}/${folder}/${name} COMMAND_ERROR_IS_FATAL ANY)
    # The copyright and licence of the library.
    get_filename_component(own_name ${file} NAME)
    execute_process(COMMAND dpkg-query -S */${own_name} OUTPUT_VARIABLE owner ERROR_QUIET RESULT_VARIABLE unknown)
    string(REGEX REPLACE ":.*" "" package "${owner}")
    if(NOT unknown AND EXISTS /usr/share/doc/${package}/copyright)
      file(COPY_FILE /usr/share/doc/${package}/copyright ${prefix}/share/doc/icsweep/copyright.${package})
    endif()
  endforeach()
  set(run_path $ORIGIN/../${folder})
  if(NOT folder STREQUAL lib)
    string(APPEND run_path :$ORIGIN/../lib)  # for MPI
  endif()
  execute_process(COMMAND ${PATCHELF} ${kind} ${run_path} ${program} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
