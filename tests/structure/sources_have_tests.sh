#!/usr/bin/env bash
# sources_have_tests.sh ROOT: checks that each source has a test of its name (tests_mirror_sources.sh) or a line
# "SOURCE: TEST..." in tests/structure/tested_elsewhere.txt. The tests in a line must reach the source. A unit test
# reaches a header if it, or the source that it tests, includes the header directly or through other files. A system
# test starts the program, so it reaches all. Commands, claims and the papers' figures need no test of their own, since
# system tests run each of them. An unneeded line is a fault.
set -u
cd "${1:?the folder of the project}" || exit 2
list=tests/structure/tested_elsewhere.txt

{
  find engine io models tasks \( -name '*.cpp' -o -name '*.hpp' \) -printf 'source %p\n'
  find tests/engine tests/io tests/models tests/tasks -name '*_test.cpp' -printf 'test %p\n'
  find tests/system -name '*.sh' -printf 'script %p\n'
  find engine io models tasks tests \( -name '*.cpp' -o -name '*.hpp' \) -print0 | xargs -0 awk '/^#include "/ { split($0, part, "\""); print "include", FILENAME, part[2] }'
  sed -n 's/^\([^#:]*\): */line \1 /p' "$list"
} | awk -v list="$list" '
  function wrong(text) { print "FAILED: " text >"/dev/stderr"; found = 1 }
  function stem(path) { sub(/\.[ch]pp$/, "", path); return path }
  # Returns the source that a test is named after.
  function tested(name) {
    while (!(name in source) && sub(/_[^_\/]*$/, "", name)) continue
    return name
  }
  # Follows the includes of a header and of its sources: X.hpp, X.cpp, and each X_ASPECT.cpp without a header.
  function reach(from, i) {
    if (from in reached) return
    reached[from]
    for (i = 1; i <= includes[from]; i++) reach(included[from, i])
    for (i = 1; i <= parts[from]; i++) reach(part_of[from, i])
  }
  $1 == "source" { source[stem($2)]; if ($2 ~ /hpp$/) header[stem($2)] }
  $1 == "test" { name = $2; sub(/^tests\//, "", name); sub(/_test\.cpp$/, "", name); test[name] = stem($2) }
  $1 == "script" { name = $2; sub(/^tests\//, "", name); sub(/\.sh$/, "", name); script[name] }
  $1 == "include" { from = stem($2); included[from, ++includes[from]] = stem($3) }
  $1 == "line" { if ($2 in line) wrong(list ": " $2 " has two lines"); line[$2]; for (i = 3; i <= NF; i++) elsewhere[$2, i] = $i; words[$2] = NF }
  END {
    for (name in test) has[tested(name)]
    for (name in source) {
      whole = name
      if (!(name in header) && sub(/_[^_\/]*$/, "", whole)) part_of[whole, ++parts[whole]] = name
    }
    for (name in source) {
      if (name ~ /^(engine\/commands|tasks\/claims|io\/figures\/papers)\// || name in has || name in line) continue
      wrong(name " has no test of its name: write one, or name tests that reach it in " list)
    }
    for (name in line) {
      if (!(name in source)) wrong(list ": there is no source " name)
      if (name in has) wrong(list ": " name " has a test of its own and needs no line")
      if (words[name] < 3) wrong(list ": " name " names no test")
      for (i = 3; i <= words[name]; i++) {
        other = elsewhere[name, i]
        if (other in script) continue
        if (!(other in test)) { wrong(list ": there is no test " other); continue }
        delete reached
        reach(test[other])
        reach(tested(other))
        if (name in header && !(name in reached)) wrong(list ": " other " does not reach " name)
      }
      lines++
    }
    for (name in has) own++
    if (own < 150) wrong("only " own + 0 " sources have a test")
    if (!found) print own " sources have tests of their names, " lines + 0 " are tested elsewhere"
    exit found + 0
  }'
