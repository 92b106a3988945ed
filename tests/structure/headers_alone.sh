#!/usr/bin/env bash
# headers_alone.sh COMPILER OPTIONS ROOT [all|HEADER...]: checks that each header compiles by itself, included twice in
# one source. OPTIONS is a file with the compiler's options. `all` checks every header; HEADERs are checked alone. The
# default leaves out headers that are the first include of their own source: a build of single files compiles these
# first. A build of whole rooms with precompiled headers does not, so the slow test checks all.
set -u
compiler=${1:?the compiler} options=${2:?a file of options} root=${3:?the folder of the project}
shift 3
cd "$root" || exit 2
export compiler options

headers=("$@") built=0 all=""
if [ "$*" = all ]; then headers=() all=1; fi
if [ ${#headers[@]} = 0 ]; then
  while read -r header; do
    source=${header%.hpp}.cpp
    if [ -z "$all" ] && [ -f "$source" ] && [ "$(grep -m 1 '^#include' "$source")" = "#include \"$header\"" ]; then
      built=$((built + 1))
    else
      headers+=("$header")
    fi
  done < <(find engine tasks models io -name '*.hpp' | LC_ALL=C sort)
  [ $((built + ${#headers[@]})) -gt 0 ] || { echo "no headers were found" >&2; exit 1; }
fi

parse() {
  printf '#include "%s"\n#include "%s"\n' "$1" "$1" | "$compiler" @"$options" -fsyntax-only -x c++ - && return
  echo "FAILED: $1 does not compile by itself" >&2
  return 1
}
export -f parse
[ ${#headers[@]} = 0 ] || printf '%s\0' "${headers[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'parse "$0"' || exit 1
echo "${#headers[@]} headers compile by themselves; $built are the first include of their source"
