#!/usr/bin/env bash
# Queries on 10^5 experiments take little processor time and memory; the test prints both. Each takes less than a
# second. The limits here allow for sanitizers.
. "$(dirname "$0")/common.sh"
[ -x /usr/bin/time ] || skip "/usr/bin/time is missing"
"${LARGE_STORE:?}" s.h5 100000 || fail "the large store cannot be made"

# ask MEGABYTES SQL [FORMAT]: runs the query within the limits of time and memory
ask() {
  /usr/bin/time -o cost.txt -f '%U %S %M' "$ICSWEEP" query s.h5 "$2" --format "${3:-csv}" >out.txt || fail "the query fails: $2"
  read -r user system kilobytes <cost.txt
  seconds=$(awk -v u="$user" -v s="$system" 'BEGIN { print u + s }')
  printf '%5.2f s  %4d MB  %s\n' "$seconds" $((kilobytes / 1000)) "$2"
  awk -v s="$seconds" -v k="$kilobytes" -v m="$1" 'BEGIN { exit !(s < 20 && k < m * 1000) }' || fail "$seconds s and $kilobytes kB are too much for: $2"
}

ask 300 "SELECT depth, learning_rate, count(*), avg(test_mse), median(test_mse), ci95(test_mse) FROM augmented WHERE status = 'done' GROUP BY 1, 2"
[ "$(wc -l <out.txt)" = 61 ] || fail "the number of settings is not 60: $(head -3 out.txt)"
ask 300 "SELECT task, status, count(*) FROM experiments GROUP BY task, status"
grep -q '^augmented,done,100000$' out.txt || fail "the number of experiments is wrong: $(cat out.txt)"
ask 300 "SELECT a.depth, avg(a.test_mse / b.test_mse) FROM augmented a JOIN augmented b ON a.seed = b.seed AND a.learning_rate = b.learning_rate WHERE b.depth = 1 GROUP BY a.depth"
[ "$(wc -l <out.txt)" = 7 ] || fail "the self-join is wrong: $(cat out.txt)"
ask 300 "SELECT depth, avg(p.value) FROM augmented JOIN augmented_position_mse p USING (experiment) WHERE position = 20 GROUP BY depth"
[ "$(wc -l <out.txt)" = 7 ] || fail "the curves are wrong: $(cat out.txt)"
ask 300 "SELECT * FROM augmented ORDER BY test_mse LIMIT 10" table
ask 300 "SELECT * FROM augmented"
[ "$(wc -l <out.txt)" = 100001 ] || fail "the query does not print all rows"
ask 400 "SELECT * FROM augmented" table
ask 300 "SELECT curve, at, avg(value) FROM curves WHERE experiment % 10 = 0 GROUP BY curve, at"
