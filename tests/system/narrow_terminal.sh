#!/usr/bin/env bash
# In a terminal of 80 columns no command prints a line that the terminal would wrap.
. "$(dirname "$0")/common.sh"
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python_with pty "${ICSWEEP_PYTHON:-}" python3 || skip "there is no Python"

sweep s.toml "[1, 2, 3]" "[2, 10]" 4
sed -i 's/^batch.*/&\nlearning_rate = [1e-3, 3e-3, 1e-2]/' s.toml
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the run: $(cat run.log)"
checked_commands=0
narrow() {  # narrow ARGUMENTS...: expects lines of at most 80 columns
  local wide
  wide=$("$python" "$scripts/narrow_terminal.py" 80 "$ICSWEEP" "$@")
  [ -z "$wide" ] || fail "icsweep $*: $wide"
  checked_commands=$((checked_commands + 1))
}
narrow status s.h5
narrow plan s.toml
narrow plan s.toml -o s.h5 --why
narrow top s.h5 augmented test_mse --by depth
narrow top s.h5 augmented test_mse,seconds --pareto
narrow simulate s.toml --ranks 4
narrow importance s.h5 augmented test_mse
narrow query s.h5
narrow query s.h5 "SELECT * FROM augmented"
narrow query s.h5 "SELECT depth, test_mse, gd_mse FROM augmented" --vertical
narrow tasks augmented
narrow verify s.h5
narrow diff s.h5 s.h5
narrow run s.toml -o fresh.h5
narrow run s.toml -o fresh.h5
# A file has the table of one piece, and a line per row.
"$ICSWEEP" query s.h5 "SELECT * FROM augmented" >table.txt 2>/dev/null
[ "$(wc -l <table.txt)" = 73 ] || fail "a file has $(wc -l <table.txt) lines of 72 rows"
"$ICSWEEP" query s.h5 "SELECT DISTINCT depth, seed FROM augmented ORDER BY 1 DESC, 2 LIMIT 2" --vertical >rows.txt
printf 'row 1\n  depth  3\n  seed   0\n\nrow 2\n  depth  3\n  seed   1\n' | cmp -s - rows.txt || fail "--vertical: $(cat rows.txt)"
echo "$checked_commands commands fit into 80 columns"
