# shellcheck shell=bash
# Sourced by the tests of formatting and lint. Lists the files that git tracks and reports failures.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 1

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
skip() { printf 'skipped: %s\n' "$*"; exit 77; }
# tracked [PATTERN...]: prints the names of tracked files, one per line, also in a checkout of another user.
tracked() { git -c safe.directory='*' ls-files -- "$@"; }

command -v git >/dev/null || skip "git is not installed"
[ -n "$(tracked CMakeLists.txt 2>/dev/null)" ] || skip "this is not a git checkout"
