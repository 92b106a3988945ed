#!/usr/bin/env bash
# Compares the version in CMakeLists.txt with that in all other files, or writes another one into all:
#   jobs/packaging/version.sh [NEW VERSION]
# CHANGELOG.md is written by hand; its newest heading must have the version.
set -eu
cd "$(dirname "$0")/../.."
number='[0-9]+\.[0-9]+\.[0-9]+'
# file, and what is around the version there
places=(
  CMakeLists.txt 'project\(icsweep VERSION ()'
  io/python/icsweep/__init__.py '^__version__ = "()"'
  jobs/packaging/untried/conda/meta.yaml '^\{% set version = "()" %\}'
  jobs/packaging/untried/spack/packages/icsweep/package.py 'dev-build icsweep@()$'
  jobs/packaging/untried/spack/packages/icsweep/package.py '^ *version\("()"\)'
  docs/start/installing.md 'icsweep[-_]()[-_][a-zA-Z0-9_-]+\.(whl|deb|tar\.gz)'
  engine/ledger/version.hpp '"icsweep ()[" ]'
)
now=$(sed -nE "s/^project\(icsweep VERSION ($number) .*/\1/p" CMakeLists.txt)
if [ $# -gt 0 ]; then
  [[ $1 =~ ^$number$ ]] || { echo "version.sh: '$1' is no version, write MAJOR.MINOR.PATCH" >&2; exit 2; }
  for ((i = 0; i < ${#places[@]}; i += 2)); do
    around=${places[i + 1]}
    sed -i -E "s~(${around%%()*})$number~\1$1~g" "${places[i]}"
  done
  now=$1
fi

wrong=0
for ((i = 0; i < ${#places[@]}; i += 2)); do
  found=$(grep -oE "${places[i + 1]/()/$number}" "${places[i]}" | grep -oE "$number" | sort -u)
  [ "$found" = "$now" ] || { echo "FAILED: ${places[i]} has version ${found:-that is not found}, CMakeLists.txt has $now" >&2; wrong=1; }
done
newest=$(sed -nE "s/^## \[($number)\].*/\1/p" CHANGELOG.md | head -n 1)
[ "$newest" = "$now" ] || { echo "FAILED: the newest heading of CHANGELOG.md is of $newest, CMakeLists.txt has $now" >&2; wrong=1; }
[ $wrong = 0 ] || exit 1
echo "$now in $((${#places[@]} / 2)) places and CHANGELOG.md"
