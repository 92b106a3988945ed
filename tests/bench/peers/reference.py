"""Models with known results: those of tests/reference, computed by PyTorch alone, and weights trained by icsweep."""
import json
import pathlib
import subprocess

import numpy as np

from workloads import Workload, shapes

REFERENCE = pathlib.Path(__file__).resolve().parents[2] / "reference"


def stacked(named, w):
    """The named parameters of a model, with all heads in one matrix."""
    all = {name.replace("attention.", ""): np.array(value, np.float32) for name, value in named.items()}
    for l in range(w.depth):
        layer = f"layers.{l}."
        if layer + "query_key_value.weight" in all:
            continue
        heads = [layer] if w.heads == 1 else [f"{layer}heads.{h}." for h in range(w.heads)]
        for kind in ("weight", "bias"):
            parts = [all.pop(f"{head}{part}.{kind}") for part in ("query", "key", "value") for head in heads
                     if f"{head}{part}.{kind}" in all]
            if parts:
                all[f"{layer}query_key_value.{kind}"] = np.concatenate([part.reshape(-1) for part in parts])
        if heads[0] + "output.weight" in all:
            outputs = [all.pop(head + "output.weight").reshape(w.width, w.width) for head in heads]
            all[layer + "output.weight"] = np.concatenate(outputs, axis=1)
    return {name: all[name].reshape(shape) for name, shape in shapes(w).items()}


def sequence_reference(name, **shape):
    """Cases of pytorch_step.json: workload, parameters, inputs, targets, losses of steps, gradient."""
    r = json.loads((REFERENCE / "pytorch_step.json").read_text())[name]
    w = Workload("", {}, width=r["width"], dim=r["dim"], tokens=r["tokens"], batch=r["sequences"],
                 rate=r["learning_rate"], depth=r["depth"], heads=r.get("heads", 1), **shape)
    s = np.array(r["values"], np.float32).reshape(w.batch, w.tokens + 1, w.dim)
    now = s[:, :-1]
    before = np.pad(now, ((0, 0), (1, 0), (0, 0)))[:, :-1]
    x = np.concatenate([now, now] if name == "plain" else [0 * now, now, before], axis=2)
    return w, stacked(r["initial"], w), x, s[:, 1:], r["losses"], stacked(r["gradient"], w)


def decoder_reference(name):
    """Cases of pytorch_decoder.json. Its loss is the sum of weights times predictions. mean((y' - y)^2) has the same
    gradient if y is n/2 times the weights below the n predictions y'."""
    r = json.loads((REFERENCE / "pytorch_decoder.json").read_text())["models"][name]
    w = Workload("regression", {}, width=r["width"], dim=0, tokens=r["tokens"], batch=r["sequences"], rate=1e-3,
                 heads=r["heads"], head_width=r["width"] // r["heads"], depth=r["depth"], hidden=4 * r["width"],
                 inputs=r["inputs"], outputs=r["outputs"], attention="shifted" if r["shift"] == "own" else "softmax")
    x, predictions, weights = (np.array(r[part]).reshape(w.batch, w.tokens, -1)
                               for part in ("x", "predictions", "weights"))
    below = weights * weights.size / 2
    return (w, stacked(r["parameters"], w), x.astype(np.float32), (predictions - below).astype(np.float32),
            [np.mean(below ** 2)], stacked(r["gradient"], w))


def own_weights(program, folder, task):
    """Trained weights of the only experiment of a task, as flat arrays by name."""
    file = f"{folder}/{task}.safetensors"
    subprocess.run([program, "export", f"{folder}/check.h5", "--task", task, "--id", "0", "--weights", "-o", file],
                   check=True, stdout=subprocess.DEVNULL)
    raw = pathlib.Path(file).read_bytes()
    size = int.from_bytes(raw[:8], "little")
    entries = {name: entry for name, entry in json.loads(raw[8:8 + size]).items() if name != "__metadata__"}
    kinds = {"F32": np.float32, "F64": np.float64}
    return {name: np.frombuffer(raw[8 + size:][slice(*entry["data_offsets"])], kinds[entry["dtype"]])
            for name, entry in entries.items()}


def by_lag(p):
    """Converts weights by position to weights by lag: p_t of row r, in column t - 1, has lag r + 2 - t."""
    w = np.zeros((len(p) - 1, len(p)))
    for r in range(len(w)):
        w[r, :r + 2] = p[r, r + 1::-1]
    return w
