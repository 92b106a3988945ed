#!/usr/bin/env bash
# Signals to the processes of programs. A signal to all processes of a job reaches a program first; its experiments
# then stay to do and are not failures. After a killed launch, a program is kept from one experiment to the next as
# usual. Processes that a program starts end with it, even with an empty environment and in another session. A user's
# folder with the name of our temporary folder stays.
. "$(dirname "$0")/common.sh"
expect_deaths
cat >p.py <<'END'
import os
import signal
import subprocess
import time
from icsweep.program import serve


def train(run):
    # serve() ignores these; other programs end
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(number, signal.SIG_DFL)
    if run.parameters["x"] == 0:
        nothing = subprocess.DEVNULL
        subprocess.Popen(["env", "-i", "setsid", "sh", "-c", "sleep 61.7 & sleep 61.7"], stdin=nothing, stdout=nothing, stderr=nothing)
    for step in range(run.parameters["steps"]):
        run.progress(step + 1, run.parameters["steps"], 0.5)
        time.sleep(0.02)
    return {"process": os.getpid()}


serve(train)
END
program() { # FILE STEPS EXPERIMENTS
  cat >"$1" <<END
[[grid]]
task = "program"
program.name = "mine"
program.command = ["python3", "p.py"]
program.results = ["process"]
program.files = ["p.py"]
steps = $2
x = { from = 1, to = $3, step = 1 }
END
}
mine() { # the programs of this test
  local process
  for process in $(pgrep -f "p\.py"); do [ "$(readlink "/proc/$process/cwd")" = "$folder" ] && echo "$process"; done
}
run() { ranks 2 "$ICSWEEP" run "$@" --allow-code; }
programs() { [ "$(mine | wc -l)" = "$1" ]; }

program long.toml 2000 4 # 40 s each, so that they do not end before the signals
for signal in TERM INT HUP USR1 USR2; do
  run long.toml -o "$folder/$signal.h5" >run.log 2>&1 &
  launch=$!
  await "two experiments at work" at_work "$signal.h5" 2
  # shellcheck disable=SC2046  # several processes
  send "$signal" $(mine)
  await "the programs end" programs 0
  sleep 1
  send USR1 "$(pgrep -f "^$MPIEXEC .*-o $folder/$signal.h5" | head -n 1)"
  wait $launch
  status=$?
  [ $status = 75 ] || fail "status $status after $signal: $(cat run.log)"
  [ "$(one "$signal.h5" "SELECT count(*) FROM mine_all WHERE status = 'pending'")" = 4 ] || fail "wrong outcomes after $signal: $(query "$signal.h5" "SELECT x, status, message FROM mine_all")"
done

# 40 experiments after a kill: each rank starts its program once.
program short.toml 10 40
run short.toml -o "$folder/killed.h5" >run.log 2>&1 &
launch=$!
ended() { [ "$(one killed.h5 "SELECT count(*) > 0 FROM mine_all WHERE status = 'done'" 2>/dev/null)" = 1 ]; }
await "a finished experiment" ended
# shellcheck disable=SC2046  # several processes
send KILL $(pgrep -f "run short.toml -o $folder/killed.h5")
wait $launch
[ $? = 137 ] || fail "the launch was not killed: $(cat run.log)"
left=$(one killed.h5 "SELECT count(*) FROM mine_all WHERE status = 'pending'")
[ "$left" -ge 10 ] || fail "only $left experiments were left"
run short.toml -o killed.h5 2>run.log || fail "the launch after a kill: $(cat run.log)"
grep -q 'process of its own' run.log && fail "each experiment had its own process: $(cat run.log)"
processes=$(one killed.h5 "SELECT count(DISTINCT process) FROM mine WHERE launch = (SELECT max(launch) FROM mine)")
[ "$processes" = 2 ] || fail "$processes programs were started for $left experiments on two ranks"

# A killed rank ends its program, and the processes that the program started with another environment and session.
program leaves.toml 400 2
run leaves.toml -o "$folder/leaves.h5" --set x=0 >run.log 2>&1 &
launch=$!
left_by_program() { pgrep -x -f "sleep 61.7" >/dev/null; }
await "the processes that the program starts" left_by_program
# shellcheck disable=SC2046  # several processes
send KILL $(pgrep -f "run leaves.toml -o $folder/leaves.h5")
wait $launch
[ $? = 137 ] || fail "the launch was not killed: $(cat run.log)"
nothing_left() { ! left_by_program && programs 0; }
await "the end of the processes of the killed rank's program" nothing_left

mkdir -p tmp/icsweep-program-thesis
echo precious >tmp/icsweep-program-thesis/data.csv
TMPDIR=$folder/tmp "$ICSWEEP" run short.toml -o other.h5 --allow-code --set steps=1 --set x=0 2>run.log || fail "$(cat run.log)"
[ "$(ls tmp | grep -v "^ompi")" = icsweep-program-thesis ] && [ -s tmp/icsweep-program-thesis/data.csv ] || fail "files are left in TMPDIR: $(ls -R tmp)"
pgrep -x -f "sleep 61.7" && fail "a process of a program is still alive"
echo "signalled experiments stay to do, programs are kept after a kill, and no process is left"
