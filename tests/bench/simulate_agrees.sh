#!/usr/bin/env bash
# Compares icsweep simulate with real launches: the makespan of a grid whose schedule matters, predicted and measured, on 1, 2 and 4 ranks.
# Run by hand; takes seven minutes:  tests/bench/simulate_agrees.sh [BUILD FOLDER]
# The experiments sleep, so that more ranks than cores and a busy machine change little; the allowed difference is 5 %. The time that a
# launch takes to start is measured first and given to simulate. The last lines do the same for --scale quick of Figure 5, which needs one
# core a rank: with FIG5=1, on a machine that does nothing else.
build=${1:-$(dirname "$0")/../../build/release}
ICSWEEP=$(realpath "$build")/run_poison
export ICSWEEP
sweeps=$(realpath "$(dirname "$0")")/../../jobs/sweeps
. "$(dirname "$0")/../system/common.sh"
[ -x "$ICSWEEP" ] || fail "$ICSWEEP: there is no such program; build the tests"

# Longest first, 2 ranks take 15.0 s instead of 14.0, half of all, and 4 take 8.0 s instead of 7.0.
cat >grid.toml <<'EOF'
[sweep]
name = "grid"
[[grid]]
task = "poison"
steps = [520, 510, 400, 390, 380, 300, 290]
EOF
# Ranks without work lend their processors: all work divided by the ranks, but for what does not divide by threads.
cat >shared.toml <<'EOF'
[sweep]
name = "shared"
[[grid]]
task = "poison"
steps = [520, 400, 300]
most = 8
EOF
# with_search FILE METHOD SEEDS [KEY = VALUE...]: twelve settings whose experiments take 5.4 s if they run to the end
with_search() {
  printf '[sweep]\nname = "%s"\n[search]\nmethod = "%s"\nmetric = "loss"\nresource = "steps"\n%b\n' "$1" "$2" "${4:-}"
  printf '[[grid]]\ntask = "sleeper"\nsteps = 540\nrate = [0.05, 0.4, 0.9, 0.2, 0.55, 0.7, 0.1, 0.3, 0.97, 0.45, 0.8, 0.25]\nseed = { count = %s }\n' "$3"
}
with_search halving halving 3 'eta = 3\nrungs = 3' >halving.toml
with_search scouts scouts 4 >scouts.toml
printf '[[grid]]\ntask = "poison"\nsteps = 1\n' >instant.toml

# wall COMMAND...: prints the seconds it takes; it must succeed
wall() {
  local begin=$EPOCHREALTIME
  "$@" >run.log 2>&1 || fail "$*: $(cat run.log)"
  awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'
}
# median_start RANKS: prints the median of three launches that have nothing to run
median_start() { for i in 1 2 3; do wall ranks "$1" "$ICSWEEP" run instant.toml -o "instant$1$i.h5"; done | sort -g | sed -n 2p; }
# compare RANKS SWEEP [OPTION...]; $simulate: more options of simulate
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
[ $bad = 0 ] || fail "more than 5 % apart"
echo "simulated and measured agree within 5 %"
