# shellcheck shell=bash
# Sourced by the tests of how files are written: the files that git tracks, and ways to say what is wrong.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 1

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
skip() { printf 'skipped: %s\n' "$*"; exit 77; }
# tracked [PATTERN...]: names of files, one a line. A checkout that belongs to another user is read all the same.
tracked() { git -c safe.directory='*' ls-files -- "$@"; }

command -v git >/dev/null || skip "there is no git"
[ -n "$(tracked CMakeLists.txt 2>/dev/null)" ] || skip "this is no git checkout"
