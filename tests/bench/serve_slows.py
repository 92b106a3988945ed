"""serve_slows.py STORE CORES BLOCKS SECONDS: cost of icsweep serve and ten viewers for the launch that writes STORE.

Called by serve_slows.sh.
"""
import json
import math
import os
import pathlib
import resource
import signal
import statistics
import subprocess
import sys
import time

store, cores, blocks, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
viewers_script = pathlib.Path(__file__).with_name("serve_viewers.py")
viewer_count = 10


def progress():
    """Time and steps of all experiments at the next update of the lease."""
    begin = time.time()
    while True:
        lease = json.loads(pathlib.Path(store + ".lease").read_text(encoding="utf-8"))
        if lease["written"] > begin:
            assert len(lease["in_flight"]) == cores, "an experiment has ended"
            return lease["written"], sum(e["step"] for e in lease["in_flight"])
        time.sleep(0.02)


class Server:
    """A server that has read the store."""

    def __enter__(self):
        self.process = subprocess.Popen([os.environ["ICSWEEP"], "serve", store], stdout=subprocess.PIPE, text=True)
        self.address = next(line.strip() for line in self.process.stdout if "http://" in line)
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def viewers(self, *when):
        return subprocess.Popen([sys.executable, viewers_script, self.address, str(self.process.pid), *when], stdout=subprocess.PIPE, text=True)


def used(process):
    """Processor seconds of a process and those of its children that have ended."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def share():
    """Share of the cores used from one reading, loaded by all viewers, to the end of the next; and the seconds."""
    with Server() as server:
        viewers = server.viewers()
        begin, before = time.time(), used(server.process)
        for _ in range(viewer_count):
            assert viewers.stdout.readline(), "a viewer has ended"
        took, spent = time.time() - begin, used(server.process) - before + used(viewers)
    viewers.wait()
    return spent / took / cores, took


def children_used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def segment(with_readings):
    """Steps per second, seconds, and processor seconds of servers and viewers, one after the other."""
    (begin, first), before = progress(), children_used()
    while with_readings and time.time() < begin + seconds:
        with Server() as server:
            server.viewers("now").wait()
    time.sleep(max(0, begin + seconds - time.time()))
    spent = children_used() - before
    end, last = progress()
    return (last - first) / (end - begin), end - begin, spent


def lost():
    """Core seconds that a block of segments lost per processor second of servers and viewers."""
    a, b, c, d = [segment(kind) for kind in (False, True, True, False)]
    alone = (a[0] + d[0]) / 2
    return sum(cores * s[1] * (1 - s[0] / alone) for s in (b, c)) / (b[2] + c[2])


def student(freedom):
    """The 97.5 % quantile."""
    return {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 9: 2.26}.get(freedom, 1.96 + 2.5 / freedom)


part, took = share()
print(f"the server and {viewer_count} viewers use {100 * part:.2f} % of {cores} cores from one reading to the next, {took:.0f} s", flush=True)
losses = []
for _ in range(blocks):
    losses.append(lost())
    print(f"each of their processor seconds costs {losses[-1]:.3f} core seconds of training", flush=True)
mean = statistics.mean(losses)
half = student(blocks - 1) * statistics.stdev(losses) / math.sqrt(blocks)
print(f"mean {mean:.3f} +- {half:.3f}: training is slowed by {100 * part * mean:.2f} % +- {100 * part * half:.2f}")
