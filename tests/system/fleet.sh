#!/usr/bin/env bash
# Launches that join one store at the same time: every experiment is computed once, with the results of one rank. A
# launch that does not fit is refused in one line.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
. "$(dirname "$0")/fleet_common.sh"

# Real experiments: two launches, then eight, all at once.
sweep s.toml "[1, 2]" 60 12
"$ICSWEEP" run s.toml -o one.h5 2>one.log || fail "one rank: $(cat one.log)"
two_ranks() { ranks 2 "$ICSWEEP" "${@:2}"; }
for launches in 2 8; do
  launches_at_once "$launches" two_ranks
  [ "$(ls -A | grep -c "^all$launches.h5")" = 1 ] || fail "files are left beside the store: $(ls -A)"
done

# Experiments of a known time: a second launch takes its part.
ICSWEEP=$RUN_POISON
counting c.toml 16 2
lead c.toml c.h5
help_with c.toml c.h5
wait "$helper" || fail "the guest: status $?: $(cat guest.log)"
wait "$leader" || fail "the leader: status $?: $(cat leader.log)"
expect_sums c.h5 16 2
guests=$(one c.h5 "SELECT count(*) FROM poison_all WHERE rank >= 2")
[ "$guests" -ge 3 ] || fail "the guest computed only $guests of 16: $(cat leader.log guest.log)"
[ "$(one c.h5 "SELECT count(*) FROM poison_all WHERE attempts != 1")" = 0 ] || fail "an experiment ran twice"

# A launch that comes when everything has ended finds nothing to do.
ranks 2 "$ICSWEEP" run c.toml -o c.h5 --join 2>late.log || fail "a late launch: status $?: $(cat late.log)"

# Refusals.
counting d.toml 9 2
lead c.toml r.h5
one_line "$ICSWEEP" run c.toml -o r.h5
grep -q 'r.h5: another launch is writing it (host .*, process .*); wait for it or stop it first, or help it with --join' err.txt || fail "plain run: $(cat err.txt)"
one_line "$ICSWEEP" run d.toml -o r.h5 --join
grep -q 'r.h5: the launch that writes it runs another sweep' err.txt || fail "another sweep: $(cat err.txt)"
one_line "$ICSWEEP" run c.toml -o r.h5 --join --only 'seed < 3'
grep -q 'r.h5: the launch that writes it runs another sweep' err.txt || fail "a part of the sweep: $(cat err.txt)"
one_line "$ICSWEEP" run missing.toml -o r.h5 --join
[ "$(stat -c %a r.h5.key)" = 600 ] || fail "others may read the key: $(ls -l r.h5.key)"
chmod 644 r.h5.key
one_line "$ICSWEEP" run c.toml -o r.h5 --join
grep -q 'r.h5.key: others may read it' err.txt || fail "an open key: $(cat err.txt)"
send USR1 "$leader"
wait "$leader"
[ $? = 75 ] || fail "the leader after a signal: $(cat leader.log)"

# A launch without --join lets nobody in.
: >leader.log
"$ICSWEEP" run c.toml -o r.h5 2>leader.log &
leader=$!
await "the leader" grep -q 'to do on' leader.log
"$ICSWEEP" run c.toml -o r.h5 --join 2>err.txt
[ $? = 75 ] && grep -q 'was started without --join' err.txt && [ "$(wc -l <err.txt)" = 1 ] || fail "a leader without --join: $(cat err.txt)"
kill_child "$leader"
echo "2 and 8 launches at once: the results of one rank; a second launch computed $guests of 16; refusals in one line"
