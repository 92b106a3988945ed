#!/usr/bin/env bash
# Experiments with cores, memory and GPUs of their own: a host never runs more than it has, no two share a GPU unless
# they take a part of it, and what fits nowhere is refused in one line. The capacity of the host is stated.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"

cat >program.py <<'END'
import json, os, sys, time
print(json.dumps({"icsweep": 1}), flush=True)
for line in sys.stdin:
    order = json.loads(line)
    begin = time.time()
    time.sleep(order["parameters"]["nap"])
    with open("runs.txt", "a") as runs:
        print(json.dumps({**order["parameters"], "begin": begin, "end": time.time(), "threads": order["threads"],
                          "local_rank": order["local_rank"], "gpus": os.environ.get("CUDA_VISIBLE_DEVICES"),
                          "rocm": os.environ.get("ROCR_VISIBLE_DEVICES"), "omp": os.environ["OMP_NUM_THREADS"],
                          "cores": sorted(os.sched_getaffinity(0)), "process": os.getpid()}), file=runs)
    print(json.dumps({"run": order["run"], "results": {"y": 1.0}}), flush=True)
END

# naps FILE "KIND|COUNT|RESOURCES"...: writes grids of experiments that sleep
naps() {
  local file=$1 kind count resources
  shift
  printf '[sweep]\nname = "naps"\n' >"$file"
  for grid in "$@"; do
    IFS='|' read -r kind count resources <<<"$grid"
    cat >>"$file" <<END
[[grid]]
task = "program"
program.name = "naps"
program.command = ["python3", "program.py"]
program.files = ["program.py"]
program.results = ["y"]
nap = 0.2
kind = "$kind"
number = { count = $count }
${resources:+resources = $resources}
END
  done
}
run() { rm -f runs.txt; ranks "$@" --allow-code >run.log 2>&1; }
# expect CONDITION: a condition of Python over `runs`, and over `at(time)`, those that run then
expect() {
  python3 - "$1" <<'END' || fail "$1: $(tail -n 20 runs.txt run.log)"
import json, sys
runs = [json.loads(line) for line in open("runs.txt")]
at = lambda time: [r for r in runs if r["begin"] <= time < r["end"]]
most = lambda weight: max(sum(weight(other) for other in at(run["begin"])) for run in runs)
sys.exit(not eval(sys.argv[1]))
END
}

# Cores: a wide one keeps other ranks idle.
naps cores.toml 'wide|3|{ cores = 3 }' 'narrow|12|'
ICSWEEP_CORES=4 run 4 "$ICSWEEP" run cores.toml -o cores.h5 || fail "cores: $(cat run.log)"
expect 'len(runs) == 15 and most(lambda r: 3 if r["kind"] == "wide" else 1) <= 4'
expect 'all(r["threads"] == (3 if r["kind"] == "wide" else 1) and r["omp"] == str(r["threads"]) for r in runs)'
expect 'len({r["process"] for r in runs if r["kind"] == "wide"}) == 3'

# The same experiments without resources are the same: they have ended.
naps plain.toml 'wide|3|' 'narrow|12|'
run 2 "$ICSWEEP" run plain.toml -o cores.h5 || fail "without resources: $(cat run.log)"
[ ! -e runs.txt ] || fail "resources are part of the identity: $(cat run.log)"

# Each has its own processors, where they are known.
if [ "$(nproc)" -ge 2 ] && [ -z "${SLURM_JOB_ID:-}" ]; then
  naps bound.toml 'bound|6|{ cores = 1 }'
  run 2 "$ICSWEEP" run bound.toml -o bound.h5 || fail "bound: $(cat run.log)"
  expect 'all(len(r["cores"]) == 1 for r in runs)'
  expect 'all(not set(a["cores"]) & set(b["cores"]) for r in runs for a in at(r["begin"]) for b in at(r["begin"]) if a != b)'
fi

# GPUs: each is used by one, or by two halves.
naps gpus.toml 'whole|6|{ gpus = 1 }' 'none|4|'
ICSWEEP_GPUS=3,5 run 4 "$ICSWEEP" run gpus.toml -o gpus.h5 || fail "GPUs: $(cat run.log)"
expect '{r["gpus"] for r in runs if r["kind"] == "whole"} == {"3", "5"} and {r["gpus"] for r in runs if r["kind"] == "none"} == {""}'
expect 'all(r["rocm"] == r["gpus"] and r["local_rank"] == 0 for r in runs)'
expect 'all(a["gpus"] != b["gpus"] for r in runs for a in at(r["begin"]) for b in at(r["begin"]) if a != b and a["gpus"])'
naps halves.toml 'half|8|{ gpus = 0.5 }'
ICSWEEP_GPUS=3 run 4 "$ICSWEEP" run halves.toml -o halves.h5 || fail "halves: $(cat run.log)"
expect 'len(runs) == 8 and most(lambda r: 1) == 2'
mkdir bin
printf '#!/bin/sh\necho "GPU 0: NVIDIA A100 (UUID: GPU-0)"\necho "GPU 1: NVIDIA A100 (UUID: GPU-1)"\n' >bin/nvidia-smi
chmod +x bin/nvidia-smi
naps pair.toml 'pair|2|{ gpus = 2 }'
(unset CUDA_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES SLURM_JOB_GPUS; PATH=$PWD/bin:$PATH run 2 "$ICSWEEP" run pair.toml -o pair.h5) || fail "a pair: $(cat run.log)"
expect 'all(r["gpus"] == "0,1" for r in runs) and most(lambda r: 1) == 1'

