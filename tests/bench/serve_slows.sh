#!/usr/bin/env bash
# serve_slows.sh [BLOCKS [SECONDS [ROWS]]]: measures the cost of icsweep serve and ten viewers for a launch on all cores
# whose store has 10^5 rows. Prints three numbers:
#   the share of the cores that they use between two readings of the store
#   the loss of training per processor second of theirs, from BLOCKS blocks of four segments of SECONDS, with and without
#   readings in the order ABBA
#   the product, with its 95 % interval
# Takes about ten minutes, mostly the pause between two readings; fewer rows make it shorter. On a quiet machine:
#   ICSWEEP=build/release/icsweep tests/bench/serve_slows.sh
scripts=$(cd "$(dirname "$0")" && pwd)
. "$scripts/../system/common.sh"
blocks=${1:-6} seconds=${2:-12} rows=${3:-100000}
cores=$(nproc)
printf '[[grid]]\ntask = "trajectory"\ndim = 2\nlength = 3\nseed = { count = %s }\n' "$rows" >rows.toml
"$ICSWEEP" run rows.toml -o store.h5 2>rows.log || fail "the rows cannot be made: $(tail -n 1 rows.log)"
sweep training.toml "[2]" "$(epochs_of 3600)" "$cores"
cat rows.toml >>training.toml
"$MPIEXEC" --oversubscribe -n "$cores" "$ICSWEEP" run training.toml -o store.h5 2>training.log &
launcher=$!
await "experiments at work" at_work store.h5 "$cores"
PYTHONPATH=$scripts/../system PYTHONDONTWRITEBYTECODE=1 "${ICSWEEP_PYTHON:-python3}" "$scripts/serve_slows.py" store.h5 "$cores" "$blocks" "$seconds"
measured=$?
kill -TERM $launcher
wait $launcher
[ $measured = 0 ] || fail "serve_slows.py failed, see above; the launch ended with: $(tail -n 1 training.log)"
