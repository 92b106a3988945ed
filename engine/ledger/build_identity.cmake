# Run at each build: writes OUTPUT, which has the commit and the hash of the sources that compute results, if they
# changed.
#   cmake -DSOURCE=… -DOUTPUT=… -DOPTIONS="compiler and its options" -P build_identity.cmake
# Claims are left out, since they compute no stored results. The CMake lists of models and tasks set compiler options,
# so they count.
cmake_minimum_required(VERSION 3.22)
file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/models/*.cpp ${SOURCE}/models/*.hpp ${SOURCE}/models/CMakeLists.txt ${SOURCE}/tasks/*.cpp
     ${SOURCE}/tasks/*.hpp ${SOURCE}/tasks/CMakeLists.txt)
list(APPEND files io/base/statistics.cpp io/base/statistics.hpp)  # file(SHA256) fails if one is missing
list(FILTER files EXCLUDE REGEX "^tasks/claims/")
list(SORT files)
set(text "${OPTIONS}")
foreach(file ${files})
  file(SHA256 ${SOURCE}/${file} hash)
  string(APPEND text "\n${file} ${hash}")
endforeach()
string(SHA256 hash "${text}")
string(SUBSTRING ${hash} 0 16 hash)

set(commit unknown)
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    execute_process(COMMAND ${GIT} -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
    set(commit "${head}")
    if(changes)
      string(APPEND commit "+")
    endif()
  endif()
endif()

file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\n#define ICSWEEP_BUILD_HASH \"@hash@\"\n#define ICSWEEP_COMMIT \"@commit@\"\n" @ONLY)
