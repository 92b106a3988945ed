#!/usr/bin/env bash
# The table of a program grows: a parameter with the value of earlier rows, a result, an integer that becomes real. Rows,
# identities and digests stay; every command reads the grown store; a kill or a full disk during the rewrite loses
# nothing; readers that are open keep the old store. What cannot grow is refused with file and line.
. "$(dirname "$0")/common.sh"
: "${FAILING_CALL:?the library}"
python=${ICSWEEP_PYTHON:-python3}
cat >fit.py <<'END'
import os

from icsweep.program import serve


def fit(run):
    p = run.parameters
    results = {"y": p["rate"] * 10 + p.get("dropout", 0.0) + run.seed / 100}
    if os.path.exists("more"):
        results["f1"] = p["rate"] / 2
    return results


serve(fit)
END
# sweep_of FILE RATES MORE-LINES [RESULTS]
sweep_of() {
  printf '[[grid]]\ntask = "program"\nprogram.name = "fit"\nprogram.command = ["%s", "fit.py"]\nprogram.results = [%s]\nprogram.seconds = 0.01\n' "$python" "${4:-\"y\"}" >"$1"
  printf 'rate = %s\nseed = { count = 3 }\n%b' "$2" "$3" >>"$1"
}
run() { "$ICSWEEP" run "$1" --allow-code -o "$2" 2>run.log; }
early() { query "$1" "SELECT identity, status, digest, y FROM fit_all WHERE experiment < 6 ORDER BY experiment"; }
sweep_of first.toml "[1, 2]" ""
run first.toml first.h5 || fail "the first launch: $(cat run.log)"
early first.h5 >early.csv
[ "$(wc -l <early.csv)" = 7 ] || fail "the first rows: $(cat early.csv)"

# A new parameter and reals: the rows of rate 1 count, those of rate 2 leave the plan.
sweep_of grown.toml "[1, 2.5]" 'program.added = { dropout = 0.0 }\ndropout = [0.0, 0.5]\n'
cp first.h5 s.h5
exec 3<s.h5
"$ICSWEEP" plan grown.toml --allow-code -o s.h5 --why >why.txt || fail "plan: $(cat why.txt)"
line='s.h5: table fit grows: rate becomes a real number, parameter dropout is 0 in earlier rows'
grep -qxF "$line" why.txt || fail "plan does not say what grows: $(cat why.txt)"
cmp -s first.h5 s.h5 || fail "plan changes the store"
run grown.toml s.h5 || fail "growth: $(cat run.log)"
grep -qxF "$line" run.log || fail "run does not say what grows: $(cat run.log)"
grep -q '12 experiments, 9 to do on' run.log || fail "what is to do: $(cat run.log)"
early s.h5 | diff early.csv - || fail "early rows have changed"
[ "$(one s.h5 "SELECT sum(dropout = 0 AND rate IN (1, 2)) FROM fit_all WHERE experiment < 6")" = 6 ] || fail "the new column in early rows"
[ "$(one s.h5 "SELECT typeof(rate) || count(*) FROM fit_all GROUP BY 1 = 1")" = real15 ] || fail "the rows or their type"
cp /dev/fd/3 reader.h5
exec 3<&-
early reader.h5 | diff early.csv - || fail "an open reader lost the old store"
run grown.toml s.h5 && grep -q ', 0 to do on' run.log || fail "again: $(cat run.log)"
! grep -q grows run.log || fail "it grows twice: $(cat run.log)"

