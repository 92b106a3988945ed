#!/usr/bin/env bash
# A sweep whose first five experiments all fail stops with their common message and status 1, without trying the
# others. --retry runs ended experiments again by kind, and nothing else. The number of planned experiments is the sum
# of the outcomes, without duplicates. The experiments fail because each needs 1.7 GB of memory and the process may
# have 1.2 GB.
. "$(dirname "$0")/common.sh"
[ -z "${ASAN_OPTIONS:-}" ] || skip "a sanitizer reserves more memory than the process may have here"
sum() { query store.h5 "SELECT count(*), count(DISTINCT identity), sum(status = 'failed'), sum(status = 'done') FROM augmented_all WHERE planned" | tail -n 1; }
run() { "$ICSWEEP" run s.toml -o store.h5 "$@" 2>run.log; }

cat >s.toml <<'EOF'
[sweep]
name = "failures"
[[grid]]
task = "augmented"
depth = 1
length = 50
sequences = 400_000
test_sequences = 64
epochs = 1
seed = { count = 7 }
EOF
(ulimit -v 1200000 && run)
status=$?
[ $status = 1 ] || fail "status $status instead of 1 of a sweep whose experiments all fail: $(cat run.log)"
grep -q 'stopped, since the first 5 experiments to end all failed: out of memory; mend the cause and add --retry failed$' run.log || fail "the reason is not printed: $(cat run.log)"
grep -q '0 done, 5 failed, 2 not tried$' run.log || fail "the outcomes do not add up: $(cat run.log)"
[ "$(sum)" = 7,7,5,0 ] || fail "wrong outcomes after the stop: $(sum)"

sed -i 's/^sequences.*/sequences = [400_000, 2048]/; s/count = 7/count = 2/' s.toml
run --retry timed_out,crashed
[ $? = 1 ] && [ "$(sum)" = 4,4,2,2 ] || fail "--retry of other kinds changes the outcomes: $(sum) $(cat run.log)"
before=$(digests store.h5 | grep done)
run --retry failed || fail "the run with --retry failed: $(cat run.log)"
grep -q 'store.h5: 2 experiments that had ended run again$' run.log || fail "the repeated experiments are not reported: $(cat run.log)"
[ "$(sum)" = 4,4,0,4 ] || fail "wrong outcomes after --retry failed: $(sum)"
[ "$(digests store.h5 | grep -cF "$before")" = 2 ] || fail "--retry changed done experiments"
[ "$(query store.h5 "SELECT max(attempts), min(attempts) FROM augmented_all WHERE planned" | tail -n 1)" = 2,1 ] || fail "attempts are not counted"
run --retry done
[ $? = 2 ] && grep -q 'retry done: use some of diverged, failed, timed_out, crashed' run.log || fail "--retry done is not refused: $(cat run.log)"
echo "a sweep whose experiments all fail stops, and --retry runs failed experiments again"
