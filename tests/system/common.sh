# shellcheck shell=bash
# Sourced by every system test. Provides a private folder, mpirun, and functions that report failures.
set -u
: "${ICSWEEP:?the program}" "${MPIEXEC:=mpirun}"
# Allows more ranks than cores, and root, on one machine.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export ICSWEEP_PAGER=cat # no test waits at a pager
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader,tcp

invoked="$0${*:+ $*}"
folder=$(mktemp -d) && cd "$folder" || exit 1
# Ends all processes that a failing test has left, frozen or not. A launch whose store is gone ends by itself.
end_jobs() {
  local job left=""
  for job in $(jobs -pr; jobs -ps); do left+=" $job $(pgrep -P "$job" | tr '\n' ' ')"; done
  # shellcheck disable=SC2086  # several processes
  [ -z "$left" ] || { kill -TERM $left; kill -CONT $left; } 2>/dev/null
}
# A child that is asked to stop before it executes its program also runs the trap. It must not remove the folder.
trap '[ $BASHPID != $$ ] || { end_jobs; rm -rf "$folder"; }' EXIT

# random_from SEED: random moments and choices follow from this seed. A failing test prints it; ICSWEEP_SEED replaces it.
random_from() { random_seed=${ICSWEEP_SEED:-$1} && RANDOM=$random_seed; }
random_from $((SRANDOM % 32768))
# fail REASON...: ends the test. The last line has the reason, the seed and a command that repeats the test.
fail() {
  local reason=$*
  [ "${reason/$'\n'/}" = "$reason" ] || printf '%s\n' "$reason" >&2
  reason=$(printf %s "$reason" | tr -s '\n' ' ' | cut -c 1-400)
  printf 'FAILED: %s; to repeat: ICSWEEP_SEED=%s %s\n' "$reason" "$random_seed" "${ICSWEEP_REPEAT:-$invoked}" >&2
  exit 1
}
skip() { printf 'skipped: %s\n' "$*"; exit 77; }
# sanitized: not empty in a build with sanitizers
sanitized=${ASAN_OPTIONS:-}${TSAN_OPTIONS:-}
# limit_memory: gives this shell and its programs 4 GB of addresses; a sanitizer reserves more.
limit_memory() { [ -n "$sanitized" ] || ulimit -v 4000000; }
# From here on processes are killed on purpose, so sanitizers do not report kills.
expect_deaths() { export ASAN_OPTIONS="${ASAN_OPTIONS:-}:handle_segv=0:handle_abort=0" TSAN_OPTIONS="${TSAN_OPTIONS:-}:handle_segv=0"; }
# without_daemon: programs without mpirun start no daemon of Open MPI, which takes as much processor time as a small launch.
# They have a session in the current folder, which only one program at a time may use.
without_daemon() { export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_orte_tmpdir_base=$PWD; }
ranks() { local n=$1; shift; "$MPIEXEC" --oversubscribe -n "$n" "$@"; }
query() { "$ICSWEEP" query "$1" "$2" --format csv; }
one() { query "$1" "$2" | tail -n 1 | tr -d '\r'; } # one STORE SQL: prints an answer of one row
# checked COMMAND...: runs a checking program. If it fails, its last lines are the reason. Output goes to checked.txt
# too.
checked() {
  PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 "$@" 2>&1 | tee checked.txt
  [ "${PIPESTATUS[0]}" = 0 ] || fail "$(tail -n 3 checked.txt | tr -d '^' | tr -s ' \n' ' ')"
}
# python_with MODULES CANDIDATE...: sets `python` to the first candidate that imports the modules; fails without one
python_with() {
  local modules=$1
  shift
  for python in "$@"; do [ -n "$python" ] && "$python" -c "import $modules" 2>/dev/null && return; done
  return 1
}

# sweep FILE DEPTHS EPOCHS SEEDS: writes a sweep of small experiments of a real task
sweep() {
  cat >"$1" <<EOF
[sweep]
name = "test"
[[grid]]
task = "augmented"
depth = $2
dim = 3
length = 16
sequences = 256
test_sequences = 64
epochs = $3
batch = 64
seed = { count = $4 }
EOF
}

