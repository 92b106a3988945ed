#!/usr/bin/env bash
# No code from the current folder: the loader takes an empty or a relative entry of a run path for it. Looked at in everything that is
# built and, installed into a private folder, in everything that is installed; and tried with a broken library beside a store.
. "$(dirname "$0")/common.sh"
: "${BUILD:?the build folder}"
command -v readelf >/dev/null || skip "there is no readelf (binutils)"

"${CMAKE:-cmake}" --install "$BUILD" --prefix "$folder/installed" >install.log 2>&1 || fail "installing: $(cat install.log)"
find "$BUILD" "$folder/installed" -type f \( -perm -u+x -o -name '*.so*' \) -not -path '*/CMakeFiles/*' >files.txt
objects=0
while read -r file; do
  path=$(readelf -d "$file" 2>/dev/null | sed -nE 's/.*\((RUNPATH|RPATH)\).*\[(.*)\]/\2/p')
  readelf -h "$file" >/dev/null 2>&1 && objects=$((objects + 1))
  [ -n "$path" ] || continue
  while read -r entry; do
    case $entry in '$ORIGIN' | '$ORIGIN/'* | /*) ;; *) fail "$file: run path [$path] has the entry '$entry'" ;; esac
  done <<<"${path//:/$'\n'}"
done <files.txt
[ $objects -ge 4 ] || fail "only $objects programs and libraries were looked at"

for program in "$ICSWEEP" "$folder/installed/bin/icsweep"; do
  mkdir -p beside && cd beside || exit 1
  for library in libpcre2-8.so.0 libicsweep_kernels.so libfmt.so.9 libmuparser.so.2; do : >$library; done
  "$program" version >version.txt 2>&1 || fail "$program takes libraries from the current folder: $(cat version.txt)"
  cd ..
done
echo "$objects programs and libraries"
