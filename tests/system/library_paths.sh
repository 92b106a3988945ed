#!/usr/bin/env bash
# No code is loaded from the current folder. The loader would search it for an empty or relative entry of a run path.
# Checks every built file (with full RELRO) and, in a private folder, every installed file. Also runs the program with
# a broken library beside a store.
. "$(dirname "$0")/common.sh"
: "${BUILD:?the build folder}"
command -v readelf >/dev/null || skip "readelf (binutils) is not installed"

"${CMAKE:-cmake}" --install "$BUILD" --prefix "$folder/installed" >install.log 2>&1 || fail "the installation fails: $(cat install.log)"
find "$BUILD" "$folder/installed" -type f \( -perm -u+x -o -name '*.so*' \) -not -path '*/CMakeFiles/*' >files.txt
objects=0
while read -r file; do
  path=$(readelf -d "$file" 2>/dev/null | sed -nE 's/.*\((RUNPATH|RPATH)\).*\[(.*)\]/\2/p')
  readelf -h "$file" >/dev/null 2>&1 || continue
  objects=$((objects + 1))
  readelf -lW "$file" | grep -q GNU_RELRO && readelf -dW "$file" | grep -Eq 'BIND_NOW|FLAGS_1.*NOW' || fail "$file has no full RELRO"
  [ -n "$path" ] || continue
  while read -r entry; do
    case $entry in '$ORIGIN' | '$ORIGIN/'* | /*) ;; *) fail "the run path [$path] of $file has the entry '$entry'" ;; esac
  done <<<"${path//:/$'\n'}"
done <files.txt
[ $objects -ge 4 ] || fail "only $objects programs and libraries were checked"

# Code that reads files of other people is compiled with the stack protector and checked copies. A sanitizer has its
# own checks.
if [ -z "$sanitized" ]; then
  for check in __stack_chk_fail '__[a-z]*_chk'; do
    nm -D --undefined-only "$ICSWEEP" | grep -q " $check@" || fail "nothing in $ICSWEEP calls $check"
  done
fi

for program in "$ICSWEEP" "$folder/installed/bin/icsweep"; do
  mkdir -p beside && cd beside || exit 1
  for library in libpcre2-8.so.0 libicsweep_kernels.so libfmt.so.9 libmuparser.so.2; do : >$library; done
  "$program" version >version.txt 2>&1 || fail "$program takes libraries from the current folder: $(cat version.txt)"
  cd ..
done
echo "$objects programs and libraries load nothing from the current folder"
