#!/usr/bin/env bash
# hosts_cut.sh [briefly|beginning|starting|off|coordinator|back]: cuts a host off from the others. Without an argument
# all cases run at once, since they mostly wait. LAUNCH is jobs/launch.sh.
. "$(dirname "$0")/scenarios.sh"
[ $# -gt 0 ] || all_at_once briefly beginning starting off coordinator back
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/hosts.sh"
ICSWEEP=$RUN_POISON
set_up_hosts
launch() { # HOSTS EXPERIMENTS SECONDS [options of run]
  experiments=$2 seconds=$3
  counting s.toml "$2" "$3"
  : >launch.log
  on h1 "$LAUNCH" -H "$1" s.toml s.h5 --checkpoint-every 0.1 "${@:4}" >launch.log 2>&1 &
  launcher=$!
}
launched_twice() { [ "$(grep -c 'to do on' launch.log)" = 2 ]; }
relaunched_without() {
  grep -q "launch.sh: $1 does not answer, continuing without it" launch.log && launched_twice || fail "there is no second launch without $1: $(cat launch.log)"
}
# Expects that the launch ends with the results of an undisturbed one.
ended() {
  wait "$launcher" || fail "status $?: $(cat launch.log)"
  expect_sums s.h5 "$experiments" "$seconds"
  cp s.h5 before.h5
}
# unchanged HOST: expects that nothing has changed the store since the end, and that HOST has written nothing since it
# was left out
unchanged() {
  cmp s.h5 before.h5 || fail "a late rank wrote: $(diff <(query s.h5 "SELECT * FROM poison_all") <(query before.h5 "SELECT * FROM poison_all"))"
  [ "$(query s.h5 "SELECT count(*) FROM poison_all WHERE host = '$1' AND finished > $relaunched" | tail -n 1)" = 0 ] || fail "$1 wrote after the relaunch"
  [ "$(ls -A | grep -c '^s.h5')" = 1 ] || fail "files are left beside the store: $(ls -A)"
}

# A cut of 5 s has no effect. On a busy machine the cable may be connected too late, and Open MPI may give up
# (launch.sh allows 7 s). Then the cut is repeated.
briefly() {
  local cut lasted tries=0
  until
    rm -f s.h5
    launch h1:2,h2:2,h3:2 6 8
    await "experiments on all ranks" checkpoints 6
    cut=$(date +%s%N)
    cut_off h3
    on h1 "$OMPI_MCA_plm_rsh_agent" h3 true 2>agent.log && fail "h3 was not cut off" # it tries for 3 s
    sleep 2
    mend h3
    lasted=$((($(date +%s%N) - cut) / 1000000))
    ended
    ! grep launch.sh launch.log
  do
    [ $lasted -gt 6500 ] && [ $((tries += 1)) -lt 4 ] || fail "cut off for $lasted ms: $(cat launch.log)"
  done
  echo "cut off for 5 s: no effect"
}

# Cut off for good after the host has answered, and before its daemon has. mpirun gives up, and there is no store yet.
beginning() {
  sed -i "/^cd/i case \"\$host \$*\" in 'h3 '*orted*) ip -n $(namespace switch) link set h3 down ;; esac" agent
  launch h1:1,h2:1,h3:1 4 1
  ended
  grep -q 'crashed (status 1), 0 ended' launch.log || fail "the first launch did not fail: $(cat launch.log)"
  grep -q 'launch.sh: h3 does not answer, continuing without it' launch.log || fail "h3 was not called again: $(cat launch.log)"
  echo "cut off before the daemon's first message: continued without the host"
}

# Cut off for 6 s while the ranks connect. Open MPI does not try this twice, so they would wait for ever.
starting() {
  echo '{"host":"elsewhere","machine":"elsewhere","pid":1,"epoch":1}' >s.h5.lease
  launch h1:2,h2:2,h3:2 6 2 --hang-after 10
  await "rank 0 looks at the lease of another host for 30 s" grep -qs 'waiting up to 30 s for a sign of life' launch.log
  sleep 28
  cut_off h3
  for host in $hosts; do ip -n "$(namespace "$host")" neighbour flush dev eth0; done # no rank can reach it
  on h1 "$OMPI_MCA_plm_rsh_agent" h3 true 2>agent.log && fail "h3 was not cut off" # it tries for 3 s
  sleep 3
  mend h3
  ended
  echo "cut off for 6 s at the start: $(grep 'within 10 s' launch.log || echo nothing)"
}

# Cut off for good, with its ranks out of reach. One stays alive and stops when another launch has the lease. One is
# frozen and thaws after the end.
off() {
  launch h1:2,h2:2,h3:2 6 20
  await "experiments on all ranks" checkpoints 6
  freeze "$(pids_on h3 orted)"
  read -r stopped lives <<<"$(pids_on h3 run_poison | tr '\n' ' ')"
  freeze "$stopped"
  cut_off h3
  await "the second launch" launched_twice
  relaunched=$(date +%s)+2
  ended
  relaunched_without h3
  await "the rank that stayed alive stops" gone "$lives"
  thaw "$stopped"
  await "the rank that was frozen stops" gone "$stopped"
  unchanged h3
  echo "cut off for good: continued without the host"
}

# Cut off with the coordinator. The coordinator has the lease, stays alive, renews the lease and trains, since the disk
# is shared. The next launch of the same launch.sh takes the store at once, and the old one stops.
coordinator() {
  export OMPI_MCA_oob_tcp_keepalive_time=1 OMPI_MCA_oob_tcp_keepalive_probes=2 # shorter than launch.sh's own, for a shorter test
  launch h2:2,h3:2 4 20
  await "experiments on all ranks" checkpoints 4
  old=$(pids_on h2 run_poison)
  grep -q '"host":"h2"' s.h5.lease || fail "the coordinator is not on h2: $(cat s.h5.lease)"
  freeze "$(pids_on h2 orted)"
  cut_off h2
  await "the second launch" launched_twice
  relaunched=$(date +%s)+2
  for pid in $old; do await "the old launch stops" gone "$pid"; done
  ended
  relaunched_without h2
  unchanged h2
  echo "cut off with the coordinator: taken over"
}

# Cut off until the launch continues without the host: the running launch then uses it again.
back() {
  launch h1:2,h2:2,h3:2 1000 5
  await "experiments on all ranks" checkpoints 6
  stale=$(pids_on h3 run_poison)
  cut_off h3
  await "the second launch" launched_twice
  relaunched_without h3
  mend h3
  await "the host is taken back" grep -q 'launch.sh: h3 is back, used from now' launch.log
  returned=$(date +%s)
  await "results of h3" finished_on h3
  for pid in $stale; do await "its ranks of the first launch stop" gone "$pid"; done
  send USR1 "$(pids_on h1 mpirun)"
  wait "$launcher"
  status=$?
  [ $status = 75 ] || fail "status $status after a signal: $(cat launch.log)"
  [ "$(grep -c 'launch.sh: s.h5: crashed' launch.log)" = 1 ] || fail "the number of crashes is not one: $(cat launch.log)"
  [ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE status != 'pending' AND (status != 'done' OR sum != 125250 + seed)")" = 0 ] || fail "the results differ"
  echo "cut off and repaired: used again"
}
finished_on() { [ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE host = '$1' AND finished > $returned" 2>/dev/null)" -gt 0 ] 2>/dev/null; }
$1
