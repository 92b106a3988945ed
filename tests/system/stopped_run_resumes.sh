#!/usr/bin/env bash
# SIGUSR1 to mpirun, or SIGTERM to the program: finished rows are kept, the status is 75, and the same command resumes.
# A second launch on a live store is refused. (mpirun ends with 1 after a SIGTERM, whatever its ranks return.)
. "$(dirname "$0")/common.sh"
sweep s.toml "[2, 3]" "$(epochs_of 1.5)" 4
ranks 2 "$ICSWEEP" run s.toml -o "$folder/s.h5" 2>first.log &  # the whole path, so that pgrep finds only this launch
launcher=$!
wait_for s.h5 1

"$ICSWEEP" status s.h5 >status.txt || fail "status during the launch fails"
grep -q 'running on 2 ranks' status.txt || fail "status does not see the launch: $(cat status.txt)"
grep -q 'in flight' status.txt || fail "status shows no experiment in flight: $(cat status.txt)"
ranks 1 "$ICSWEEP" run s.toml -o s.h5 2>refused.log
[ $? = 2 ] || fail "a second launch was not refused"
grep -q 'another launch is writing it' refused.log || fail "the second launch is refused with another line: $(cat refused.log)"

send USR1 "$(pgrep -f "$MPIEXEC --oversubscribe -n 2 .*-o $folder/s.h5" | head -n 1)"
wait $launcher
status=$?
[ $status = 75 ] || fail "status $status instead of 75: $(cat first.log)"
grep -q 'left, .*saved at [0-9]* %.*: run the same command to resume' first.log || fail "the launch does not print how to resume: $(cat first.log)"
[ -e s.h5.lease ] && fail "the lease is left"
"$ICSWEEP" status s.h5 | grep -q 'no launch is running' || fail "status reports a running launch"
"$ICSWEEP" run s.toml -o s.h5 2>second.log &
await "an experiment at work: $(cat second.log)" at_work s.h5 1
send TERM $!
wait $!
status=$?
[ $status = 75 ] || fail "status $status after SIGTERM: $(cat second.log)"
[ "$(count s.h5 done)" -lt 8 ] || fail "the launch had ended before the stop"
ranks 2 "$ICSWEEP" run s.toml -o s.h5 2>third.log || fail "the resumed run: $(cat third.log)"
[ "$(count s.h5 done)" = 8 ] || fail "not all experiments are done"
echo "stopped with 75, and resumed to the end"
