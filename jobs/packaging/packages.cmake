# `cpack` in the build folder makes a .deb, whose dependencies dpkg-shlibdeps finds, and an archive that can be unpacked
# in any folder.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME icsweep)
set(CPACK_PACKAGE_VENDOR "The icsweep authors")
set(CPACK_PACKAGE_CONTACT "The icsweep authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "grids of in-context-learning experiments over MPI")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME icsweep-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "icsweep trains small Transformers over MPI ranks, one experiment after the other,
 and keeps every result in one HDF5 file that survives kills and answers SQL.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_DEPENDS openmpi-bin)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS gnuplot-nox)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_places.cmake ${CMAKE_CURRENT_LIST_DIR}/bring_libraries.cmake)
include(CPack)
