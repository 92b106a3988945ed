# shellcheck shell=bash
# Sourced by the tests of launches that join each other.
# shellcheck disable=SC2034  # these tests use the variables

# lead SWEEP STORE [OPTION...]: starts a launch on two ranks and waits until it leads. Sets `leader`.
lead() {
  : >leader.log
  # shellcheck disable=SC2154  # $MPIEXEC is of common.sh
  "$MPIEXEC" --oversubscribe -n 2 "$ICSWEEP" run "$1" -o "$2" --join --checkpoint-every 0.2 "${@:3}" >leader.log 2>&1 &
  leader=$!
  await "the leader" grep -q 'to do on' leader.log
}
# help_with SWEEP STORE [OPTION...]: starts a launch on two ranks and waits until it helps. Sets `helper`.
help_with() {
  : >guest.log
  "$MPIEXEC" --oversubscribe -n 2 "$ICSWEEP" run "$1" -o "$2" --join --checkpoint-every 0.2 "${@:3}" >guest.log 2>&1 &
  helper=$!
  await "the guest" grep -q 'helps the launch on' guest.log
}
all_of() { echo "$1"; pgrep -P "$1"; } # LAUNCH: mpirun and its ranks
