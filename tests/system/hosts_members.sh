#!/usr/bin/env bash
# hosts_members.sh [ROUNDS] [SEED]: few experiments on three hosts, whose idle ranks help with experiments on other
# hosts. Launches are stopped or killed at random moments and run again. Every result has the bits of one thread.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
. "$(dirname "$0")/hosts.sh"
rounds=${1:-4}
random_from "${2:-1}"
set_up_hosts
expect_deaths
cat >s.toml <<END
[sweep]
name = "members"
END
for task in augmented plain; do
  cat >>s.toml <<END
[[grid]]
task = "$task"
dim = 5
length = 40
sequences = 2048
test_sequences = 64
batch = 1024
epochs = [400, 5000]
END
done
"$ICSWEEP" run s.toml -o whole.h5 --threads 1 2>whole.log || fail "the run on one thread: $(cat whole.log)"
results() {
  for task in augmented plain; do query "$1" "SELECT identity, status, digest, test_mse FROM ${task}_all ORDER BY identity" || fail "the run on one thread has no results"; done
}

run() { mpirun_on h1:2,h2:2,h3:2 "$ICSWEEP" run s.toml -o "$1" --checkpoint-every 1 >>"$1.log" 2>&1; }
run quiet.h5 || fail "status $?: $(cat quiet.h5.log)"
[ "$(results quiet.h5)" = "$(results whole.h5)" ] || fail "the results differ: $(results quiet.h5; results whole.h5)"
# A host has two ranks, so more cores than two are on two hosts.
shared=$(query quiet.h5 "SELECT max(core_seconds / seconds) FROM (SELECT core_seconds, seconds FROM augmented UNION ALL SELECT core_seconds, seconds FROM plain)" | tail -n 1)
awk -v s="$shared" 'BEGIN { exit !(s > 2) }' || fail "no experiment was on two hosts ($shared cores): $(cat quiet.h5.log)"

stops=0 kills=0
for round in $(seq "$rounds"); do
  run s.h5 &
  launch=$!
  sleep "$((2 + RANDOM % 7)).$((RANDOM % 10))"
  if [ $((round % 2)) = 1 ]; then
    for host in $hosts; do for pid in $(pids_on "$host" icsweep); do strike USR1 "$pid"; done; done
    wait $launch
    status=$?
    [ $status = 75 ] || [ $status = 0 ] || fail "status $status instead of 75 after a stop: $(cat s.h5.log)"
    [ $status = 0 ] || stops=$((stops + 1))
  else
    mapfile -t victims < <(pids_on "h$((1 + RANDOM % 3))" icsweep)
    [ ${#victims[@]} = 0 ] || strike KILL "${victims[RANDOM % ${#victims[@]}]}"
    wait $launch || kills=$((kills + 1))
    # After a kill, a launch has each experiment in its own process and no members. The following launch has members
    # again.
    run s.h5 &
    launch=$!
    sleep 2
    for host in $hosts; do for pid in $(pids_on "$host" icsweep); do strike USR1 "$pid"; done; done
    wait $launch
  fi
done
run s.h5 || fail "status $?: $(cat s.h5.log)"
[ $stops -gt 0 ] && [ $kills -gt 0 ] || fail "there were only $stops stops and $kills kills"
[ "$(results s.h5)" = "$(results whole.h5)" ] || fail "the results differ after $stops stops and $kills kills: $(results s.h5; results whole.h5)"
[ "$(ls -A | grep -c '^s.h5')" = 2 ] || fail "files are left beside the store: $(ls -A)"
grep -o 'on [0-9]* ranks of [0-9] hosts' ./*.log | sort | uniq -c
echo "up to $shared cores per experiment, $stops stops, $kills kills: the bits of one thread"
