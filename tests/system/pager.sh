#!/usr/bin/env bash
# Output of commands that answer goes through the pager of ICSWEEP_PAGER, PAGER or less, if a terminal shows it.
. "$(dirname "$0")/common.sh"
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python_with pty "${ICSWEEP_PYTHON:-}" python3 || skip "there is no Python"
unset PAGER LESS ICSWEEP_PAGER
small_store
sweep other.toml "[1, 2]" 3 3
"$ICSWEEP" run other.toml -o other.h5 2>run.log || fail "$(cat run.log)"
timeout 300 "$python" "$scripts/pager.py" "$ICSWEEP" || fail "see above"
