"""The process of a peer. Reads one request per line, such as {"workload": "fig5-L1", "seconds": 2}, and answers each.

It keeps one workload at a time, compiled and warm; "seconds": 0 only prepares it. The rate is the median over ten
slices, as in `icsweep bench`. Data are made before the first step.
"""
import json
import math
import statistics
import sys
import time

from data import data
from workloads import WORKLOADS, initial


def rate(trainer, seconds):
    """Sequences per second over one slice of at least one step."""
    steps, begin = 0, time.perf_counter()
    while True:
        loss = trainer.step()
        steps += 1
        passed = time.perf_counter() - begin
        if passed >= seconds:
            assert math.isfinite(float(loss)), "the peer has diverged"
            return steps * trainer.sequences / passed


def median_rate(trainer, seconds):
    end, rates = time.perf_counter() + 2 * seconds, []
    while len(rates) < 10 and (not rates or time.perf_counter() < end):
        rates.append(rate(trainer, seconds / 10))
    return statistics.median(rates)


def serve(make):
    answers, sys.stdout = sys.stdout, sys.stderr  # since libraries may print
    name = trainer = None
    for line in sys.stdin:
        request = json.loads(line)
        if request["workload"] != name:
            name, trainer = request["workload"], None  # frees the previous one first
            w = WORKLOADS[name]
            trainer = make(name, w, initial(w, 0), *data(w, 1, w.batch))
            for _ in range(3):
                trainer.step()
        found = median_rate(trainer, request["seconds"]) if request["seconds"] > 0 else 0
        print(json.dumps({"workload": name, "sequences_per_s": found}), file=answers, flush=True)
