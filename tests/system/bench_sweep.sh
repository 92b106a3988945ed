#!/usr/bin/env bash
# `icsweep bench sweep` alone and on ranks, as text and as JSON. It leaves no files, and its task is not listed for
# users.
. "$(dirname "$0")/common.sh"
unset TMPDIR
"$ICSWEEP" bench sweep --experiments 200 500 >alone.txt || fail "bench sweep alone: $(cat alone.txt)"
[ "$(awk 'NF == 7 && $1 > 0 { print $1 }' alone.txt | tr '\n' ' ')" = '200 500 ' ] || fail "not one line per number of experiments: $(cat alone.txt)"
awk 'length > 80 { exit 1 }' alone.txt || fail "wider than 80 columns: $(cat alone.txt)"
# Long enough for Open MPI to notice the end of its daemon. The program must not end the daemon together with the
# processes of an earlier child.
"$ICSWEEP" bench sweep --experiments 20000 >long.txt 2>&1 || fail "20000 experiments: status $?: $(cat long.txt)"
awk 'NF == 7 && $1 == 20000 { found = 1 } END { exit !found }' long.txt || fail "no line for 20000: $(cat long.txt)"
rm long.txt
"$ICSWEEP" bench sweep --help | grep -A 1 '^Example:' | grep -q 'icsweep bench sweep' || fail "--help has no example"

ranks 2 "$ICSWEEP" bench sweep --experiments 1000 --json >ranks.json || fail "two ranks: $(cat ranks.json)"
grep -q '^{"answer_max_ms":.*"coordinator_us_each":.*"experiments":1000,.*"ranks":2,' ranks.json || fail "two ranks: $(cat ranks.json)"
ranks 2 "$ICSWEEP" bench sweep --train fig5-L1 --seconds 1 --json >train.json || fail "--train: $(cat train.json)"
grep -q '"ranks":2,"requests":[1-9][0-9]*,"train":"fig5-L1"' train.json || fail "--train: $(cat train.json)"

refused() { # refused REASON ARGUMENT...
  local reason=$1
  shift
  "$ICSWEEP" bench sweep "$@" >out.txt 2>&1
  [ $? = 2 ] && grep -q "$reason" out.txt || fail "$*: $(cat out.txt)"
}
refused 'use 1 to 1000000' --experiments 0
refused 'mpirun -n 2' --train fig5-L1
refused 'there is no workload "fig55"' --train fig55
printf '[[grid]]\ntask = "noop"\n' >noop.toml
"$ICSWEEP" plan noop.toml --points >out.txt 2>&1 && fail "users can run the task noop"
[ "$(ls -A | tr '\n' ' ')" = 'alone.txt noop.toml out.txt ranks.json train.json ' ] || fail "files are left: $(ls -A)"
echo "every row was right"
