#!/usr/bin/env bash
# Checks that every tracked C++ file is formatted by clang-format 14 and .clang-format. Other versions format some lines
# differently, so with them the test is skipped. To repair: clang-format -i FILE...
. "$(dirname "$0")/common.sh"
wanted=14
program=clang-format-$wanted
command -v $program >/dev/null || program=clang-format
version=$($program --version 2>/dev/null) || skip "clang-format $wanted is not installed"
version=$(sed -n 's/.*version \([0-9]*\)\..*/\1/p' <<<"$version")
[ "$version" = $wanted ] || skip "clang-format is version $version, not $wanted"

files=$(tracked '*.cpp' '*.hpp')
[ -n "$files" ] || fail "no C++ files are tracked"
differing=$(xargs -n 50 -P 2 $program --dry-run -Werror <<<"$files" 2>&1 | sed -n 's/^\([^:]*\):.*error:.*/\1/p' | sort -u)
[ -z "$differing" ] || fail "not formatted, run: $program -i $(xargs <<<"$differing")"
echo "$(wc -l <<<"$files") C++ files are formatted"
