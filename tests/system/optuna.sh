#!/usr/bin/env bash
# The example of jobs/examples/optuna: Optuna's rounds become points of a sweep with their seeds. The same command
# again runs nothing.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
python_with "optuna, h5py, pandas" "${OPTUNA_PYTHON:-}" python3 /usr/bin/python3 || skip "there is no Python with optuna, h5py and pandas"
export PYTHONPATH=$PROJECT/io/python ICSWEEP
"$python" "$PROJECT/jobs/examples/optuna/search.py" store.h5 3 4 >first.txt 2>run.log || fail "the search fails: $(cat run.log)"
grep -q '^12 trials, the best 0\.' first.txt || fail "$(cat first.txt)"
points=$(query store.h5 "SELECT count(*) FROM (SELECT DISTINCT learning_rate, depth FROM augmented_all WHERE planned = 1)" | tail -n 1 | tr -d '\r')
[ "$points" = 12 ] && [ "$(query store.h5 "SELECT count(*) FROM augmented_all WHERE status <> 'pending'" | tail -n 1 | tr -d '\r')" = 24 ] ||
  fail "the number of points is $points: $("$ICSWEEP" status store.h5)"
"$python" "$PROJECT/jobs/examples/optuna/search.py" store.h5 3 4 >again.txt 2>again.log && cmp first.txt again.txt || fail "the second search: $(cat again.txt again.log)"
[ "$(grep -c ', 0 to do on' again.log)" = 3 ] || fail "the second search ran experiments: $(cat again.log)"
echo "12 trials of Optuna, 24 experiments"
