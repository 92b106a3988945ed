#!/usr/bin/env bash
# jobs/quickstart.sh configures the build, runs its sweep and prints commands that work. CMake accepts each value of
# ICSWEEP_LEVELS. The program is not built again: a link to the tested one replaces the build. The sweep is shortened.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the sources}" "${CMAKE:=cmake}"
mkdir -p project/jobs bin
for file in "$PROJECT"/*; do case ${file##*/} in build | jobs) ;; *) ln -s "$file" project ;; esac; done
for file in "$PROJECT"/jobs/*; do
  case $file in *.sh) cp "$file" project/jobs ;; *) ln -s "$file" project/jobs ;; esac
done
cat >bin/cmake <<EOF
#!/bin/sh
if [ "\$1" = --build ]; then exec ln -sf "$ICSWEEP" "\$2/icsweep"; fi
printf '%s\n' "\$*" >>$folder/configured.txt
exec "$(command -v "$CMAKE")" "\$@"
EOF
cat >bin/mpirun <<EOF
#!/bin/sh
case \$4 in run) exec "$(command -v "$MPIEXEC")" --oversubscribe "\$@" --set sequences=256 --set test_sequences=64 --set epochs=1 ;; esac
exec "$(command -v "$MPIEXEC")" --oversubscribe "\$@"
EOF
printf '#!/bin/sh\nexit 1\n' >bin/apt-get # this test installs nothing
chmod +x bin/*
export PATH=$folder/bin:$PATH

quick_start() { project/jobs/quickstart.sh "$@" >said.txt 2>error.txt; }
quick_start || fail "quickstart.sh ends with $?: $(cat said.txt error.txt) $(tail -n 5 project/build/setup.log)"
grep -q -- -DICSWEEP_LEVELS=native configured.txt || fail "the default does not build for this machine: $(cat configured.txt)"
[ -s quickstart.html ] || fail "there is no report"
[ -s quickstart.svg ] || ! command -v gnuplot >/dev/null || fail "there is no figure"
grep -qE '^ *6 +[0-9.]+ +[0-9.]+' said.txt || fail "the table lacks depth 6: $(cat said.txt)"
sed -n 's/^  \(.*icsweep [sqf].*\)/\1/p' said.txt >commands.txt
[ "$(wc -l <commands.txt)" = 3 ] || fail "it prints other commands: $(cat said.txt)"
while read -r command; do bash -c "$command" >answer.txt 2>&1 || fail "$command: $(cat answer.txt)"; done <commands.txt

# An existing store is resumed. A name may have blanks.
mv quickstart.h5 "my store.h5" || exit 1
quick_start --levels all "my store.h5" || fail "the second run: $(cat error.txt)"
grep -q -- -DICSWEEP_LEVELS=all configured.txt || fail "--levels all is ignored: $(cat configured.txt)"
[ "$(one "my store.h5" "SELECT count(*) = count(DISTINCT identity) FROM augmented_all WHERE status = 'done'")" = 1 ] || fail "experiments ran twice"
quick_start --levels && fail "--levels without a value is accepted"
grep -q -- '--levels needs a value' error.txt || fail "--levels without a value: $(cat error.txt)"
quick_start --levels v2 && fail "--levels v2 is accepted"
grep -q 'there is no level v2' error.txt && [ ! -s said.txt ] || fail "--levels v2: $(cat said.txt error.txt)"

# levels VALUE LEVELS: expects CMake to build the kernels for these levels besides the first
levels() {
  local built
  "$CMAKE" -S project -B project/build/release "-DICSWEEP_LEVELS=$1" >cmake.txt 2>&1 || fail "ICSWEEP_LEVELS=$1: $(tail -n 5 cmake.txt)"
  built=$(grep -oE '^build lib/[^ ]*libicsweep_kernels\.so' project/build/release/build.ninja | grep -oE 'v[34]' | sort | xargs)
  [ "$built" = "$2" ] || fail "ICSWEEP_LEVELS=$1 builds '$built', not '$2'"
}
machine=$(/lib64/ld-linux-x86-64.so.2 --help 2>/dev/null | grep -oE 'x86-64-v[34] \(supported' | grep -oE 'v[34]' | head -n 1)
levels native ""
levels both "$machine"
levels v3 v3
levels 'v3;v4' "v3 v4"
levels all "v3 v4"
echo "quickstart.sh runs, and CMake accepts five values of ICSWEEP_LEVELS"
