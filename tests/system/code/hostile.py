"""A program that misbehaves; the parameter `kind` names the way."""

import os
import signal
import sys
import time

from icsweep.program import Run, serve


def misbehave(run: Run) -> dict[str, object]:
    kind = run.parameters["kind"]
    wire = run._wire._out
    if kind == "dies":
        print("the last words", file=sys.stderr)
        os._exit(3)
    if kind == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "raises":
        raise ValueError("no such thing")
    if kind == "says garbage":
        wire.write("hello\n")
        wire.flush()
        time.sleep(60)
    if kind == "never ends its line":
        while True:
            wire.write("x" * 65536)
    if kind == "closes its output":
        wire.close()
        os.close(1)
        time.sleep(60)
    if kind == "leaves a child":
        if os.fork() == 0:
            time.sleep(300)
            os._exit(0)
        os._exit(0)
    if kind == "gives too many":
        return {"value": 1.0, "curve": [1.0, 2.0, 3.0]}
    if kind == "gives too few":
        return {"curve": [1.0, 2.0]}
    if kind == "gives another":
        return {"value": 1.0, "curve": [1.0, 2.0], "other": 0.0}
    return {"value": 1.0, "curve": [1.0, 2.0]}


serve(misbehave)
