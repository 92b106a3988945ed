#!/usr/bin/env bash
# Compares README.md and docs/ with the files; see documentation.py.
: "${PROJECT:?the folder of README.md}"
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || skip "no python3"
checked python3 "$PROJECT/tests/system/documentation.py" "$PROJECT"
