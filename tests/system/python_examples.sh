#!/usr/bin/env bash
# The scripts of docs/start/from-python.md, in jobs/examples/python: one in PyTorch, which resumes after a kill with
# the same results, and two in scikit-learn on a table.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
export PYTHONPATH=$PROJECT/io/python ICSWEEP PYTHONDONTWRITEBYTECODE=1
cp "$PROJECT"/jobs/examples/python/* .
done='' skipped=''
if python_with "sklearn, pandas" "${SKLEARN_PYTHON:-}" "${ICSWEEP_PYTHON:-}" python3; then
  "$python" houses.py houses.h5 >houses.txt 2>run.log || fail "houses.py: $(tail -n 3 run.log)"
  [ "$(one houses.h5 "SELECT count(*) FROM forest WHERE error BETWEEN 10 AND 60")" = 16 ] || fail "houses: $(cat houses.txt)"
  "$python" houses.py houses.h5 >again.txt 2>run.log && grep -q ', 0 to do on' run.log || fail "the second run: $(cat run.log)"
  sed -i '2s/^[0-9]*/200/' houses.csv # the table belongs to the identity
  "$python" houses.py houses.h5 >again.txt 2>run.log && grep -q ', 16 to do on' run.log || fail "after a change of the table: $(cat run.log)"
  "$python" models.py models.h5 >models.txt 2>run.log || fail "models.py: $(tail -n 3 run.log)"
  [ "$(one models.h5 "SELECT count(*) || ' ' || count(alpha) || ' ' || count(trees) || ' ' || count(neighbours) FROM fit WHERE error BETWEEN 10 AND 60")" = "11 4 4 3" ] || fail "models: $(cat models.txt)"
  grep -q 'kind  *trees  *depth  *alpha  *neighbours  *n  *mean$' models.txt || fail "the table of the models is cut: $(cat models.txt)"
  done+=" scikit-learn"
else
  skipped+=" scikit-learn"
fi
if python_with torch "${TORCH_PYTHON:-}" "${ICSWEEP_PYTHON:-}" python3; then
  "$python" spirals.py whole.h5 >spirals.txt 2>run.log || fail "spirals.py: $(tail -n 3 run.log)"
  [ "$(one whole.h5 "SELECT max(accuracy) > 0.8 FROM train")" = 1 ] || fail "spirals: $(cat spirals.txt)"
  "$python" spirals.py cut.h5 >cut.txt 2>cut.log &
  script=$!
  await "an experiment is done" eval '[ "$(query cut.h5 "SELECT count(*) FROM train" 2>/dev/null | tail -n 1)" -gt 0 ]' 2>/dev/null
  strike KILL $script
  wait $script 2>/dev/null
  await "the launch ends" eval '"$ICSWEEP" status cut.h5 --json | grep -q "\"running\":false"'
  "$python" spirals.py cut.h5 >cut.txt 2>cut.log || fail "the second run: $(tail -n 3 cut.log)"
  digests() { query "$1" "SELECT identity, digest FROM train ORDER BY 1"; }
  [ "$(digests whole.h5)" = "$(digests cut.h5)" ] || fail "the results differ: $(digests whole.h5 | diff - <(digests cut.h5))"
  done+=" PyTorch"
else
  skipped+=" torch"
fi
[ -z "$skipped" ] || skip "there is no Python with$skipped; passed:$done"
echo "examples:$done"
