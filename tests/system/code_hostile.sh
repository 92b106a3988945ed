#!/usr/bin/env bash
# Programs die, are killed, raise, print garbage, never end a line, close their output, leave a child, or give results
# of another size. Each gives one line and is the outcome of that experiment alone. Samplers that fail, change their
# answers or give the wrong shape are refused in one line.
. "$(dirname "$0")/common.sh"
export ICSWEEP_PYTHON=${ICSWEEP_PYTHON:-python3}
here=$(cd "$(dirname "$0")" && pwd)
cp "$here"/code/hostile.* .
ranks 2 "$ICSWEEP" run "$folder/hostile.toml" -o h.h5 --allow-code 2>run.log
[ $? = 1 ] || fail "the status is not 1: $(cat run.log)"
query h.h5 "SELECT kind, status, replace(message, ',', ';') FROM hostile_all ORDER BY experiment" 2>/dev/null | tr -d '\r' | tail -n +2 >outcomes.csv
[ "$(wc -l <outcomes.csv)" = 12 ] || fail "more lines than experiments: $(cat outcomes.csv)"
[ "$(grep -c '^good.*,done,$' outcomes.csv)" = 2 ] || fail "the good experiments are not done: $(cat outcomes.csv)"
[ "$(grep -cE ',failed,.{10,}' outcomes.csv)" = 10 ] || fail "the hostile experiments have not failed: $(cat outcomes.csv)"
grep -q 'dies,failed,.*3.*the last words' outcomes.csv || fail "the last output of a program is missing: $(cat outcomes.csv)"
! pgrep -f "$folder" >/dev/null || fail "processes are left: $(pgrep -af "$folder")"
cat outcomes.csv

# sampler NAME BODY MESSAGE: writes a sampler, and expects that it is refused in one line with MESSAGE
sampler() {
  printf 'import numpy as np\n\n\ndef sample(seed, first, count, points, dim):\n    %s\n' "$2" >"$1.py"
  printf '[[grid]]\ntask = "regression"\nfunction = "%s.py"\nsteps = 10\nbatch = 4\nprompts = 4\n' "$1" >"$1.toml"
  "$ICSWEEP" run "$1.toml" -o "$1.h5" --allow-code 2>"$1.err" && fail "$1 runs"
  [ "$(wc -l <"$1.err")" = 1 ] && grep -q "^icsweep: $1.toml:3: .*$1.py.*$3" "$1.err" || fail "$1: $(cat "$1.err")"
  [ ! -e "$1.h5" ] || fail "$1 leaves a store"
  cat "$1.err"
}
good='x = np.ones((count, points, dim)); y = np.ones((count, points))'
sampler raises 'raise ValueError("no such thing")' 'no such thing'
sampler impure "$good; x[0, 0, 0] = np.random.default_rng().normal(); return x, y" 'other\|twice\|again\|differ'
sampler pieces "$good; x[:, 0, 0] = count; return x, y" ''
sampler shape "$good; return x, y[:, 1:]" 'shape'
sampler nan "$good; y[0, 0] = np.nan; return x, y" 'finite\|nan'
sampler dies 'import os; os._exit(3)' 'Python'
sampler syntax 'return x y' 'syntax'
sampler none 'pass' ''
