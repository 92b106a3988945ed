"""A random walk as a program. It saves its place, and resumes from it with the same steps."""

import hashlib
import json
import time

from icsweep.program import Run, serve


def step_of(seed: int, at: int) -> float:
    return hashlib.sha256(f"{seed} {at}".encode()).digest()[0] / 255 - 0.5


def walk(run: Run) -> dict[str, object]:
    at, place = 0, 0.0
    if run.resumed:
        with open(run.checkpoint) as file:
            at, place = json.load(file)

    def save(path: str) -> None:
        with open(path, "w") as file:
            json.dump([at, place], file)

    steps = run.parameters["steps"]
    while at < steps:
        place += run.parameters["size"] * step_of(run.seed, at)
        at += 1
        time.sleep(0.001)
        run.progress(at, steps, place, save=save, curves={"path": place} if at % (steps // 5) == 0 else None)
    return {"place": place}


serve(walk)
