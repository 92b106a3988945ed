#!/usr/bin/env bash
# Compares icsweep simulate with real launches on 1, 2 and 4 ranks: the predicted and the measured makespan of grids
# whose schedule matters. Takes seven minutes:  tests/bench/simulate_agrees.sh [BUILD FOLDER] The experiments sleep, so
# a busy machine or fewer cores than ranks change little. The allowed difference is 5 %. The start-up time of a launch
# is measured first and given to simulate. With FIG5=1, on a quiet machine with one core per rank, the same is done for
# --scale quick of Figure 5.
build=${1:-$(dirname "$0")/../../build/release}
ICSWEEP=$(realpath "$build")/run_poison
export ICSWEEP
sweeps=$(realpath "$(dirname "$0")")/../../jobs/sweeps
. "$(dirname "$0")/../system/common.sh"
[ -x "$ICSWEEP" ] || fail "$ICSWEEP: there is no such program; build the tests"

# With the longest first, 2 ranks take 15.0 s instead of 14.0, half of all, and 4 ranks take 8.0 s instead of 7.0.
cat >grid.toml <<'EOF'
[sweep]
name = "grid"
[[grid]]
task = "poison"
steps = [520, 510, 400, 390, 380, 300, 290]
EOF
# Ranks without work lend their cores: the time is all work divided by the ranks, except for the part that threads
# cannot share.
cat >shared.toml <<'EOF'
[sweep]
name = "shared"
[[grid]]
task = "poison"
steps = [520, 400, 300]
most = 8
EOF
# with_search FILE METHOD SEEDS [KEY = VALUE...]: prints a sweep of twelve settings, whose experiments take 5.4 s each
# if they run to the end
with_search() {
  printf '[sweep]\nname = "%s"\n[search]\nmethod = "%s"\nmetric = "loss"\nresource = "steps"\n%b\n' "$1" "$2" "${4:-}"
  printf '[[grid]]\ntask = "sleeper"\nsteps = 540\nrate = [0.05, 0.4, 0.9, 0.2, 0.55, 0.7, 0.1, 0.3, 0.97, 0.45, 0.8, 0.25]\nseed = { count = %s }\n' "$3"
}
with_search halving halving 3 'eta = 3\nrungs = 3' >halving.toml
with_search scouts scouts 4 >scouts.toml
printf '[[grid]]\ntask = "poison"\nsteps = 1\n' >instant.toml

# wall COMMAND...: runs a command, which must succeed, and prints its seconds
wall() {
  local begin=$EPOCHREALTIME
  "$@" >run.log 2>&1 || fail "$*: $(cat run.log)"
  awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'
}
# median_start RANKS: prints the median time of three launches with one short experiment
median_start() { for i in 1 2 3; do wall ranks "$1" "$ICSWEEP" run instant.toml -o "instant$1$i.h5"; done | sort -g | sed -n 2p; }
# compare RANKS SWEEP [OPTION...]: compares the two times; $simulate has more options of simulate
compare() {
  local n=$1 start simulated measured
  shift
  start=$(median_start "$n")
  # shellcheck disable=SC2086
  simulated=$("$ICSWEEP" simulate "$@" $simulate --ranks "$n" --start-up "$start" --json | grep -oE '"seconds":[0-9.]+' | cut -d: -f2)
  measured=$(wall ranks "$n" "$ICSWEEP" run "$@" -o "$(basename "$1")$n.h5")
  awk -v n="$n" -v f="$(basename "$*")" -v a="$start" -v m="$measured" -v s="$simulated" 'BEGIN {
    printf "%-24s %d ranks: start %.2f s, measured %.2f s, simulated %.2f s, ratio %.3f\n", f, n, a, m, s, s / m
    exit !(s / m > 0.95 && s / m < 1.05)
  }' || bad=1
}

bad=0 simulate=
for n in 1 2 4; do compare $n grid.toml; done
simulate="--alone 0"
for n in 1 2 4; do compare $n shared.toml; done
simulate=
for n in 1 2 4; do compare $n halving.toml; done
for n in 1 2 4; do compare $n scouts.toml; done
if [ "${FIG5:-0}" = 1 ]; then
  for n in 1 2; do compare $n "$sweeps/fig5.toml" --scale quick; done
fi
[ $bad = 0 ] || fail "simulated and measured times differ by more than 5 %"
echo "simulated and measured agree within 5 %"
