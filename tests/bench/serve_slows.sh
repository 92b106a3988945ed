#!/usr/bin/env bash
# serve_slows.sh [BLOCKS [SECONDS [ROWS]]]: what do icsweep serve and ten viewers take from a launch on all cores whose store has 10^5 rows?
# Prints what share of the cores they take between two readings of the store, what training loses for each of their processor seconds (that many
# blocks of four segments of SECONDS, with and without readings in the order ABBA), and the product with its 95 % interval. Ten minutes or so, most
# of them the pause between two readings, which fewer rows make shorter. The machine has to be quiet:
#   ICSWEEP=build/release/icsweep tests/bench/serve_slows.sh
scripts=$(cd "$(dirname "$0")" && pwd)
. "$scripts/../system/common.sh"
blocks=${1:-6} seconds=${2:-12} rows=${3:-100000}
cores=$(nproc)
printf '[[grid]]\ntask = "trajectory"\ndim = 2\nlength = 3\nseed = { count = %s }\n' "$rows" >rows.toml
"$ICSWEEP" run rows.toml -o store.h5 2>rows.log || fail "the rows: $(tail -n 1 rows.log)"
sweep training.toml "[2]" "$(epochs_of 3600)" "$cores"
cat rows.toml >>training.toml
"$MPIEXEC" --oversubscribe -n "$cores" "$ICSWEEP" run training.toml -o store.h5 2>training.log &
launcher=$!
await 60 "experiments at work" at_work store.h5 "$cores"
PYTHONPATH=$scripts/../system PYTHONDONTWRITEBYTECODE=1 "${ICSWEEP_PYTHON:-python3}" "$scripts/serve_slows.py" store.h5 "$cores" "$blocks" "$seconds"
measured=$?
kill -TERM $launcher
wait $launcher
[ $measured = 0 ] || fail "see above; $(tail -n 1 training.log)"
