#!/usr/bin/env bash
# During a launch the machine's clock goes back by an hour, and the clocks of two hosts differ. No process takes the
# launch for dead or waits for it, and its results are the same.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
cat >clock.c <<'EOF'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
/* The time of day is CLOCK_SHIFT seconds off once the file CLOCK_FILE is there. */
int clock_gettime(clockid_t id, struct timespec *t) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const int result = real(id, t);
  if (id == CLOCK_REALTIME && access(getenv("CLOCK_FILE"), F_OK) == 0) t->tv_sec += atol(getenv("CLOCK_SHIFT"));
  return result;
}
EOF
cc -shared -fPIC -o clock.so clock.c -ldl 2>cc.log || skip "no C compiler for the clock: $(head -1 cc.log)"
shifted() { local by=$1; shift; env LD_PRELOAD="$folder/clock.so" CLOCK_FILE="$folder/jump" CLOCK_SHIFT="$by" "$@"; }
sweep s.toml "[1, 2]" "$(epochs_of 1.5)" 3
reference s.toml whole.h5

launch() { # SWEEP STORE
  ranks 2 env LD_PRELOAD="$folder/clock.so" CLOCK_FILE="$folder/jump" CLOCK_SHIFT=-3600 "$ICSWEEP" run "$1" -o "$folder/$2" 2>run.log &
  launcher=$!
}

# The clock goes back during the launch: the results are the same.
launch s.toml s.h5
wait_for s.h5 1
touch jump
wait $launcher || fail "the launch: $(cat run.log)"
equal s.h5 whole.h5
[ "$(query s.h5 "SELECT max(finished) - min(finished) > 3000 FROM augmented_all" | tail -n 1)" = 1 ] || fail "the clock did not go back"

# A launch counts as alive until it ends, whatever the reader's clock shows.
rm -f jump
sed "s/^epochs.*/epochs = $(epochs_of 30)/" s.toml >long.toml
launch long.toml long.h5
begun() { [ -e "$1.lease" ] && grep -q 'to do on' run.log; }
await "the launch of long.h5" begun long.h5
touch jump
sleep 1.2
lives() { "$@" "$ICSWEEP" status long.h5 | grep -q '^running on 2 ranks' || fail "a live launch is called dead by: $*"; }
lives env
lives shifted -7200
lives shifted 7200
one_line "$ICSWEEP" run long.toml -o long.h5
grep -q 'another launch is writing it' err.txt || fail "a second launch joined a live one: $(cat err.txt)"
if unshare --uts true 2>/dev/null; then  # as on another host, where no process shows that the launch is alive
  elsewhere() { local by=$1; shift; shifted "$by" unshare --uts sh -c 'hostname elsewhere && exec "$@"' sh "$@"; }
  lives elsewhere 0
  lives elsewhere -3600
  lives elsewhere 7200
fi
send USR1 "$(pgrep -f "^$MPIEXEC .*-o $folder/long.h5" | head -n 1)"
wait $launcher
[ $? = 75 ] || fail "the launch: $(cat run.log)"

# A killed launch is recognised as dead, even if the reader's clock is behind.
if unshare --uts true 2>/dev/null; then
  : >run.log
  "$ICSWEEP" run long.toml -o s.h5 2>run.log &
  await "the launch of s.h5" begun s.h5
  kill_child $!
  [ -e s.h5.lease ] || fail "no lease was left"
  elsewhere -3600 "$ICSWEEP" status s.h5 | grep -q 'no launch is running' || fail "a dead launch counts as alive by a clock that is behind"
fi
unshare --uts true 2>/dev/null || skip "the last part: another host's name needs root"
echo "the clock went back and the launch continued"
