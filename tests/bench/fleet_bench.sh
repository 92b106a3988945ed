#!/usr/bin/env bash
# fleet_bench.sh FLEET_BENCH: costs of a fleet in processor time, so that a busy machine does not change them much.
# 1. A guest of one rank runs experiments that do nothing.
# 2. The leader with 64 guests of 16 ranks, whose experiments take 10 s and report twice per second.
set -u
program=$(realpath "${1:?the program fleet_bench}")
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
folder=$(mktemp -d) && cd "$folder" || exit 1
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$folder"' EXIT
ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat"; } # processor time in ticks of 10 ms
memory() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }
await() { for _ in $(seq 1200); do grep -qs "$1" "$2" && return; sleep 0.05; done; cat "$2" >&2; exit 1; }
rows() { "$program" query "$1" "SELECT count(*) FROM $2_all WHERE status = 'done' AND rank $3" --format csv | tail -n 1 | tr -d '\r'; }

printf '[[grid]]\ntask = "noop"\nseed = { count = 60000 }\n' >noop.toml
"$program" run noop.toml -o noop.h5 --join 2>leader.log &
leader=$!
await 'to do on' leader.log
"$program" run noop.toml -o noop.h5 --join 2>guest.log &
guest=$!
await 'helps the launch on' guest.log
before=$(ticks $guest) leader_before=$(ticks $leader) began=$(date +%s%N)
while [ -e /proc/$guest/stat ]; do
  now=$(ticks $guest 2>/dev/null) && [ -n "$now" ] && [ "$now" != 0 ] && last=$now
  now=$(ticks $leader 2>/dev/null) && [ -n "$now" ] && [ "$now" != 0 ] && leader_last=$now
  wall=$(($(date +%s%N) - began))
  grep -qs 'nothing is left' guest.log && break
  sleep 0.05
done
wait $guest $leader
guests=$(rows noop.h5 noop '> 0') own=$(rows noop.h5 noop '= 0')
awk -v g="$guests" -v o="$own" -v t="$((last - before))" -v l="$((leader_last - leader_before))" -v w="$wall" 'BEGIN {
  printf "the guest ran %d experiments that do nothing: %.0f us each of its processor time, %.0f us each of wall time\n", g, t * 1e4 / g, w / 1e3 / g
  printf "the leader ran %d: %.0f us of its processor time for each experiment of both\n", o, l * 1e4 / (g + o) }'

printf '[[grid]]\ntask = "poison"\nsteps = 100000\nseed = { count = 20000 }\n' >long.toml
"$program" run long.toml -o long.h5 --join 2>leader.log &
leader=$!
await 'to do on' leader.log
sleep 5
share() { # TEXT: prints the leader's use of one core over 20 s
  local before
  before=$(ticks $leader)
  sleep 20
  echo "$1: $(awk -v t="$(($(ticks $leader) - before))" 'BEGIN { printf "%.1f", t / 20 }') % of one core, $(memory $leader) kB"
}
share "the leader alone"
"$program" guests long.toml long.h5 64 16 10 40 &
played=$!
sleep 12
share "the leader with 64 guests of 16 ranks"
wait $played || echo "the guests failed"
kill -KILL $leader
