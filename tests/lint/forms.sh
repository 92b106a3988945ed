#!/usr/bin/env bash
# Checks that certain calls appear only in the files that may contain them.
. "$(dirname "$0")/common.sh"
sources=$(tracked 'engine/*.cpp' 'engine/*.hpp' 'io/*.cpp' 'io/*.hpp' 'tasks/*.cpp' 'tasks/*.hpp' 'models/*.cpp' 'models/*.hpp')
[ -n "$sources" ] || fail "no sources are tracked"
wrong=0
# only PLACE PATTERN WHY: the pattern may occur only in files that match PLACE
only() {
  local found
  # shellcheck disable=SC2086
  found=$(grep -nE "$2" $sources | grep -vE "^($1)|^[^:]*:[0-9]+: *//")
  [ -z "$found" ] || { printf 'FAILED: %s:\n%s\n' "$3" "$found" >&2; wrong=1; }
}
only 'io/base/parsed_number\.cpp' '\b(std::)?(sto(i|l|ll|ul|ull|f|d|ld)|ato(i|l|ll|f)|sscanf)\(' \
  "numbers are read from text by real_number() and whole_number() (io/base/parsed_number.hpp)"
only 'io/base/temporary_folder\.[ch]pp|tasks/program/checkpoint_folder\.cpp' 'remove_all\(' \
  "whole folders are removed by PrivateFolder, which proves that icsweep made them (io/base/temporary_folder.hpp)"
only 'none' 'ranges::(unique|remove|remove_if|partition|stable_partition|rotate|search|find_end|equal_range)\(' \
  "Clang 14 cannot compile algorithms that return a subrange with GCC's library; use the one of <algorithm>"
[ $wrong = 0 ] || exit 1
echo "$(wc -w <<<"$sources") sources have none of the forms"
