"""Measures the speed of two threads over one beside busy processes, for icsweep and its peers. Called by run.sh.

The busy processes count in a loop and have the same priority. The rates of one thread and of all cores are measured one
after the other, within the same minutes. The ratio is that of their medians.
"""
import argparse
import contextlib
import statistics
import subprocess
import sys

from compare import CORES, measure, participants


@contextlib.contextmanager
def busy(processes):
    """Starts `count` processes that compute until the end."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def line(processes, answers):
    """A row of the table: for each participant, the rate of one thread and the ratio of all threads to it."""
    cells = []
    for name in dict.fromkeys(name for name, _ in answers):
        one, all_cores = (
            statistics.median(a["sequences_per_s"] for a in answers[name, threads]) for threads in (1, len(CORES)))
        cells.append(f"{one:,.0f}: {all_cores / one:.2f}")
    return f"| {processes} | {' | '.join(cells)} |"


def main():
    options = argparse.ArgumentParser(prog="run.sh --disturbed", description=__doc__.split("\n\n")[0])
    options.add_argument("--seconds", type=float, default=1.5, help="per participant and repetition")
    options.add_argument("--repetitions", type=int, default=5)
    options.add_argument("--workload", default="fig5-L1")
    options.add_argument("--icsweep", required=True, help="the program")
    chosen = options.parse_args()
    measurers = participants(chosen.icsweep)
    names = list(dict.fromkeys(name for name, _ in measurers))
    print(f"| busy processes | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}")
    for processes in (0, 1, 2, 4):
        with busy(processes):
            print(line(processes, measure(chosen.workload, measurers, chosen.seconds, chosen.repetitions)), flush=True)


if __name__ == "__main__":
    main()
