#!/usr/bin/env bash
# Threads inside an experiment change no bit of its results; ranks without an experiment lend their cores to the others.
. "$(dirname "$0")/common.sh"
sweep s.toml "[2]" 20 1
for threads in 1 2 5; do
  "$ICSWEEP" run s.toml -o "$threads.h5" --threads "$threads" 2>"$threads.log" || fail "$threads threads: $(cat "$threads.log")"
  [ "$(digests "$threads.h5")" = "$(digests 1.h5)" ] || fail "$threads threads differ from one"
done
grep -q 'threads' 1.log && fail "one thread is not worth a word: $(cat 1.log)"
grep -q '5 threads for each experiment' 5.log || fail "nothing said of threads: $(cat 5.log)"
ranks 3 "$ICSWEEP" run s.toml -o team.h5 2>team.log || fail "three ranks: $(cat team.log)"
[ "$(query team.h5 "SELECT core_seconds > 1.5 * seconds FROM augmented" | tail -n 1)" = 1 ] || fail "no rank lent its core: $(cat team.log)"
[ "$(digests team.h5)" = "$(digests 1.h5)" ] || fail "a team differs from one rank"
"$ICSWEEP" run s.toml -o no.h5 --threads -1 2>no.log
[ $? = 2 ] && grep -q 'threads -1: use 0 to 1024' no.log || fail "--threads -1: $(cat no.log)"
[ ! -e no.h5 ] || fail "a store was made"
echo "1, 2 and 5 threads and a rank that two others lend their cores agree"