# epochs_of SECONDS: prints the number of epochs that take this long on this machine at depth 2; depth 1 takes less. A
# launch that is to be disturbed must not end before that. The fastest of four runs counts, since other tests may delay
# a run of a few hundredths of a second by its own length.
epochs_of() {
  if [ ! -e speed.h5 ]; then
    sweep speed.toml "[2]" 400 4
    "$ICSWEEP" run speed.toml -o speed.h5 2>speed.log || fail "the speed: $(cat speed.log)"
  fi
  query speed.h5 "SELECT CAST($1 * 400 / min(seconds) + 1 AS INTEGER) FROM augmented_all" | tail -n 1 | tr -d '\r'
}

# counting FILE EXPERIMENTS SECONDS: writes experiments of the tests' own task, which take this long on any machine
counting() {
  cat >"$1" <<END
[sweep]
name = "counting"
[[grid]]
task = "poison"
steps = $(($3 * 100))
seed = { count = $2 }
END
}
# expect_sums STORE EXPERIMENTS SECONDS: expects each experiment to be done once, with the sum of an undisturbed run
expect_sums() {
  local n=$(($3 * 100)) wanted found
  wanted=$(for seed in $(seq 0 $(($2 - 1))); do echo "$seed,done,$((n * (n + 1) / 2 + seed))"; done)
  found=$("$ICSWEEP" query "$1" "SELECT seed, status, CAST(sum AS INTEGER) FROM poison_all ORDER BY seed" --format csv | tail -n +2 | tr -d '\r')
  [ "$found" = "$wanted" ] || fail "the store has $found"
  "$ICSWEEP" verify "$1" >verify.txt 2>&1 || fail "$(cat verify.txt)"
  [ "$(ls -A | grep -c "^$1")" = 1 ] || fail "files are left beside the store: $(ls -A)"
}

# digests STORE: prints the values in a store that must not depend on the machine or launch
digests() { query "$1" "SELECT identity, status, digest, test_mse FROM augmented_all ORDER BY identity"; }
count() { query "$1" "SELECT count(*) FROM augmented_all WHERE status = '$2'" | tail -n 1; }

