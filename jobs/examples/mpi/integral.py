"""An experiment that runs an MPI program of its own, on the cores that its grid states."""

import math
import subprocess

from icsweep.program import Run, serve


def integrate(run: Run) -> dict[str, float]:
    # The cores are this experiment's own, and run.threads is their number.
    command = ["mpirun", "-n", str(run.threads), "./integral", str(run.parameters["parts"])]
    answer = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if answer.returncode != 0:
        raise RuntimeError(" ".join(answer.stderr.split())[-200:])
    ranks, integral = answer.stdout.split()
    return {"ranks": int(ranks), "error": abs(float(integral) - math.pi)}


serve(integrate)
