#!/usr/bin/env bash
# A run is killed with SIGKILL: all ranks and mpirun, or one rank. The same command finishes it with the results and
# weights of an undisturbed run.
. "$(dirname "$0")/common.sh"
sweep s.toml "[1, 2, 3, 4]" "$(epochs_of 0.4)" 4
echo 'keep_weights = true' >>s.toml
ranks 2 "$ICSWEEP" run s.toml -o whole.h5 2>whole.log || fail "undisturbed run: $(cat whole.log)"

# Prints the time at which each finished experiment was computed; a repeated experiment has another time. (An
# experiment that ended within a second before the kill may not be marked done yet, and then runs again.)
finished() { query "$1" "SELECT identity, seconds, rank, attempts FROM augmented_all WHERE status = 'done'" | tail -n +2; }

# The whole path, so that pgrep finds only the processes of this test.
ranks 2 "$ICSWEEP" run s.toml -o "$folder/cut.h5" 2>cut.log &
launcher=$!
wait_for cut.h5 2
victims=$(pgrep -f "run s.toml -o $folder/cut.h5")
# shellcheck disable=SC2086  # several processes
send KILL $victims
wait $launcher
after=$(count cut.h5 done)
[ "$after" -lt 16 ] || fail "the kill came after the end of the launch"
digests cut.h5 | grep ',done,' >kept.csv
finished cut.h5 >finished.csv
digests whole.h5 >whole.csv
grep -vxFf whole.csv kept.csv && fail "a row marked done is wrong after the kill"

ranks 3 "$ICSWEEP" run s.toml -o "$folder/cut.h5" 2>second.log &
launcher=$!
wait_for cut.h5 $((after + 2))
# After a crash, each experiment is a child process of its rank, which restarts a killed child. Ranks are processes
# whose parent is not such a process.
a_rank() {
  for process in $(pgrep -f "icsweep run s.toml -o $folder/cut.h5"); do
    parent=$(ps -o ppid= -p "$process" | tr -d ' ')
    [ "$(ps -o comm= -p "$process")" = icsweep ] && [ "$(ps -o comm= -p "$parent")" != icsweep ] && echo "$process"
  done | tail -n 1
}
send KILL "$(a_rank)"  # one rank: mpirun ends the others
wait $launcher && fail "mpirun reported success although a rank was killed"
finished cut.h5 >>finished.csv

ranks 2 "$ICSWEEP" run s.toml -o cut.h5 2>third.log || fail "the last launch: $(cat third.log)"
[ "$(digests cut.h5)" = "$(digests whole.h5)" ] || fail "the resumed store differs from the undisturbed one"
for identity in $(query whole.h5 "SELECT identity FROM augmented_all" | tail -n +2); do
  for store in cut whole; do
    "$ICSWEEP" export $store.h5 --id "$identity" --weights -o $store.safetensors || fail "export from $store.h5 fails"
  done
  cmp cut.safetensors whole.safetensors || fail "the resumed store has other weights of $identity"
done
grep -q '16 experiments: 16 done' third.log || fail "there is no summary: $(cat third.log)"
finished cut.h5 >last.csv
grep -vxFf last.csv finished.csv && fail "a finished experiment was run again"
[ "$(ls | grep -c 'cut.h5')" = 1 ] || fail "files are left beside the store: $(ls)"
echo "killed at $after of 16, killed one rank, finished"
