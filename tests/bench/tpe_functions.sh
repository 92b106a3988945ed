#!/usr/bin/env bash
# tpe_functions.sh [REPEATS]: medians of what random draws, Optuna's TPESampler and proposals find on test functions
# with 64 evaluations, one after the other and in rounds of 6. TPE_FUNCTIONS is the built tests/bench/tpe_functions.cpp.
# Without Optuna in $PYTHON its columns are empty.
set -eu
: "${TPE_FUNCTIONS:?the program}"
bench=$(cd "$(dirname "$0")" && pwd) python=${PYTHON:-python3}
{
  "$TPE_FUNCTIONS" "${1:-20}"
  if "$python" -c 'import optuna' 2>/dev/null; then "$python" "$bench/peers/tpe_functions.py" "${1:-20}"
  else echo "no Optuna in $python: it is left out" >&2; fi
} | awk -F, '
  { sub(/ .*/, "", $2); at[$1, $2, $3] = $4; if (!($1 in seen)) { seen[$1]; name[++n] = $1 } }
  END {
    print "| | random | Optuna | icsweep | Optuna, rounds of 6 | icsweep, rounds of 6 |\n|---|---|---|---|---|---|"
    for (i = 1; i <= n; ++i)
      printf "| %s | %s | %s | %s | %s | %s |\n", name[i], at[name[i], "random", 0], at[name[i], "Optuna", 1],
        at[name[i], "icsweep", 1], at[name[i], "Optuna", 6], at[name[i], "icsweep", 6]
  }'
