#!/usr/bin/env bash
# plan --why and the first lines of run give the reason of each group of experiments: a new point, changed code with
# its files, a row that waits, a damaged row, a retried outcome, a search. A store without hashes of files says that the
# code changed, without a file.
. "$(dirname "$0")/common.sh"
cat >fit.py <<'END'
import helper
from icsweep.program import serve


def fit(run):
    if run.parameters["rate"] > 5:
        raise ValueError("too fast")
    return {"y": helper.scale * run.parameters["rate"]}


serve(fit)
END
echo "scale = 1" >helper.py
echo "notes" >data.csv
sweep_of() { # sweep_of RATES SEEDS
  cat >fit.toml <<END
[[grid]]
task = "program"
program.name = "fit"
program.command = ["${ICSWEEP_PYTHON:-python3}", "fit.py"]
program.results = ["y"]
program.files = ["fit.py", "helper.py", "data.csv"]
program.seconds = 0.1
rate = $1
seed = { count = $2 }
END
}
run() { "$ICSWEEP" run fit.toml --allow-code "$@" 2>run.log; }
# why LINE...: expects exactly these lines, and the same reasons from a launch that may be undone
why() {
  "$ICSWEEP" plan fit.toml --allow-code --why >why.txt 2>&1 || fail "plan --why: $(cat why.txt)"
  printf '%s\n' "$@" | diff - <(sed 's/; the store keeps .*//' why.txt) >diff.txt || fail "plan --why (<: wanted): $(cat diff.txt)"
}
began() { local line; for line in "$@"; do grep -qF "$line" run.log || fail "the launch does not say \"$line\": $(cat run.log)"; done; }

sweep_of "[1, 2]" 3
why "fit.h5: there is no such store, run makes it" "fit.h5: 6 experiments are new points"
"$ICSWEEP" plan fit.toml --allow-code --why --json >why.json
[ "$(cat why.json)" = '{"experiments":6,"why":"new point"}' ] || fail "as JSON: $(cat why.json)"
run --only 'seed == 0' || fail "the first launch: $(cat run.log)"
! grep -q 'new point' run.log || fail "a new store needs no reason: $(cat run.log)"
why "fit.h5: 2 of 6 experiments have ended, 4 to do" "fit.h5: 4 experiments were left by an earlier launch"
run || fail "the rest: $(cat run.log)"
began "fit.h5: 4 experiments were left by an earlier launch"
why "fit.h5: 6 of 6 experiments have ended, 0 to do"

sweep_of "[1, 2, 9]" 3
why "fit.h5: 6 of 9 experiments have ended, 3 to do" "fit.h5: 3 experiments are new points"
run && fail "a failure is not reported"
began "fit.h5: 3 experiments are new points"
run --retry failed && fail "a repeated failure is not reported"
began "fit.h5: 3 experiments that had ended run again"

# Changed code: the files that differ, and none of another order.
sweep_of "[1, 2]" 3
cp fit.h5 before.h5
echo "scale = 2" >helper.py
echo "other notes" >data.csv
why "fit.h5: 0 of 6 experiments have ended, 6 to do" "fit.h5: 9 experiments of earlier sweeps would leave the plan; their rows stay; run --add keeps them planned" \
  "fit.h5: 6 experiments of fit run since its code changed (data.csv, helper.py)"
"$ICSWEEP" plan fit.toml --allow-code --why --json >why.json
[ "$(cat why.json)" = '{"experiments":6,"files":["data.csv","helper.py"],"task":"fit","why":"code changed"}' ] || fail "as JSON: $(cat why.json)"
run || fail "with other code: $(cat run.log)"
began "fit.h5: 6 experiments of fit run since its code changed (data.csv, helper.py)"
[ "$(one fit.h5 "SELECT count(*) FROM fit_all")" = 15 ] || fail "rows of earlier code are gone"
echo "other notes, longer" >data.csv
why "fit.h5: 0 of 6 experiments have ended, 6 to do" "fit.h5: 6 experiments of earlier sweeps would leave the plan; their rows stay; run --add keeps them planned" \
  "fit.h5: 6 experiments of fit run since its code changed (data.csv)"
echo "other notes" >data.csv
why "fit.h5: 6 of 6 experiments have ended, 0 to do"

# A change of the command is named too; a copy of two stores knows the files of both.
sed -i 's/"fit.py"\]$/"fit.py", "now"]/' fit.toml
"$ICSWEEP" merge before.h5 fit.h5 -o merged.h5 >merge.txt || fail "merge: $(cat merge.txt)"
"$ICSWEEP" plan fit.toml --allow-code --why -o merged.h5 | grep -qF 'merged.h5: 6 experiments of fit run since its code changed (' || fail "a changed command after merge"
"$ICSWEEP" plan fit.toml --allow-code --why | grep -q 'code changed (.*program.command)' || fail "a changed command is not named"
sweep_of "[1, 2]" 3

# A damaged row, in a copy whose file hashes are damaged too: the reason stays, without a file.
cp fit.h5 whole.h5
identity=$(one fit.h5 "SELECT identity FROM fit WHERE rate = 1 AND seed = 0")
at=$(grep -abo "$identity" fit.h5 | head -n 1 | cut -d: -f1)
printf 'x' | dd of=fit.h5 bs=1 seek="$at" conv=notrunc 2>/dev/null
why "fit.h5: 5 of 6 experiments have ended, 1 to do" "fit.h5: 1 row does not match its checksum and runs again"
run || fail "a damaged row: $(cat run.log)"
began "fit.h5: 1 row does not match its checksum and runs again; fit.h5.damaged-1 keeps it as it was"
cp whole.h5 fit.h5
at=$(grep -abo '{"fit":{"' fit.h5 | head -n 1 | cut -d: -f1)
printf '[' | dd of=fit.h5 bs=1 seek="$at" conv=notrunc 2>/dev/null
echo "scale = 3" >helper.py
why "fit.h5: 0 of 6 experiments have ended, 6 to do" "fit.h5: 6 experiments of earlier sweeps would leave the plan; their rows stay; run --add keeps them planned" \
  "fit.h5: 6 experiments of fit run since its code changed"

"$ICSWEEP" run fit.toml --allow-code --retry outdate 2>run.log && fail "an unknown kind is taken"
grep -q -- '--retry outdate: use some of diverged, failed, timed_out, crashed, outdated$' run.log || fail "an unknown kind: $(cat run.log)"
exit 0
