#!/usr/bin/env bash
# Measures the cost of a sweep without its experiments: `icsweep bench sweep`, mpi4py.futures and a bare C++ loop, in
# turn, on RANKS ranks. Prints a Markdown table of medians with the least and the largest value.
#
#     tests/bench/peers/sweep.sh [EXPERIMENTS [ROUNDS [RANKS]]]
#
# ICSWEEP, PYTHON (with mpi4py for the same MPI) and MPIEXEC name other programs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
experiments=${1:-100000} rounds=${2:-5} ranks=${3:-2}
icsweep=${ICSWEEP:-$here/../../../build/release/icsweep}
python=${PYTHON:-/usr/bin/python3}
mpiexec=${MPIEXEC:-mpirun}
"$python" -c 'import mpi4py' 2>/dev/null || { echo "$python has no mpi4py: install python3-mpi4py, or set PYTHON to another Python" >&2; exit 2; }
[ "$(id -u)" != 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mpicxx -O2 "$here/master_worker.cpp" -o "$folder/master_worker"

field() { sed "s/.*\"$1\":\([-+.0-9e]*\).*/\1/"; }
for _ in $(seq "$rounds"); do
  "$mpiexec" -n "$ranks" "$icsweep" bench sweep --experiments "$experiments" --json >"$folder/line"
  field us_each <"$folder/line" >>"$folder/icsweep"
  field coordinator_us_each <"$folder/line" >>"$folder/coordinator"
  "$mpiexec" -n "$ranks" "$python" "$here/futures.py" "$experiments" >>"$folder/futures"
  "$mpiexec" -n "$ranks" "$folder/master_worker" "$experiments" >>"$folder/loop"
done

# median (least to most)
spread() { sort -g "$folder/$1" | awk '{ v[NR] = $1 } END { printf "%.3g (%.3g to %.3g)", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1], v[NR] }'; }
echo "| $experiments calls of nothing on $ranks ranks, $rounds rounds | microseconds each |"
echo "|---|---|"
echo "| \`icsweep bench sweep\`: scheduled, checked, in the store | $(spread icsweep) |"
echo "| part of this in which rank 0 hands out and records | $(spread coordinator) |"
echo "| \`mpi4py.futures\`, nothing stored | $(spread futures) |"
echo "| bare C++ loop of blocking calls, nothing stored | $(spread loop) |"
