#!/usr/bin/env bash
# verify names rows that were changed outside the program and ends with 1, and the next launch runs them again. A
# killed launch damages nothing. verify also runs a sample of done rows again until it is stopped; their bits are the
# same.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
sweep s.toml "[1, 2]" "$(epochs_of .5)" 4
reference s.toml whole.h5
"$ICSWEEP" verify whole.h5 --sample 3 >verify.txt 2>verify.log || fail "verify: $(cat verify.txt verify.log)"
grep -q '^whole.h5: 8 rows: 8 sound, 0 pending, 0 damaged$' verify.txt || fail "the rows: $(cat verify.txt)"
grep -q '^whole.h5: 3 of 8 done experiments are run again (.*, about .*)$' verify.log || fail "the sample: $(cat verify.log)"
grep -q '^whole.h5: 3 of 3 run again, 0 differ$' verify.txt || fail "the digests: $(cat verify.txt)"

# Flips a bit of the first identity, which occurs once in the file.
cp whole.h5 s.h5
identity=$(query s.h5 "SELECT identity FROM augmented_all WHERE experiment = 0" | tail -n 1)
at=$(grep -abo "$identity" s.h5 | head -n 1 | cut -d: -f1)
printf 'x' | dd of=s.h5 bs=1 seek="$at" conv=notrunc 2>/dev/null
"$ICSWEEP" verify s.h5 >verify.txt && fail "a damaged identity is not found"
grep -q "^s.h5: augmented row 0 (x${identity:1}): does not match: its checksum; the identity of its parameters$" verify.txt || fail "the damaged row is not named: $(cat verify.txt)"
"$ICSWEEP" verify s.h5 --json | tail -n 1 | grep -q '"damaged":1,.*"rows":8,"sound":7' || fail "as JSON: $("$ICSWEEP" verify s.h5 --json)"
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the next launch: $(cat run.log)"
grep -q 's.h5: 1 row does not match its checksum and runs again' run.log || fail "the repeated row is not reported: $(cat run.log)"
grep -q 's.h5: 8 experiments: 8 done, 0 duplicates$' run.log || fail "the sum: $(cat run.log)"
equal s.h5 whole.h5

# The launch is killed, then stopped: complete rows that are not marked are no damage.
rm s.h5
"$ICSWEEP" run s.toml -o s.h5 2>run.log &
wait_for s.h5 1
kill_child $!
"$ICSWEEP" verify s.h5 >verify.txt || fail "after a kill: $(cat verify.txt)"
make_only s.toml s.h5
"$ICSWEEP" verify s.h5 >verify.txt || fail "after a kill and a stop: $(cat verify.txt)"
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the last launch: $(cat run.log)"
equal s.h5 whole.h5

: >verify.log # an earlier verify printed the same line
"$ICSWEEP" verify whole.h5 --sample 8 >verify.txt 2>verify.log &
await "a sample" grep -q 'are run again' verify.log
send TERM $!
wait $!
status=$?
[ $status = 75 ] && grep -q '; stopped$' verify.txt || fail "the status of a stopped verify is $status: $(cat verify.txt)"
echo "damaged rows are named and run again, and kills damage nothing"
