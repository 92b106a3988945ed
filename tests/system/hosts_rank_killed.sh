#!/usr/bin/env bash
# A rank on another host than mpirun is killed, and later the coordinator. Each time jobs/launch.sh, named LAUNCH,
# resumes on all hosts. All results equal those of one rank.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
. "$(dirname "$0")/hosts.sh"
set_up_hosts
sweep s.toml "[1, 2]" "$(epochs_of 1)" 6
reference s.toml whole.h5
MPIRUN="$MPIEXEC --host h1:2,h2:2,h3:2" on h1 "$LAUNCH" -n 6 s.toml s.h5 --checkpoint-every 0.1 >launch.log 2>&1 &
launcher=$!
launched() { [ "$(grep -c 'to do on 6 ranks' launch.log)" = "$1" ]; }
await "the first checkpoints" test -e s.h5.checkpoints
send KILL "$(pids_on h2 icsweep | head -n 1)"
await "the second launch" launched 2
send KILL "$(sed 's/.*"pid":\([0-9]*\).*/\1/' s.h5.lease)"
wait $launcher || fail "status $?: $(cat launch.log)"
[ "$(grep -c 'launch.sh: s.h5: crashed' launch.log)" = 2 ] || fail "the number of crashes is not two: $(cat launch.log)"
launched 3 || fail "there were not three launches on all hosts: $(cat launch.log)"
grep -q 'from .* checkpoint' launch.log || fail "all experiments started again: $(cat launch.log)"
equal s.h5 whole.h5
[ "$(ls -A | grep -c '^s.h5')" = 1 ] || fail "files are left beside the store: $(ls -A)"
echo "two ranks killed, three launches, the results of one rank"
