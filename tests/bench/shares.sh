#!/usr/bin/env bash
# shares.sh [ROUNDS [SECONDS]]: measures the gain when two ranks lend cores to each other. On a quiet machine with two
# free cores:
#   ICSWEEP=build/release/icsweep tests/bench/shares.sh 5 20
# Alternates one experiment of SECONDS on one core with three equal ones on two ranks, checks that their results have
# the same bits, and prints the median ratio of times. Then runs fig5 --scale quick on two ranks, and prints the share
# of the cores' time that trains, from the start to the end of mpirun.
scripts=$(cd "$(dirname "$0")" && pwd)
. "$scripts/../system/common.sh"
rounds=${1:-5} seconds=${2:-20}
# fig5 FILE EPOCHS SEEDS: writes a sweep of equal experiments of Figure 5 at depth 3
fig5() {
  printf '[[grid]]\ntask = "augmented"\ndepth = 3\ndim = 5\nlength = 50\nsequences = 4096\ntest_sequences = 1024\nbatch = 1024\nepochs = %d\nseed = { count = %d }\n' \
    "$2" "$3" >"$1"
}
fig5 speed.toml 20 3
"$ICSWEEP" run speed.toml -o speed.h5 2>speed.log || fail "the measurement of the speed: $(tail -n 1 speed.log)"
epochs=$(one speed.h5 "SELECT CAST($seconds * 20 / min(seconds) + 1 AS INTEGER) FROM augmented")
fig5 one.toml "$epochs" 1
fig5 three.toml "$epochs" 3

# wall COMMAND...: runs a command, which must succeed, and sets took to its seconds
wall() {
  local begin=$EPOCHREALTIME
  "$@" >run.log 2>&1 || fail "$*: $(tail -n 1 run.log)"
  took=$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }')
}
median() { sort -g "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for ((round = 1; round <= rounds; ++round)); do
  rm -f one.h5 three.h5 fig5.h5
  wall ranks 1 "$ICSWEEP" run one.toml -o one.h5
  alone=$took
  wall ranks 2 "$ICSWEEP" run three.toml -o three.h5
  three=$took
  "$ICSWEEP" diff one.h5 three.h5 >diff.txt
  grep -q '1 with equal digests' diff.txt || fail "the results differ: $(cat diff.txt)"
  wall ranks 2 "$ICSWEEP" run fig5 --scale quick -o fig5.h5
  "$ICSWEEP" verify fig5.h5 >verify.txt || fail "verify: $(tail -n 1 verify.txt)"
  trains=$(one fig5.h5 "SELECT sum(core_seconds) FROM augmented")
  awk -v a="$alone" -v b="$three" -v t="$trains" -v w="$took" 'BEGIN { print b / a >>"ratios"; print t / (2 * w) >>"shares"
    printf "one experiment on one core %.2f s, three on two ranks %.2f s: ratio %.3f; fig5 quick %.2f s, %.1f %% of two cores train\n", a, b, b / a, w, 50 * t / w }'
done
printf 'median ratio %.3f (1.5 if nothing is lost); median share %.3f\n' "$(median ratios)" "$(median shares)"
