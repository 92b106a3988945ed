#!/usr/bin/env bash
# jobs/launch.sh judges by the experiments of its sweep, not by the status of mpirun nor by other experiments in the
# store. Three programs replace mpirun: one reports too few slots, one does nothing, and one is a single rank.
. "$(dirname "$0")/common.sh"
: "${LAUNCH:?jobs/launch.sh}"
unset SLURM_JOB_ID
export ICSWEEP
cat >few_slots <<'E2'
#!/usr/bin/env bash
echo "There are not enough slots available in the system" >&2
exit 1
E2
printf '#!/usr/bin/env bash\n' >idle
cat >one_rank <<'E2'
#!/usr/bin/env bash
while [ "${1:0:1}" = - ]; do [ "$1" = -x ] || [ "$1" = -n ] && shift; shift; done
exec "$@"
E2
chmod +x few_slots idle one_rank

# launched STATUS MPIRUN SWEEP [OPTION...]: expects this status of launch.sh
launched() {
  local wanted=$1 mpirun=$2
  shift 2
  MPIRUN=$PWD/$mpirun "$LAUNCH" -n 1 "$1" s.h5 "${@:2}" 2>launch.log
  local status=$?
  [ $status = "$wanted" ] || fail "status $status instead of $wanted of: $mpirun $* ($(cat launch.log))"
}
says() { grep -qF -- "$1" launch.log || fail "'$1' is not printed: $(cat launch.log)"; }

sweep small.toml "[1]" 2 2
sweep large.toml "[1, 2]" 2 3
launched 1 few_slots small.toml
says 'nothing ran'
says '2 of 2 experiments are left'
[ ! -e s.h5 ] || fail "a store without a launch"
launched 0 one_rank small.toml
launched 0 idle small.toml # complete

# Ctrl-C ends mpirun with 1 within the first seconds. The sweep was stopped: the status is 75.
cat >interrupted <<'E2'
#!/usr/bin/env bash
trap 'exit 1' USR1
: >started
while :; do sleep 0.1; done
E2
chmod +x interrupted
MPIRUN=$PWD/interrupted "$LAUNCH" -n 1 small.toml other.h5 2>launch.log &
launcher=$!
until [ -e started ]; do sleep 0.1; done
kill -TERM $launcher
wait $launcher
status=$?
[ $status = 75 ] || fail "status $status instead of 75 after a stop in the first seconds: $(cat launch.log)"
if grep -q 'nothing ran' launch.log; then fail "a stopped launch is reported as one that did not start"; fi

# The store is complete for the small sweep, and lacks four experiments of the large one.
for mpirun in few_slots idle; do
  launched 1 $mpirun large.toml
  says 'nothing ran'
  says '4 of 6 experiments are left'
  launched 1 $mpirun small.toml --set 'depth=[1,2]' --set 'seed=0'
  says '1 of 2 experiments are left'
  launched 0 $mpirun large.toml --only 'depth == 1 && seed < 2'
done
launched 0 one_rank large.toml
[ "$(count s.h5 done)" = 6 ] || fail "the extended sweep is not done: $(cat launch.log)"
launched 0 few_slots large.toml # complete

# Experiments that --retry names have ended. They are left to do until they have run again.
cat >wild.toml <<'E2'
[sweep]
name = "wild"
[[grid]]
task = "positional"
length = 8
mu = 50
sequences = 32
learning_rate = 1000
E2
launched 0 one_rank wild.toml --add
[ "$(query s.h5 "SELECT status FROM positional_all" | tail -n 1 | tr -d '\r')" = diverged ] || fail "a rate of 1000 does not diverge"
launched 1 idle wild.toml --retry diverged
says 'nothing ran'
launched 0 one_rank wild.toml --retry diverged
echo 'bad = 1' >>wild.toml
launched 2 one_rank wild.toml

# Our line is the last one, and no lines of mpirun follow it. If mpirun starts no ranks, it says why.
unset MPIRUN
sweep fine.toml "[1]" 2 2
"$LAUNCH" -n 2 fine.toml last.h5 --walltime 1 2>launch.log
grep -q '^----' launch.log && fail "mpirun speaks after icsweep: $(cat launch.log)"
tail -n 1 launch.log | grep -q '^last.h5: ' || fail "the last line is another: $(cat launch.log)"
OMPI_MCA_rmaps_base_oversubscribe=0 "$LAUNCH" -n 4000 fine.toml none.h5 2>launch.log
says 'not enough slots'
says 'nothing ran'