# A new result: other code, and NULL in rows of the earlier one. The columns of the file may be in another order.
cp s.h5 two.h5
touch more
sweep_of more.toml "[1, 2.5]" 'program.added = { dropout = 0.0 }\n' '"f1", "y"'
sed -i '/^rate/d;/^seed/d' more.toml
printf 'dropout = [0.0, 0.5]\nseed = { count = 3 }\nrate = [1.0, 2.5]\n' >>more.toml
run more.toml s.h5 || fail "a new result: $(cat run.log)"
grep -qxF 's.h5: table fit grows: result f1 is NULL in earlier rows' run.log || fail "a new result is not reported: $(cat run.log)"
grep -qxF 's.h5: 12 experiments of fit run since its code changed (program.results)' run.log || fail "the reason: $(cat run.log)"
early s.h5 | diff early.csv - || fail "early rows have changed with a new result"
[ "$(one s.h5 "SELECT sum(f1 IS NULL) || ' ' || count(f1) FROM fit_all")" = "15 12" ] || fail "the new result: $(query s.h5 "SELECT rate, f1 FROM fit_all")"
rm more

# Every reader.
"$ICSWEEP" verify s.h5 >out.txt 2>&1 || fail "verify: $(cat out.txt)"
grep -q '27 rows: 27 sound' out.txt || fail "verify: $(cat out.txt)"
"$ICSWEEP" top s.h5 fit f1 --by rate >out.txt 2>&1 || fail "top: $(cat out.txt)"
"$ICSWEEP" status s.h5 >out.txt 2>&1 || fail "status: $(cat out.txt)"
"$ICSWEEP" plot s.h5 fit --x rate --y f1 -o plot.svg >out.txt 2>&1 || fail "plot: $(cat out.txt)"
"$ICSWEEP" report s.h5 -o report.html >out.txt 2>&1 || fail "report: $(cat out.txt)"
"$ICSWEEP" certify s.h5 -o s.zip >out.txt 2>&1 && "$ICSWEEP" verify s.zip >out.txt 2>&1 || fail "certify: $(cat out.txt)"
"$ICSWEEP" diff first.h5 two.h5 --all >out.txt 2>&1
[ $? -le 1 ] || fail "diff: $(cat out.txt)"
grep -q '6 ' out.txt || fail "diff: $(cat out.txt)"
"$ICSWEEP" export s.h5 --id 0 >out.txt 2>&1 || fail "export: $(cat out.txt)"
if "$python" -c 'import h5py, pandas' 2>/dev/null; then
  export ICSWEEP
  cat >read.py <<'END'
import icsweep

now = icsweep.open("s.h5")["fit"]
assert len(now) == 12 and now.f1.notna().all() and now.rate.dtype == float, now
rows = icsweep.open("s.h5").query("SELECT dropout, f1 FROM fit_all WHERE experiment < 6")
assert (rows.dropout == 0).all() and rows.f1.isna().all(), rows
END
  PYTHONPATH=$(dirname "$0")/../../io/python checked "$python" read.py
fi
for order in "first.h5 two.h5" "two.h5 first.h5" "s.h5 first.h5"; do
  # shellcheck disable=SC2086  # two stores
  "$ICSWEEP" merge $order -o merged.h5 >out.txt 2>&1 || fail "merge $order: $(cat out.txt)"
  "$ICSWEEP" verify merged.h5 >out.txt 2>&1 || fail "merged $order: $(cat out.txt)"
  case $order in s.h5*) wanted=27 ;; *) wanted=15 ;; esac
  [ "$(one merged.h5 "SELECT count(*) FROM fit_all")" = $wanted ] || fail "merge $order counts a row twice: $(query merged.h5 "SELECT * FROM fit_all")"
  rm merged.h5
done
sweep_of whole.toml "[1, 2]" 'dropout = [0.0, 0.5]\n'
run whole.toml whole.h5 || fail "the whole table: $(cat run.log)"
"$ICSWEEP" merge two.h5 whole.h5 -o merged.h5 >out.txt 2>&1 && fail "stores whose identities differ are merged"
grep -q 'whole.h5: dropout of fit was added with the default none there and 0 in another store; leave one out$' out.txt || fail "merge: $(cat out.txt)"
"$ICSWEEP" delete s.h5 --where "f1 IS NULL" >out.txt 2>&1 && [ "$(one s.h5 "SELECT count(*) FROM fit_all")" = 12 ] || fail "delete: $(cat out.txt)"
"$ICSWEEP" verify s.h5 >out.txt 2>&1 || fail "verify after delete: $(cat out.txt)"

