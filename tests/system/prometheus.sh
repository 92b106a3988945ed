#!/usr/bin/env bash
# prometheus_client reads the output of status --prometheus, with and without a launch.
. "$(dirname "$0")/common.sh"
"$ICSWEEP_PYTHON" -c 'import prometheus_client' 2>/dev/null || skip "prometheus_client (python3-prometheus-client) is not installed"
small_store
cat >read.py <<'END'
import sys
from prometheus_client.parser import text_string_to_metric_families
families = {f.name: f for f in text_string_to_metric_families(sys.stdin.read())}
assert all(f.type == "gauge" and f.documentation and f.samples for f in families.values()), families
done = {s.labels["outcome"]: s.value for s in families["icsweep_experiments"].samples}
running = families["icsweep_launch_running"].samples[0]
assert running.labels == {"store": sys.argv[1], "sweep": "test"}, running
print(int(done["done"]), int(sum(done.values())), int(running.value), "icsweep_launch_ranks" in families)
END
read_metrics() { "$ICSWEEP" status "$1" --prometheus | "$ICSWEEP_PYTHON" read.py "$1"; }
[ "$(read_metrics store.h5)" = "6 6 0 False" ] || fail "$(read_metrics store.h5) $("$ICSWEEP" status store.h5 --prometheus)"
sweep long.toml "[3]" "$(epochs_of 20)" 1
"$ICSWEEP" run long.toml -o 'a "b".h5' 2>run.log &
run=$!
await "an experiment at work" at_work 'a "b".h5' 1
[ "$(read_metrics 'a "b".h5')" = "0 1 1 True" ] || fail "$("$ICSWEEP" status 'a "b".h5' --prometheus)"
send USR1 $run
wait $run
status=$?
[ $status = 75 ] || fail "the launch was not stopped: status $status"
for other in --watch --json; do
  "$ICSWEEP" status store.h5 --prometheus $other 2>error.txt && fail "--prometheus $other is not refused"
  grep -q '^icsweep: status: --prometheus is read once and has no --watch or --json$' error.txt || fail "$(cat error.txt)"
done
echo "Prometheus reads the status"
