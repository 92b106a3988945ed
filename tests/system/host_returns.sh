#!/usr/bin/env bash
# host_returns.sh [pauses|complete|whole|broken]: the running jobs/launch.sh, named LAUNCH, uses a host again that
# answers again. A replacement of mpirun runs one rank and records the hosts. A replacement of ssh has the host
# `away`, which answers after the file `mended` exists. Without an argument all cases run at once, since they
# mostly wait. hosts_cut.sh cuts a real network.
. "$(dirname "$0")/scenarios.sh"
[ $# -gt 0 ] || all_at_once pauses complete whole broken
. "$(dirname "$0")/common.sh"
: "${LAUNCH:?jobs/launch.sh}"
unset SLURM_JOB_ID
mkdir 'a b' && cd 'a b' || fail "there is no folder with a space"
export ICSWEEP=$RUN_POISON MPIRUN=$folder/rank OMPI_MCA_plm_rsh_agent=$folder/agent
cat >../rank <<'E2'
#!/usr/bin/env bash
[[ $2 != *away* || ! -e broken ]] || { echo broken >>places && exit 3; }
echo "$2" >>places
shift 2
exec "$@"
E2
cat >../agent <<E2
#!/usr/bin/env bash
cd '$folder/a b' && echo "\$*" >>calls
[ -e mended ] && shift && exec sh -c "\$*"
E2
chmod +x ../rank ../agent

trap 'exit 1' INT TERM
trap 'kill "$launcher" 2>/dev/null; wait; rm -rf "$folder"' EXIT
launch() { # EXPERIMENTS [RESUMABLE]: of hours
  counting s.toml "$1" 9000
  echo "resumable = ${2:-1}" >>s.toml
  : >launch.log
  "$LAUNCH" -H localhost:1,away:1 s.toml s.h5 --checkpoint-every 0.1 >launch.log 2>&1 &
  launcher=$!
  await "the first launch" said 'to do on'
}
checkpoint() { [ -n "$(ls s.h5.checkpoints 2>/dev/null)" ]; }
began() { [ "$(grep -c 'to do on' launch.log)" = "$(grep -vc broken places)" ]; }
lines() { [ "$(wc -l <"$1")" -ge "$2" ]; } # FILE COUNT
said() { grep -qsF -- "$1" launch.log; }
mended() { undisturbed || touch mended; }
rank() { sed 's/.*"pid":\([0-9]*\).*/\1/' s.h5.lease; }
# Expects that the launches had these hosts, and stops the last one.
expect_places() {
  [ "$(tr '\n' ' ' <places)" = "$* " ] || fail "launches on $(tr '\n' ' ' <places)instead of $*: $(cat launch.log)"
  await "the last launch began" began
  kill -USR1 "$launcher"
  wait "$launcher"
  status=$?
  [ $status = 75 ] || fail "status $status after a signal: $(cat launch.log)"
  await "no call or wait is left" let_go
}
let_go() { [ -z "$(find /proc/[0-9]*/fd -lname "$PWD/launch.log" 2>/dev/null)" ]; }
# The host answers twice without being used; after a crash it is used.
used_from_next() {
  mended
  calls=$(wc -l <calls)
  await "two more calls" lines calls $((calls + 2))
  send KILL "$(rank)"
  await "the host is taken back" said 'away is back, used from now'
  await "the second launch" lines places 2
  expect_places localhost:1 localhost:1,away:1
}

# An experiment waits for a rank: the launch pauses and resumes from its checkpoint.
pauses() {
  launch 2
  said 'away does not answer, continuing without it' || fail "the lost host is not named: $(cat launch.log)"
  await "a checkpoint" checkpoint
  mended
  await "the host is taken back" said 'away is back, used from now'
  await "the second launch" lines places 2
  await "it resumes" said 'checkpoint'
  ! said crashed || fail "a pause counts as a crash: $(cat launch.log)"
  [ "$(sort -u calls)" = "away test -d $(printf %q "$PWD")" ] || fail "the hosts were called at other times: $(cat calls)"
  expect_places localhost:1 localhost:1,away:1
}

# Every experiment has a rank.
complete() {
  launch 1
  used_from_next
}

# An experiment that cannot be interrupted would start again.
whole() {
  launch 2 0
  used_from_next
}

# The host answers, but a launch with it fails. The host is left out, and tried again later.
broken() {
  touch broken
  launch 2
  mended
  await "the host is left out" said 'the launch with away failed, continuing without it for now'
  await "the third launch" lines places 3
  rm broken
  await "the fourth launch" lines places 4
  expect_places localhost:1 broken localhost:1 localhost:1,away:1
}
$1
echo "$1: launches on $(tr '\n' ' ' <places)"
