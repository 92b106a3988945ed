#!/usr/bin/env bash
# sources_have_tests_fails.sh ROOT: checks in a copy that sources_have_tests.sh reports a source without a test and
# every kind of wrong line.
set -u
root=${1:?the folder of the project}
check=$(dirname "$(realpath "$0")")/sources_have_tests.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
(cd "$root" && find engine io models tasks tests -name '*.?pp' -o -path 'tests/system/*.sh' -o -path tests/structure/tested_elsewhere.txt) |
  (cd "$root" && xargs cp --parents -t "$folder")
list=$folder/tests/structure/tested_elsewhere.txt
cp "$list" "$folder/list"

found() { # PHRASE: expects this fault alone; restores the list
  said=$("$check" "$folder" 2>&1) && fail "not found: $1"
  [ "$said" = "FAILED: $1" ] || fail "expected: $1; printed: $said"
  cp "$folder/list" "$list"
}
"$check" "$folder" >/dev/null || fail "the unchanged copy has a fault"
line=$(grep -m 1 '^io/.*: io/' "$list") source=${line%%:*}
of_list=tests/structure/tested_elsewhere.txt

: >"$folder/io/base/planted.hpp"
found "io/base/planted has no test of its name: write one, or name tests that reach it in $of_list"
echo "io/base/planted: io/base/decimal" >>"$list"
found "$of_list: io/base/decimal does not reach io/base/planted"
echo "io/base/planted: io/base/no_such" >>"$list"
found "$of_list: there is no test io/base/no_such"
echo "io/base/planted:" >>"$list"
found "$of_list: io/base/planted names no test"
rm "$folder/io/base/planted.hpp"
echo "io/base/planted: io/base/decimal" >>"$list"
found "$of_list: there is no source io/base/planted"
: >"$folder/tests/${source}_test.cpp"
found "$of_list: $source has a test of its own and needs no line"
rm "$folder/tests/${source}_test.cpp"
echo "$line" >>"$list"
found "$of_list: $source has two lines"
echo "seven planted faults are found"
