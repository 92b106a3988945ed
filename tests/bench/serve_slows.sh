#!/usr/bin/env bash
# serve_slows.sh [ROUNDS [SECONDS [ROWS]]]: what does icsweep serve with ten viewers take from a launch on all cores whose store has 10^5 rows?
# Alternates launches with and without it; prints the median of the ratios of what the experiments took, and the processor time of the server.
# The machine has to be quiet:  ICSWEEP=build/release/icsweep tests/bench/serve_slows.sh
scripts=$(cd "$(dirname "$0")" && pwd)
. "$scripts/../system/common.sh"
rounds=${1:-5} seconds=${2:-60} rows=${3:-100000}
ICSWEEP_PYTHON=${ICSWEEP_PYTHON:-python3}
cores=$(nproc)
printf '[[grid]]\ntask = "trajectory"\ndim = 2\nlength = 3\nseed = { count = %s }\n' "$rows" >rows.toml
"$ICSWEEP" run rows.toml -o rows.h5 2>rows.log || fail "the rows: $(tail -n 1 rows.log)"
sweep training.toml "[2]" "$(epochs_of "$seconds")" "$cores"
cat rows.toml >>training.toml

# trained NAME: a launch on all cores; sets took to the mean time of its experiments
trained() {
  cp rows.h5 "$1.h5"
  ranks "$cores" "$ICSWEEP" run training.toml -o "$1.h5" 2>"$1.log" || fail "$1: $(tail -n 1 "$1.log")"
  took=$(one "$1.h5" "SELECT avg(seconds) FROM augmented")
  rm "$1.h5"
}
ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

for ((round = 1; round <= rounds; ++round)); do
  trained alone
  alone=$took
  cp rows.h5 served.h5
  "$ICSWEEP" serve served.h5 >address.txt 2>serve.log &
  server=$!
  await 60 "an address" grep -q '^  http://127.0.0.1' address.txt
  PYTHONPATH=$scripts/../system "$ICSWEEP_PYTHON" "$scripts/serve_viewers.py" "$(sed -n 's/^  \(http.*\)/\1/p' address.txt)" $server >viewers.log 2>&1 &
  viewers=$!
  before=$(ticks $server)
  ranks "$cores" "$ICSWEEP" run training.toml -o served.h5 2>served.log || fail "served: $(tail -n 1 served.log)"
  after=$(ticks $server)
  took=$(one served.h5 "SELECT avg(seconds) FROM augmented")
  kill -INT $server
  wait $server $viewers
  rm served.h5
  awk -v a="$alone" -v b="$took" -v t=$((after - before)) -v hz="$(getconf CLK_TCK)" -v n="$cores" -v loads="$(grep -c . viewers.log)" \
    'BEGIN { printf "%.2f s alone, %.2f s beside the server: ratio %.4f; the server took %.2f s, %.2f %% of %d cores; %d loads of the data\n", a, b, b / a, t / hz, 100 * t / hz / b / n, n, loads }' | tee -a rounds.txt
done
awk '{ for (i = 1; i < NF; ++i) if ($i == "ratio") print $(i + 1) + 0 }' rounds.txt | sort -n | awk '{ a[NR] = $1 } END { printf "median ratio %.4f of %d rounds\n", (a[int((NR + 1) / 2)] + a[int(NR / 2) + 1]) / 2, NR }'
