#!/usr/bin/env bash
# Builds with Clang's line counters, runs the tests and prints the lines of engine, io, tasks and models that they run:
#   tests/coverage.sh [CTEST OPTIONS]      tests/coverage.sh --print
# Without options, the default tests of tests/run.sh run, except those of the sources' form. --print prints the lines of
# the tests that ran before. All processes count: ranks under mpirun, also those that are killed, since they count in a
# mapped file.
set -eu
cd "$(dirname "$0")/.."
. tests/suite.sh
build=build/coverage
for program in clang++ llvm-profdata llvm-cov; do
  command -v $program >/dev/null || { echo "coverage.sh: $program is missing, install clang and llvm"; exit 77; }
done
if [ "${1:-}" != --print ]; then
  choose_tests "$@"
  [ $# -gt 0 ] || selection=(-LE "$left_out|lint|structure")
  cmake --preset coverage "${build_options[@]}"
  cmake --build --preset coverage
  rm -rf $build/profiles # counters of the build's own programs, and of earlier tests
  ctest --test-dir $build -j "$((2 * $(nproc)))" --output-on-failure "${selection[@]}" || echo "coverage.sh: some tests failed; the lines that they ran count"
fi

# Programs and libraries with counters: those that the tests did not run count as well.
objects=()
for file in "$build"/* "$build"/lib/*.so; do
  if [ -f "$file" ] && [ -x "$file" ] && readelf -SW "$file" 2>/dev/null | grep -q __llvm_covmap; then objects+=(-object "$file"); fi
done
[ ${#objects[@]} -gt 0 ] || { echo "coverage.sh: there are no programs in $build" >&2; exit 2; }
llvm-profdata merge -sparse $build/profiles/*.profraw -o $build/lines.profdata
llvm-cov export --summary-only -instr-profile $build/lines.profdata "${objects[@]:1}" >$build/lines.json
python3 - "$PWD" $build/lines.json <<'END'
import json
import os
import sys

root, rooms, files = sys.argv[1] + "/", {}, []
for file in json.load(open(sys.argv[2]))["data"][0]["files"]:
    name = os.path.realpath(file["filename"]).removeprefix(root)
    lines = file["summary"]["lines"]
    room = name.split("/")[0]
    if room in ("engine", "io", "tasks", "models") and lines["count"] > 0:
        files.append((lines["covered"] / lines["count"], lines["count"] - lines["covered"], name))
        of = rooms.setdefault(room, [0, 0])
        of[0] += lines["covered"]
        of[1] += lines["count"]
rooms["all"] = [sum(of[i] for of in rooms.values()) for i in (0, 1)]
for room, (run, lines) in rooms.items():
    print(f"{room}: {run} of {lines} lines run, {100 * run / lines:.1f} %")
print("The least covered files: lines run, lines that are not")
for part, missed, name in sorted(files)[:10]:
    print(f"{100 * part:5.1f} % {missed:5} {name}")
print("The files with most lines that do not run")
for part, missed, name in sorted(files, key=lambda file: -file[1])[:10]:
    print(f"{100 * part:5.1f} % {missed:5} {name}")
END
