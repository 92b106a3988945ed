#!/usr/bin/env bash
# A store records the times at which its launches save experiments, also after a kill and an extension. The timeline of
# the report marks them. A store of an earlier version has no times. It is resumed, and has them after it is next
# rewritten.
. "$(dirname "$0")/common.sh"
expect_deaths
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
noted() { query store.h5 "SELECT saved, rank FROM launch_checkpoints WHERE launch = $1 ORDER BY saved" | tail -n +2 | tr -d '\r' | tr ',' ' '; }
several() { awk '{ n[$2]++ } END { exit !(n[0] >= 3 && n[1] >= 3 && length(n) == 2) }' < <(noted "$1"); } # several LAUNCH: of both ranks
begin() {
  "$MPIEXEC" --oversubscribe -n 2 "$ICSWEEP" run s.toml -o "$folder/store.h5" --checkpoint-every 1 2>run.log &
  launcher=$!
}
sweep s.toml "[2]" "$(epochs_of 200)" 2
begin
await "experiments at work" at_work store.h5 2
# Prints the times of each file, oldest first, until there are five each or 40 s have passed.
seen() { awk '{ n[$2]++ } END { for (file in n) few += n[file] < 5; exit few || length(n) != 2 }' files.txt; }
for _ in $(seq 2000); do
  stat -c '%.Y %n' store.h5.checkpoints/*[0-9] 2>/dev/null >>all.txt
  sleep 0.02
  sort -u all.txt >files.txt
  seen && break
done
await "checkpoints" several 1
# shellcheck disable=SC2046  # several processes
send KILL $(pgrep -f "run s.toml -o $folder/store.h5")
wait $launcher
noted 1 >noted.txt
# A file is written, synced, recorded, and written again. Its time reaches the store when rank 0 next receives
# messages, so the last two may be missing.
awk 'NR == FNR { at[NR] = $1; n = NR; next }
     { time[$2, ++times[$2]] = $1 }
     END { for (file in times)
             for (i = 1; i + 2 <= times[file]; i++) {
               for (hit = j = 0; ++j <= n;) hit += at[j] >= time[file, i] - 0.05 && at[j] < time[file, i + 1] + 0.05
               if (!hit) { print "no checkpoint is noted at", time[file, i]; bad = 1 }
             }
           exit bad }' noted.txt files.txt || fail "the recorded times are wrong: $(cat noted.txt); files: $(cat files.txt)"

sed -i 's/count = 2/count = 3/' s.toml
begin
await "checkpoints of the second launch" several 2
send TERM $launcher
wait $launcher && fail "the second launch was not stopped"
noted 1 | cmp - noted.txt || fail "an extension changes the recorded times"
"$ICSWEEP" merge store.h5 speed.h5 -o merged.h5 >merge.txt || fail "merge: $(cat merge.txt)"
[ "$(one merged.h5 "SELECT count(*) FROM launch_checkpoints WHERE launch = 1")" = "$(wc -l <noted.txt)" ] || fail "a merge loses the recorded times"

cp -r "${FIXTURES:?}"/no-checkpoint-times/. .
[ "$(one old.h5 "SELECT count(*) FROM launch_checkpoints")" = 0 ] || fail "a store of an earlier version has times"
"$ICSWEEP" run old.toml -o old.h5 --checkpoint-every 0.001 2>run.log || fail "the resumed run of the old store: $(cat run.log)"
[ "$(one old.h5 "SELECT count(*) FROM launch_checkpoints")" = 0 ] || fail "the old store has times before it is rewritten"
sed -i 's/count = 2/count = 3/' old.toml
"$ICSWEEP" run old.toml -o old.h5 --checkpoint-every 0.001 2>run.log || fail "the extension of the old store: $(cat run.log)"
[ "$(one old.h5 "SELECT count(*) FROM launch_checkpoints WHERE launch = 4")" -ge 1 ] || fail "no time is recorded after the extension"
"$ICSWEEP" verify old.h5 >verify.txt || fail "$(cat verify.txt)"

if [ -n "${BROWSER_PYTHON:-}" ]; then
  for store in store old; do "$ICSWEEP" report $store.h5 >/dev/null || fail "report $store.h5 fails"; done
  checked "$BROWSER_PYTHON" "$scripts/checkpoint_times.py" noted.txt
fi
