# shellcheck shell=bash disable=SC2034  # the tests use the launches' processes
# Sourced after common.sh by the tests of launches on several hosts. Begins a launch of two ranks on each of h1, which
# leads, h2 and h3 (processes $leader, $second, $third; logs h1.log to h3.log), and waits until all ranks compute.
: "${experiments:?their number}"
. "$(dirname "$0")/hosts.sh"
ICSWEEP=$RUN_POISON
set_up_hosts
join() { # HOST
  on "$1" "$MPIEXEC" --oversubscribe -n 2 "$ICSWEEP" run s.toml -o s.h5 --join --checkpoint-every 0.2 >"$1.log" 2>&1 &
}
counting s.toml "$experiments" 5
touch h1.log h2.log h3.log
join h1 && leader=$!
await "the leader" grep -q 'to do on' h1.log
join h2 && second=$!
join h3 && third=$!
for host in h2 h3; do await "the guest on $host" grep -q 'helps the launch on host h1' $host.log; done
await "experiments on all ranks" checkpoints 6
