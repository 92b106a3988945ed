"""Measures icsweep and its peers in the same minutes and writes the table of RESULTS.md. Called by run.sh.

In each repetition every participant trains the workload for --seconds, one after the other, in an order that rotates
between repetitions. The peers run all the time, so start-up is not measured. The ratio of a repetition is icsweep's
rate over that of the best peer.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import table
from workloads import WORKLOADS

HERE = pathlib.Path(__file__).resolve().parent
CORES = sorted(os.sched_getaffinity(0))
PEERS = {"PyTorch eager": ["torch_peer.py"], "torch.compile": ["torch_peer.py", "--compile"], "JAX": ["jax_peer.py"]}


def environment(threads):
    """Keeps freed memory in the process: for JAX on fig5-L1, whole batch, 27 000 instead of 18 000 sequences/s."""
    keep = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(2 ** 33)}
    return {**os.environ, **keep, "OMP_NUM_THREADS": str(threads)}


def pinned(command, threads):
    """A participant with one thread runs on the last core, like every other one with one thread."""
    return command if threads > 1 else ["taskset", "-c", str(CORES[-1]), *command]


class Peer:
    def __init__(self, arguments, threads):
        command = [sys.executable, str(HERE / arguments[0]), *arguments[1:], "--threads", str(threads)]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(pinned(command, threads), env=environment(threads), text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log)

    def rate(self, workload, seconds):
        print(json.dumps({"workload": workload, "seconds": seconds}), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            self.log.seek(0)
            sys.exit(f"{' '.join(self.process.args)}: ended on {workload}:\n{self.log.read()[-2000:]}")
        return {"sequences_per_s": json.loads(answer)["sequences_per_s"]}


class Icsweep:
    def __init__(self, program, threads):
        self.command = pinned([program, "bench", "--json"], threads)
        if threads > 1:
            self.command += ["--threads", str(threads)]

    def rate(self, workload, seconds):
        if seconds == 0:
            return {}
        command = [*self.command, workload, "--seconds", str(seconds)]
        return json.loads(subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout)


def participants(program):
    """The participants by name and threads: one thread, and all cores if there are several."""
    usage = subprocess.run([program, "bench", "--help"], text=True, stdout=subprocess.PIPE).stdout
    found = {}
    for threads in sorted({1, len(CORES)}):
        if threads == 1 or "--threads" in usage:
            found["icsweep", threads] = Icsweep(program, threads)
        for name, command in PEERS.items():
            found[name, threads] = Peer(command, threads)
    return found


def measure(workload, measurers, seconds, repetitions):
    """The answers of each participant, one per repetition."""
    answers = {key: [] for key in measurers}
    for measurer in measurers.values():
        measurer.rate(workload, 0)
    for repetition in range(repetitions):
        keys = list(measurers)
        turn = repetition % len(keys)
        for key in keys[turn:] + keys[:turn]:
            answers[key].append(measurers[key].rate(workload, seconds))
    return answers


def main():
    options = argparse.ArgumentParser(prog="run.sh", description=__doc__.split("\n\n")[0])
    options.add_argument("--seconds", type=float, default=1.5, help="per participant and repetition")
    options.add_argument("--repetitions", type=int, default=5)
    options.add_argument("--workloads", default=",".join(WORKLOADS), help="names separated by commas")
    options.add_argument("--icsweep", required=True, help="the program")
    options.add_argument("-o", "--output", default=str(HERE.parent / "RESULTS.md"))
    chosen = options.parse_args()
    names = chosen.workloads.split(",")
    for name in names:
        if name not in WORKLOADS:
            options.error(f'there is no workload "{name}", use: {", ".join(WORKLOADS)}')
    measurers, results = participants(chosen.icsweep), {}
    for name in names:
        results[name] = measure(name, measurers, chosen.seconds, chosen.repetitions)
        print(table.line(name, results[name]), flush=True)
    command = f"tests/bench/peers/run.sh --seconds {chosen.seconds:g} --repetitions {chosen.repetitions}"
    command += "" if chosen.workloads == options.get_default("workloads") else f" --workloads {chosen.workloads}"
    output = pathlib.Path(chosen.output)
    before = output.read_text() if output.exists() else ""
    output.write_text(table.document(before, results, command, CORES, chosen.icsweep))


if __name__ == "__main__":
    main()
