#!/usr/bin/env bash
# An experiment that runs an mpirun of its own, under an mpirun: jobs/examples/mpi. Its ranks know nothing of the outer
# ones, and use its cores.
. "$(dirname "$0")/common.sh"

command -v mpicc >/dev/null || skip "there is no mpicc"
[ "$(nproc)" -ge 2 ] || skip "there is one core"
cp "$PROJECT"/jobs/examples/mpi/* .
mpicc -O2 -o integral integral.c || fail "the example does not compile"

ICSWEEP_CORES=2 ranks 2 "$ICSWEEP" run integral.toml -o integral.h5 --allow-code >run.log 2>&1 || fail "$(cat run.log)"
[ "$(one integral.h5 "SELECT count(*) FROM integral WHERE status = 'done' AND ranks = 2 AND error < 1e-4")" = 3 ] ||
  fail "$(query integral.h5 "SELECT parts, status, ranks, error, message FROM integral_all") $(cat run.log)"

# Its number of ranks is the number of its cores.
ranks 2 "$ICSWEEP" run integral.toml -o alone.h5 --allow-code --set 'resources={ cores = 1 }' >run.log 2>&1 ||
  fail "$(cat run.log)"
[ "$(one alone.h5 "SELECT count(*) FROM integral WHERE status = 'done' AND ranks = 1")" = 3 ] ||
  fail "$(query alone.h5 "SELECT ranks, status, message FROM integral_all")"
echo "experiments of two cores and of one core run their own mpirun"
