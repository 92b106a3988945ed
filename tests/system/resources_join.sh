#!/usr/bin/env bash
# Launches that join each other: an experiment that no host of the first launch can hold waits for a launch that has
# such a host. One that cannot help leaves at once.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"

cat >program.py <<'END'
import json, os, sys
print(json.dumps({"icsweep": 1}), flush=True)
for line in sys.stdin:
    order = json.loads(line)
    gpus = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    result = {"threads": order["threads"], "gpu": int(gpus or -1)}
    print(json.dumps({"run": order["run"], "results": result}), flush=True)
END
grid() { # grid KIND COUNT RESOURCES
  cat <<END
[[grid]]
task = "program"
program.name = "mine"
program.command = ["python3", "program.py"]
program.files = ["program.py"]
program.results = ["threads", "gpu"]
kind = "$1"
number = { count = $2 }
resources = $3
END
}
{ grid small 4 '{ cores = 1 }'; grid wide 2 '{ cores = 4 }'; grid gpu 2 '{ gpus = 1 }'; } >mine.toml
launch() { # launch LOG CORES GPUS
  ICSWEEP_CORES=$2 ICSWEEP_GPUS=$3 ranks 2 "$ICSWEEP" run mine.toml -o mine.h5 --allow-code --join >"$1" 2>&1
}

: >leader.log
launch leader.log 2 '' &
leader=$!
await "the leader waits for hosts" grep -q '4 experiments wait for a host that can hold them: mine ' leader.log
await "the small ones have ended" sh -c "'$ICSWEEP' status mine.h5 | grep -q '4/8 done'"
"$ICSWEEP" status mine.h5 >status.txt
grep -q '4 experiments wait for a host that can hold them: mine kind=wide number=0 needs 4 cores; .* has 2' status.txt ||
  fail "status: $(cat status.txt)"

# A guest that can hold none of them leaves.
launch useless.log 2 '' || fail "status $? of a guest without use: $(cat useless.log)"

launch wide.log 4 '' || fail "status $? of a guest with four cores: $(cat wide.log)"
await "the wide ones have ended" sh -c "'$ICSWEEP' status mine.h5 | grep -q '6/8 done'"
"$ICSWEEP" status mine.h5 >status.txt
grep -q '2 experiments wait for a host that can hold them: mine kind=gpu number=0 needs 1 GPU; .* has none' status.txt ||
  fail "status: $(cat status.txt)"

launch gpu.log 2 7 || fail "status $? of a guest with a GPU: $(cat gpu.log)"
wait "$leader" || fail "status $? of the leader: $(cat leader.log)"
[ "$(query mine.h5 "SELECT kind, threads, gpu, count(*) FROM mine GROUP BY kind ORDER BY kind" | tail -n +2 | tr -d '\r' |
  sed 's/\.0//g' | tr '\n' ' ')" = 'gpu,1,7,2 small,1,-1,4 wide,4,-1,2 ' ] || fail "$(query mine.h5 "SELECT * FROM mine")"
[ "$(one mine.h5 "SELECT count(*) FROM mine WHERE kind = 'small' AND rank >= 2 OR kind <> 'small' AND rank < 2")" = 0 ] ||
  fail "ran elsewhere: $(query mine.h5 "SELECT kind, rank FROM mine")"
# Two launches on a host that no batch system divides: an experiment with the only GPU runs alone.
mkdir bin
printf '#!/bin/sh\necho "GPU 0: NVIDIA A100 (UUID: GPU-0)"\n' >bin/nvidia-smi
chmod +x bin/nvidia-smi
cat >timed.py <<'END'
import json, sys, time
print(json.dumps({"icsweep": 1}), flush=True)
for line in sys.stdin:
    order = json.loads(line)
    began = time.time()
    time.sleep(1)
    print(json.dumps({"run": order["run"], "results": {"began": began, "ended": time.time()}}), flush=True)
END
grid gpu 8 '{ gpus = 1 }' | sed 's/program\.py/timed.py/g; s/"threads", "gpu"/"began", "ended"/' >timed.toml
for i in 1 2; do
  PATH=$PWD/bin:$PATH ranks 1 "$ICSWEEP" run timed.toml -o timed.h5 --allow-code --join >"timed$i.log" 2>&1 &
  timed[i]=$!
done
for i in 1 2; do wait "${timed[i]}" || fail "status $? of a launch on a shared host: $(cat "timed$i.log")"; done
[ "$(one timed.h5 "SELECT count(*) FROM launch_guests")" -ge 1 ] || fail "no launch helped the other: $(cat timed?.log)"
[ "$(one timed.h5 "SELECT count(*) FROM mine a, mine b WHERE a.number < b.number AND a.began < b.ended AND b.began < a.ended")" = 0 ] ||
  fail "two experiments had the only GPU: $(query timed.h5 'SELECT number, rank, began, ended FROM mine')"
echo "what fits on no host waits for a launch that has one; a launch that cannot help leaves; two launches share a host"
