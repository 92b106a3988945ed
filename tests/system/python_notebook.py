"""Executes a notebook that sweeps, and looks at its outputs:  python_notebook.py NOTEBOOK

Then a kernel is interrupted while a sweep runs: the sweep saves, and the same cell resumes it.
"""
import sys
import threading
import time

import nbclient
import nbformat
from jupyter_client.manager import start_new_kernel

notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=100, kernel_name="python3").execute()


def outputs(word):
    """The data of the outputs of the cell whose source has the word, by type."""
    cell = next(cell for cell in notebook.cells if cell.cell_type == "code" and word in cell.source)
    found = {}
    for output in cell.outputs:
        assert output.output_type != "error", output
        for kind, content in output.get("data", {}).items():
            found.setdefault(kind, "")
            found[kind] += content
        found["text"] = found.get("text", "") + output.get("text", "")
    return found


bar = outputs("sweep.run(")["text/html"]
assert "<progress" in bar and "12/12 done" in bar, bar
assert "icsweep:" not in outputs("sweep.run(").get("text", ""), outputs("sweep.run(")
top = outputs("results.top(")
assert "learning_rate" in top["text/html" if "text/html" in top else "text/plain"], top
svg = outputs("results.plot(")["image/svg+xml"]
assert "<svg" in svg and svg.rstrip().endswith("</svg>"), svg[:200]
assert outputs("results.report(")["text/html"].startswith("<iframe srcdoc="), "no frame"
assert "12/12 done" in outputs("results  # its")["text/html"]
failures = outputs("results.failures(")
failures = failures.get("text/html", failures["text/plain"])
assert "cell [7], line 3: ZeroDivisionError: division" in failures.replace("&nbsp;", " "), failures

manager, client = start_new_kernel(kernel_name="python3")
slow = """
import icsweep, time
class Model:
    def step(self, x):
        return x + PLUS
PLUS = 1
@icsweep.experiment
def train(run, width: int):
    state = int(open(run.checkpoint).read()) if run.resumed else 0
    while state < 40:
        time.sleep(0.1)
        state = Model().step(state)
        run.progress(state, 40, save=lambda path: open(path, "w").write(str(state)))
    return {"y": width}
"""
cell = """
try:
    print(icsweep.Sweep(train, width=[1, 2]).run("cut.h5", ranks=2))
except KeyboardInterrupt as error:
    print("interrupted:", error)
"""
said = []


def hear(message):
    said.append(message["content"].get("text", "") + str(message["content"].get("data", "")) + "".join(message["content"].get("traceback", [])))


try:
    client.execute_interactive(slow, timeout=60, output_hook=hear)
    threading.Timer(3, manager.interrupt_kernel).start()
    client.execute_interactive(cell, timeout=100, output_hook=hear)
    assert any("interrupted: saved in cut.h5; the same call resumes" in text for text in said), said[-3:]
    del said[:]
    began = time.monotonic()
    client.execute_interactive(cell, timeout=100, output_hook=hear)
    assert any("2/2 done" in text for text in said), said[-3:]
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
print("a notebook's outputs, and an interrupt that saves")
