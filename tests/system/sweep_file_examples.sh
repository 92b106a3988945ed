#!/usr/bin/env bash
# Every construct in docs/reference/sweep-files.md has an example that icsweep takes (sweep_file_examples.py).
: "${PROJECT:?the folder of docs}"
. "$(dirname "$0")/common.sh"
export ICSWEEP
python3 "$(dirname "$0")/sweep_file_examples.py" "$PROJECT/docs/reference/sweep-files.md" || fail "the page of sweep files"
