# icsweep-sweep(5) and icsweep-programs(5), made of the pages in docs/reference. Without lowdown they are left out; then
# `icsweep help sweep-files` prints the page.
find_program(LOWDOWN lowdown)
set(page_manuals)
set(script ${CMAKE_CURRENT_LIST_DIR}/page_manual.sh)
string(TIMESTAMP day "%Y-%m-%d" UTC)  # of SOURCE_DATE_EPOCH, if that is set
function(add_page_manual name page summary)
  set(manual ${PROJECT_BINARY_DIR}/man/${name}.5)
  set(source ${PROJECT_SOURCE_DIR}/docs/reference/${page}.md)
  file(WRITE ${PROJECT_BINARY_DIR}/man/${name}.md "# NAME\n\n${name} - ${summary}\n\n")
  add_custom_command(OUTPUT ${manual} DEPENDS ${source} ${script} VERBATIM
    COMMAND sh ${script} ${LOWDOWN} ${PROJECT_BINARY_DIR}/man/${name}.md ${source} ${day} ${manual})
  set(page_manuals ${page_manuals} ${manual} PARENT_SCOPE)
endfunction()
if(LOWDOWN)
  add_page_manual(icsweep-sweep sweep-files "the grammar of sweep files")
  add_page_manual(icsweep-programs programs "the protocol between icsweep and a program")
  add_custom_target(page_manuals ALL DEPENDS ${page_manuals})
  install(FILES ${page_manuals} DESTINATION share/man/man5)
else()
  message(STATUS "lowdown is missing: no manual pages icsweep-sweep and icsweep-programs")
endif()