# Disturbances. Each fails if it does not happen. With ICSWEEP_UNDISTURBED=all they do nothing, and every test that
# uses one must fail. With a line number, only the disturbance in that line of the test's script does nothing
# (undisturbed_fails.sh).
undisturbed() {
  local i
  case ${ICSWEEP_UNDISTURBED:-} in "") return 1 ;; all) return 0 ;; esac
  for i in "${!BASH_LINENO[@]}"; do
    [ "${BASH_LINENO[i]}" = "$ICSWEEP_UNDISTURBED" ] && [ "${BASH_SOURCE[i + 1]:-}" = "$0" ] && return
  done
  return 1
}
# send SIGNAL PID...: sends the signal to live processes
send() {
  local signal=$1
  shift
  [ $# -gt 0 ] && [ -n "$1" ] || fail "there is no process to send $signal to"
  undisturbed || kill -s "$signal" "$@" || fail "no process received $signal: $*"
}
# strike SIGNAL PID...: sends the signal to processes that may have ended. Succeeds if one received it. If a test tries
# many moments, it must check by the statuses of the launches that some signals had an effect.
strike() {
  local signal=$1
  shift
  undisturbed || kill -s "$signal" "$@" 2>/dev/null
}
# kill_child PID: kills a child of this shell; fails if the child had ended before
kill_child() {
  send KILL "$1"
  wait "$1" 2>/dev/null
  local status=$?
  [ $status = 137 ] || fail "process $1 ended with $status before it was killed"
}
# freeze PID...: stops processes and waits until all their threads have stopped
freeze() {
  send STOP "$@"
  undisturbed || await "processes stop: $*" frozen "$@"
}
# freeze_living PID...: freezes processes that may have ended. Succeeds if one was alive.
freeze_living() {
  strike STOP "$@" || return
  undisturbed || await "processes stop: $*" still "$@"
}
still() { local pid; for pid; do gone "$pid" || frozen "$pid" || return; done; }
# thaw PID...: lets frozen processes continue
thaw() {
  [ "${ICSWEEP_UNDISTURBED:-}" = all ] || frozen "$@" || fail "a process was not frozen: $*"
  send CONT "$@"
}
frozen() { # PID...: whether each of their threads is in state T
  local pid states
  for pid; do
    states=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$pid/task"/*/status 2>/dev/null) && [ -n "$states" ] || return 1
    [ -z "$(tr -d 'T\n' <<<"$states")" ] || return 1
  done
}

gone() { ! grep -qs '^State:.*[RSDTt] (' "/proc/$1/status"; } # a zombie counts as ended, since no parent may wait for it
# killed_launch SWEEP STORE HUNDREDTHS [OPTION...]: runs the sweep on two ranks and kills all at a random moment, at most
# HUNDREDTHS of a second after its start. Fails if the launch ends before. The launch's output is in cut.log.
killed_launch() {
  local launcher at victims
  : >cut.log # the earlier launch printed the same line
  ranks 2 "$ICSWEEP" run "$1" -o "$folder/$2" --checkpoint-every 0.05 "${@:4}" 2>cut.log &
  launcher=$!
  until grep -q 'to do on' cut.log || gone $launcher; do sleep 0.02; done
  at=$(printf %03d $((RANDOM % $3)))
  sleep "${at%??}.${at#?}"
  victims=$(pgrep -f "run $1 -o $folder/$2")
  # shellcheck disable=SC2086  # several processes
  [ -z "$victims" ] || strike KILL $victims
  wait $launcher
  [ $? = 137 ] && kills=$((kills + 1)) && return
  [ $((missed = ${missed:-0} + 1)) -lt $((10 + 3 * kills)) ] || fail "$kills kills, $missed launches ended before"
  return 1
}
# Seconds after which a test gives up waiting for an event. A busy machine must not reach it. Without its disturbance a
# test waits for an event that does not come.
patience=${ICSWEEP_UNDISTURBED:+60}
patience=${patience:-300}
# await WHAT COMMAND...: waits until the command succeeds
await() {
  local what=$1 end=$((SECONDS + patience))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || fail "waited in vain: $what"
    sleep 0.1
  done
}

has_done() { [ "$(count "$1" done 2>/dev/null || echo 0)" -ge "$2" ] 2>/dev/null; }
# at_work STORE COUNT: succeeds if status shows COUNT experiments in flight that have made a step
at_work() { [ "$("$ICSWEEP" status "$1" 2>/dev/null | grep -c ' step [1-9]')" -ge "$2" ]; }
# checkpoints COUNT: succeeds if at least COUNT experiments of s.h5 have a checkpoint
checkpoints() { [ "$(ls s.h5.checkpoints 2>/dev/null | wc -l)" -ge "$1" ]; }
wait_for() { await "$2 finished experiments in $1" has_done "$1" "$2"; } # wait_for STORE COUNT

# For tests of readers. small_store makes store.h5 with depths 1 and 2 and three seeds each. expect_mean NUMBER READER
# compares NUMBER with the mean test MSE of depth 2 in it.
small_store() {
  sweep s.toml "[1, 2]" 2 3
  "$ICSWEEP" run s.toml -o store.h5 2>run.log || fail "the run: $(cat run.log)"
}
# Adds rows of an earlier sweep, with which the mean would differ.
two_sweeps() {
  sweep other.toml "[1, 2]" 5 3
  "$ICSWEEP" run other.toml -o store.h5 2>run.log && "$ICSWEEP" run s.toml -o store.h5 2>run.log || fail "two sweeps: $(cat run.log)"
}
expect_mean() {
  local own
  own=$(query store.h5 "SELECT avg(test_mse) FROM augmented WHERE depth = 2" 2>/dev/null | tail -n 1)
  awk -v a="$1" -v b="$own" 'BEGIN { exit !(b > 0 && (a / b - 1) ^ 2 < 1e-24) }' || fail "$2 gives '$1', icsweep query gives $own"
}
