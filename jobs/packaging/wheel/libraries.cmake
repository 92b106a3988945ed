# cmake -DPREFIX=FOLDER -P libraries.cmake moves the kernels of an installation to lib/icsweep and copies the libraries
# of the program there: lib of a virtual environment belongs to all its packages.
file(GLOB kernels ${PREFIX}/lib/*.so ${PREFIX}/lib/glibc-hwcaps)
foreach(file ${kernels})
  get_filename_component(name ${file} NAME)
  file(MAKE_DIRECTORY ${PREFIX}/lib/icsweep)
  file(RENAME ${file} ${PREFIX}/lib/icsweep/${name})
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/../libraries.cmake)
bring_libraries(${PREFIX} lib/icsweep RPATH)
