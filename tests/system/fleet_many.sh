#!/usr/bin/env bash
# Two, then eight launches on three hosts (network namespaces) join one store at once. Every experiment is computed once,
# with the digests of one rank.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/hosts.sh"
sweep s.toml "[1, 2]" 60 12
"$ICSWEEP" run s.toml -o one.h5 2>one.log || fail "one rank: $(cat one.log)"
set_up_hosts
for launches in 2 8; do
  all=()
  for i in $(seq "$launches"); do
    on "h$(((i - 1) % 3 + 1))" "$MPIEXEC" --oversubscribe -n 2 "$ICSWEEP" run s.toml -o "all$launches.h5" --join >"all$launches.$i.log" 2>&1 &
    all+=($!)
  done
  for launch in "${all[@]}"; do wait "$launch" || fail "status $? of one of $launches: $(cat "all$launches".*.log)"; done
  [ "$(digests "all$launches.h5")" = "$(digests one.h5)" ] || fail "$launches launches have other results"
  [ "$(one "all$launches.h5" "SELECT max(attempts) FROM augmented_all")" = 1 ] || fail "an experiment ran twice"
  "$ICSWEEP" verify "all$launches.h5" >verify.txt 2>&1 || fail "$(cat verify.txt)"
  [ "$(one "all$launches.h5" "SELECT count(*) FROM launches")" = 1 ] || fail "several launches led"
  hosts_that_ran=$(one "all$launches.h5" "SELECT count(DISTINCT host) FROM augmented_all")
  echo "$launches launches at once: digests of one rank, $hosts_that_ran hosts computed, $(one "all$launches.h5" "SELECT count(*) FROM launch_guests") guests joined"
done
