"""Descends a quadratic of two curvatures, one step after the other. Counts its steps in the file COUNT_STEPS."""

import os
import pathlib
import pickle
import time

from icsweep.program import Diverged, Run, serve

counted = os.open(os.environ.get("COUNT_STEPS", os.devnull), os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def train(run: Run):
    step, steps, x, y = 0, run.parameters["steps"], 1.0, 1.0
    if run.resumed:
        step, x, y = pickle.loads(pathlib.Path(run.checkpoint).read_bytes())
    while step < steps:
        x, y, step = x - run.parameters["learning_rate"] * x, y - run.parameters["learning_rate"] * 100 * y, step + 1
        loss = (x * x + 100 * y * y) / 2
        os.write(counted, b".")
        time.sleep(float(os.environ.get("STEP_SECONDS", 0)))
        if loss > 1e6:
            raise Diverged(f"the loss is {loss:g} at step {step}")
        save = lambda path: pathlib.Path(path).write_bytes(pickle.dumps((step, x, y)))
        run.progress(step, steps, loss, save=save, curves={"loss": loss} if step % (steps // 27) == 0 else None)
    return {"error": x * x + y * y}


serve(train)
