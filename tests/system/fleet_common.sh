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

# launches_at_once N LAUNCH: starts N launches of s.toml at once, each by LAUNCH NUMBER ICSWEEP'S_ARGUMENTS..., on one
# store, allN.h5. Every experiment must run once, with the results of one.h5. Each mpirun has a session folder of its
# own: in a common one, an mpirun that begins fails if another ends at that moment and removes the folder.
launches_at_once() {
  local n=$1 launch=$2 i all=()
  for i in $(seq "$n"); do
    mkdir -p "session$i"
    OMPI_MCA_orte_tmpdir_base=$PWD/session$i "$launch" "$i" run s.toml -o "all$n.h5" --join >"all$n.$i.log" 2>&1 &
    all+=($!)
  done
  for i in $(seq "$n"); do
    wait "${all[i - 1]}" || fail "status $? of launch $i of $n: $(grep -v '^-*$' "all$n.$i.log")"
  done
  [ "$(digests "all$n.h5")" = "$(digests one.h5)" ] || fail "$n launches have other results"
  [ "$(one "all$n.h5" "SELECT max(attempts) FROM augmented_all")" = 1 ] || fail "an experiment ran twice"
  "$ICSWEEP" verify "all$n.h5" >verify.txt 2>&1 || fail "$(cat verify.txt)"
}
