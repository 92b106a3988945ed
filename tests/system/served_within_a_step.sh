#!/usr/bin/env bash
# Rank 0 hands out experiments also during a long step without a tick. One of its steps waits for three experiments. The
# second rank runs these one after the other. RUN_POISON is the program with such a task.
. "$(dirname "$0")/common.sh"
export ICSWEEP=$RUN_POISON
cat >s.toml <<'END'
[sweep]
name = "one step"
[[grid]]
task = "poison"
how = "await"
steps = 9
[[grid]]
task = "poison"
how = "touch"
steps = 6
seed = [1, 2, 3]
END
ranks 2 "$ICSWEEP" run s.toml -o store.h5 2>run.log || fail "the run: $(cat run.log)"
[ "$(query store.h5 "SELECT how, rank, count(*) FROM poison_all WHERE status = 'done' GROUP BY how, rank ORDER BY how" | tail -n +2 | tr '\n' ' ')" = \
  'await,0,1 touch,1,3 ' ] || fail "the experiments ran on other ranks: $(query store.h5 "SELECT how, rank, status, message FROM poison_all")"
echo "three experiments were handed out during a step"
