# shellcheck shell=bash
# Sourced by the tests of formatting and lint: the files that git tracks, and functions that report failures.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 1

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
skip() { printf 'skipped: %s\n' "$*"; exit 77; }
# tracked [PATTERN...]: prints names of tracked files, one a line, also in a checkout that belongs to another user.
tracked() { git -c safe.directory='*' ls-files -- "$@"; }

command -v git >/dev/null || skip "there is no git"
[ -n "$(tracked CMakeLists.txt 2>/dev/null)" ] || skip "this is no git checkout"
