#!/usr/bin/env bash
# README.md and docs/ against the files: see documentation.py.
: "${PROJECT:?the folder of README.md}"
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || skip "no python3"
python3 "$PROJECT/tests/system/documentation.py" "$PROJECT" || fail "the documentation does not fit the files"