# A damaged row stays damaged through growth, and runs again.
cp first.h5 hurt.h5
at=$(grep -abo "$(sed -n 2p early.csv | cut -d, -f1)" hurt.h5 | head -n 1 | cut -d: -f1)
printf 'x' | dd of=hurt.h5 bs=1 seek="$at" conv=notrunc 2>/dev/null
run grown.toml hurt.h5 || fail "growth of a damaged store: $(cat run.log)"
grep -q '1 row does not match its checksum and runs again' run.log && grep -q ' 10 to do on' run.log || fail "a damaged row: $(cat run.log)"
"$ICSWEEP" verify hurt.h5 >out.txt 2>&1 || fail "verify of a healed store: $(cat out.txt)"

# Kills and a full disk at calls all over the growth.
query two.h5 "SELECT identity, status, digest, y, dropout, planned FROM fit_all ORDER BY identity" >two.csv
export FAULT_NAME=g.h5
cp first.h5 g.h5
FAULT_MODE=kill FAULT_COUNT=$PWD/calls LD_PRELOAD=$FAILING_CALL run grown.toml g.h5 || fail "counting: $(cat run.log)"
calls=$(cat calls) hits=0
[ "$calls" -gt 50 ] || fail "calls: $calls"
for fault in kill:1 kill:2 kill:3 kill:5 kill:6 kill:7 tear:2 tear:5 ENOSPC:1 ENOSPC:5; do
  at=$((calls * ${fault#*:} / 8))
  undisturbed && at=0
  cp first.h5 g.h5
  FAULT_MODE=${fault%:*} FAULT_CALL=$at FAULT_HIT=$folder/hits LD_PRELOAD=$FAILING_CALL run grown.toml g.h5
  status=$?
  [ "$status" = 0 ] || hits=$((hits + 1))
  early g.h5 | diff early.csv - || fail "$fault lost early rows: $(cat run.log)"
  run grown.toml g.h5 || fail "after $fault: $(cat run.log)"
  query g.h5 "SELECT identity, status, digest, y, dropout, planned FROM fit_all ORDER BY identity" | diff two.csv - || fail "after $fault the rows differ"
  "$ICSWEEP" verify g.h5 >out.txt 2>&1 || fail "verify after $fault: $(cat out.txt)"
  rm -rf g.h5*
done
[ $hits -ge 6 ] || fail "only $hits launches were disturbed"
unset FAULT_NAME

# The table of a sampler with weights: an unchanged file whose parameter `noise` has a default in Python.
cat >lines.py <<'END'
import numpy as np


def sample(seed, first, count, points, dim, slope, noise=0.0):
    prompts = [np.random.default_rng([seed, first + i]) for i in range(count)]
    x = np.stack([random.uniform(-1, 1, (points, dim)) for random in prompts])
    return [x, x[:, :, 0] * slope + noise]
END
samples() { # samples FILE SLOPES MORE
  printf '[[grid]]\ntask = "regression"\nfunction.file = "lines.py"\nfunction.slope = %s\n%b' "$2" "$3" >"$1"
  printf 'dim = 1\nexamples = 4\nwidth = 4\nheads = 1\ndepth = 1\nsteps = 4\nbatch = 4\ncheckpoints = 2\nprompts = 8\nkeep_weights = true\n' >>"$1"
}
if "$python" -c 'import numpy' 2>/dev/null; then
  samples lines.toml "[1, 2]" ""
  run lines.toml lines.h5 || fail "the sampler: $(cat run.log)"
  query lines.h5 "SELECT identity, digest, weights_count FROM regression_lines_all ORDER BY experiment" >lines.csv
  samples lines.toml "[1, 2.5]" 'function.noise = [0.0, 0.5]\nfunction.added = { noise = 0 }\n'
  run lines.toml lines.h5 || fail "growth of a sampler: $(cat run.log)"
  grep -qF 'table regression_lines grows: function_slope becomes a real number, parameter function_noise is 0 in earlier rows' run.log && grep -q ' 3 to do on' run.log ||
    fail "growth of a sampler: $(cat run.log)"
  query lines.h5 "SELECT identity, digest, weights_count FROM regression_lines_all WHERE experiment < 2 ORDER BY experiment" | diff lines.csv - || fail "early rows of the sampler"
  "$ICSWEEP" verify lines.h5 >out.txt 2>&1 && grep -q '5 rows: 5 sound' out.txt || fail "verify of a sampler: $(cat out.txt)"
  "$ICSWEEP" export lines.h5 --id 0 --weights -o w.safetensors >out.txt 2>&1 || fail "weights of an early row: $(cat out.txt)"
fi

# refused LINE TEXT: expects the launch of bad.toml to be refused for this line, without a change
refused() {
  cp "${store:-first.h5}" bad.h5
  run bad.toml bad.h5 && fail "it is not refused: $(cat bad.toml)"
  grep -qF "bad.toml:$1: $2" run.log && [ "$(wc -l <run.log)" = 1 ] || fail "wanted bad.toml:$1: $2, found $(cat run.log)"
  cmp -s "${store:-first.h5}" bad.h5 || fail "a refused launch changes the store"
}
sweep_of bad.toml "[1, 2]" 'dropout = [0.0, 0.5]\n'
refused 9 'dropout is new to bad.h5, add program.added = { dropout = VALUE } with its value in earlier rows, or name another store'
sweep_of bad.toml "[1, 2]" 'dropout = [0.0, 0.5]\nprogram.added = { dropout = "none" }\n'
refused 10 'dropout is a text of added and a number in the grid, give both one type'
sweep_of bad.toml "[1, 2]" 'dropout = [0.0, 0.5]\nprogram.added = { dropout = [0.0] }\n'
refused 10 'program.added.dropout must be one number or text, the value of earlier results'
sweep_of bad.toml "[1, 2]" 'program.added = 3\n'
refused 9 'program.added must be a table'
sweep_of bad.toml '["fast"]' ''
refused 7 'rate is an integer in bad.h5 and a text here, give it another name'
sweep_of bad.toml "[1, 2]" '' ''
sed -i '/^seed/d' bad.toml
refused 3 'bad.h5 has a parameter seed, give it a value'
sweep_of bad.toml "[1, 2]" '' '"z"'
refused 3 'bad.h5 has a result y, keep it in results'
sweep_of bad.toml "[1, 2]" '' '"y[3]"'
refused 3 'result y has other dimensions in bad.h5, give it another name'
sweep_of bad.toml "[1, 2]" 'program.added = { rate = 1 }\n'
refused 9 'bad.h5 has rate from its beginning, remove it from program.added'
store=two.h5
sweep_of bad.toml "[1, 2]" 'program.added = { dropout = 0.0 }\n'
refused 7 'rate is a real number in bad.h5, write its values with a point, such as 1.0'
sweep_of bad.toml "[1.0]" 'program.added = { dropout = 0.5 }\ndropout = [0.0, 0.5]\n'
refused 9 'bad.h5 got dropout later, write program.added = { dropout = 0 } as then'
sweep_of bad.toml "[1.0]" 'dropout = [0.0, 0.5]\n'
refused 3 'bad.h5 got dropout later, write program.added = { dropout = 0 } as then'
sweep_of bad.toml "[1.0]" 'program.added = { dropout = 0.0 }\n'
sed 's/0.0 }/0.5 }/' bad.toml >other.toml
cat other.toml >>bad.toml
refused 18 'program.added of task fit is another at line 3, write the same in both'
exit 0
