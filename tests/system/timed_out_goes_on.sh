#!/usr/bin/env bash
# An experiment that its time limit ended keeps its curve and its state. --retry timed_out resumes from there, whatever
# happened in between. With a larger limit, the experiment ends with the bits of a run that was never stopped.
. "$(dirname "$0")/common.sh"
of() { query "$1" "SELECT status, last_step > 0 FROM augmented_all ORDER BY seed" | tail -n +2 | tr '\r\n' '  ' | tr -s ' '; }
step() { query "$1" "SELECT max(last_step) FROM augmented_all" | tail -n 1 | tr -d '\r'; }
limited() { sed "s/^name = .*/&\ntime_limit = $1/" s.toml >"$2"; }

sweep s.toml "[2]" "$(epochs_of 4)" 2
limited 1 short.toml
limited 60 long.toml
"$ICSWEEP" run short.toml -o s.h5 2>run.log
[ $? = 1 ] && [ "$(of s.h5)" = "timed_out,1 timed_out,1 " ] || fail "$(of s.h5): $(cat run.log)"
tail -n 2 run.log | head -n 1 | grep -q '^0/2 done (2 timed_out)  100%' || fail "$(cat run.log)"
[ "$(query s.h5 "SELECT count(DISTINCT experiment) FROM augmented_all_loss" | tail -n 1 | tr -d '\r')" = 2 ] || fail "the timed-out experiment has no curves"
[ "$(ls s.h5.checkpoints | grep -c '^[0-9a-f]\{32\}-1$')" = 2 ] || fail "the timed-out experiment has no state: $(ls -R)"

# A launch without --retry keeps the state. A retry with the same limit reports that the time is used up.
"$ICSWEEP" run short.toml -o s.h5 2>run.log
[ $? = 1 ] && grep -q ', 0 to do on' run.log || fail "the launch without --retry: $(cat run.log)"
[ "$(ls s.h5.checkpoints | wc -l)" = 2 ] || fail "state is gone: $(ls -R)"
before=$(step s.h5)
"$ICSWEEP" run short.toml -o s.h5 --retry timed_out 2>run.log
[ $? = 1 ] && grep -q '2 experiments had already run for longer than the time_limit of this sweep' run.log || fail "$(cat run.log)"
[ "$(step s.h5)" -ge "$before" ] && [ "$(ls s.h5.checkpoints | wc -l)" = 2 ] || fail "the step changed from $before to $(step s.h5): $(ls -R)"

# With more time the experiment resumes, from files under the names of earlier versions, through a stop and a kill.
for file in s.h5.checkpoints/*; do
  if [ -e s.h5.checkpoints/7-3 ]; then mv "$file" "s.h5.checkpoints/timed-out-$(basename "${file%-*}")"; else mv "$file" s.h5.checkpoints/7-3; fi
done
"$ICSWEEP" run long.toml -o s.h5 --retry timed_out --checkpoint-every 0.2 2>run.log &
launch=$!
await "an experiment at work: $(cat run.log)" at_work s.h5 1
send USR1 $launch
wait $launch
[ $? = 75 ] && grep -q '2 experiments resume from their checkpoints' run.log || fail "$(cat run.log)"
"$ICSWEEP" run long.toml -o s.h5 --checkpoint-every 0.2 2>run.log &
launch=$!
await "an experiment at work: $(cat run.log)" at_work s.h5 1
kill_child $launch
"$ICSWEEP" run long.toml -o s.h5 2>run.log || fail "$(cat run.log)"
"$ICSWEEP" run s.toml -o whole.h5 2>run.log || fail "$(cat run.log)"
[ "$(digests s.h5)" = "$(digests whole.h5)" ] || fail "the results differ: $(digests s.h5) $(digests whole.h5)"
[ ! -e s.h5.checkpoints ] || fail "files are left: $(ls -R)"
"$ICSWEEP" verify s.h5 >verify.txt 2>&1 || fail "$(cat verify.txt)"
echo "resumed after the limit to the bits of an undisturbed run"
