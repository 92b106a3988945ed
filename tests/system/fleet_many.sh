#!/usr/bin/env bash
# Two, then eight launches on three hosts (network namespaces) join one store at once. Every experiment is computed once,
# with the digests of one rank.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/hosts.sh"
. "$(dirname "$0")/fleet_common.sh"
sweep s.toml "[1, 2]" 60 12
"$ICSWEEP" run s.toml -o one.h5 2>one.log || fail "one rank: $(cat one.log)"
set_up_hosts
on_a_host() { on "h$((($1 - 1) % 3 + 1))" "$MPIEXEC" --oversubscribe -n 2 "$ICSWEEP" "${@:2}"; }
for launches in 2 8; do
  launches_at_once "$launches" on_a_host
  [ "$(one "all$launches.h5" "SELECT count(*) FROM launches")" = 1 ] || fail "several launches led"
  hosts_that_ran=$(one "all$launches.h5" "SELECT count(DISTINCT host) FROM augmented_all")
  echo "$launches launches at once: digests of one rank, $hosts_that_ran hosts computed, $(one "all$launches.h5" "SELECT count(*) FROM launch_guests") guests joined"
done