# Memory: the sum of all that run is at most that of the host.
naps memory.toml 'large|6|{ memory = "40GB" }' 'small|6|{ memory = "5GB" }'
ICSWEEP_MEMORY=50GB run 4 "$ICSWEEP" run memory.toml -o memory.h5 || fail "memory: $(cat run.log)"
expect 'len(runs) == 12 and most(lambda r: 40 if r["kind"] == "large" else 5) <= 50'

# Measured and enforced: a program takes its parameter in bytes.
cat >taker.py <<'END'
import json, sys
print(json.dumps({"icsweep": 1}), flush=True)
for line in sys.stdin:
    order = json.loads(line)
    try:
        held = b"x" * order["parameters"]["take"]
        print(json.dumps({"run": order["run"], "results": {"y": len(held)}}), flush=True)
    except MemoryError:
        print(json.dumps({"run": order["run"], "failed": "no memory"}), flush=True)
    held = None
END
limits=('' 'resources = { memory = "500MB", limit = true }')
[ -z "$sanitized" ] || limits=('') # a sanitizer reserves more
for resources in "${limits[@]}"; do
  cat >taker.toml <<END
[[grid]]
task = "program"
program.name = "taker"
program.command = ["python3", "taker.py"]
program.files = ["taker.py"]
program.results = ["y"]
take = [1000000, 200000000, 1000000000]
number = 0
$resources
END
  rm -f taker.h5
  "$ICSWEEP" run taker.toml -o taker.h5 --allow-code >run.log 2>&1
  outcomes=$("$ICSWEEP" query taker.h5 --format csv "SELECT status || ' ' || (program_memory > take AND program_memory < take + 100e6) FROM taker_all ORDER BY take" | tail -n +2 | tr -d '\r"' | tr '\n' ' ')
  if [ -z "$resources" ]; then [ "$outcomes" = 'done 1 done 1 done 1 ' ]; else [ "$outcomes" = 'done 1 done 1 failed 0 ' ]; fi ||
    fail "memory of programs ($resources): $outcomes: $(cat run.log)"
done

# An experiment that fits nowhere is refused before there is a store.
export ICSWEEP_CORES=4 ICSWEEP_MEMORY=8GB ICSWEEP_GPUS=0
refused() { # refused RESOURCES WORDS
  naps bad.toml "bad|1|$1"
  one_line "$ICSWEEP" run bad.toml -o bad.h5 --allow-code
  grep -q "$2" err.txt || fail "$1: $(cat err.txt)"
  [ ! -e bad.h5 ] || fail "$1 made a store"
}
refused '{ cores = 5 }' 'bad.toml:12: naps needs 5 cores; .* has 4'
refused '{ memory = "9GB" }' 'bad.toml:12: naps needs 9.0 GB; .* has 8.0 GB'
refused '{ gpus = 2 }' 'bad.toml:12: naps needs 2 GPUs; .* has 1'
ICSWEEP_GPUS='' refused '{ gpus = 0.5 }' 'bad.toml:12: naps needs 0.5 of a GPU; .* has none'
for bad in '{ cores = 0 }' '{ cores = -1 }' '{ cores = 1.5 }' '{ memory = "-1GB" }' '{ memory = "4 apples" }' '{ memory = 4 }' \
  '{ gpus = 0 }' '{ gpus = 1.5 }' '{ gpu = 1 }' '{}' '{ cores = 1, limit = true }'; do
  refused "$bad" 'bad.toml:12: '
done
# plan prints the needs, and refuses for this host or for one with the cores of --per-host.
cat >plan.toml <<'END'
[[grid]]
task = "augmented"
epochs = 2
depth = [1, 2]
resources = { cores = 3, memory = "2GB" }
END
"$ICSWEEP" plan plan.toml --ranks 2 >plan.txt || fail "plan: $(cat plan.txt)"
grep -q '^2 experiments need 3 cores and 2GB each$' plan.txt && grep -q 'a host has 4 cores, 8.0 GB$' plan.txt || fail "plan: $(cat plan.txt)"
"$ICSWEEP" plan plan.toml --set 'resources={ cores = 9 }' --per-host 16 >plan.txt || fail "plan for 16 cores: $(cat plan.txt)"
one_line "$ICSWEEP" plan plan.toml --set 'resources={ cores = 9 }'
grep -q 'augmented depth=1 needs 9 cores; .* has 4; for other hosts, set ICSWEEP_CORES' err.txt || fail "plan: $(cat err.txt)"
one_line "$ICSWEEP" simulate plan.toml --set 'resources={ cores = 9 }' --per-host 8 --ranks 8
"$ICSWEEP" simulate plan.toml --ranks 8 --per-host 4 >simulate.txt || fail "simulate: $(cat simulate.txt)"
ICSWEEP_CORES=many one_line "$ICSWEEP" run cores.toml -o bad.h5 --allow-code
grep -q 'ICSWEEP_CORES=many: must be a number' err.txt || fail "ICSWEEP_CORES: $(cat err.txt)"

echo "cores, GPUs and memory: never more than the host has; 15 refusals in one line"
